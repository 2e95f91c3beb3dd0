import type { MailboxMessage } from "../../adapters/mailbox/mailbox.port.ts";
import { escapeHtml, plainPage } from "../../platform/http/plain-page.ts";

/** Trailing punctuation belongs to the sentence, not to the URL. */
const WEB_ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?]/g;

/** A closing parenthesis belongs to the URL only if it also contains the opening one. */
const withoutStrayBracket = (address: string) =>
  address.endsWith(")") && !address.includes("(") ? address.slice(0, -1) : address;

/** Escapes the text and turns URLs into links. */
function withLinks(text: string): string {
  let html = "";
  let end = 0;
  for (const match of text.matchAll(WEB_ADDRESS)) {
    const found = withoutStrayBracket(match[0]);
    const address = escapeHtml(found);
    html += `${escapeHtml(text.slice(end, match.index))}<a href="${address}">${address}</a>`;
    end = match.index + found.length;
  }
  return html + escapeHtml(text.slice(end));
}

const titleOf = ({ channel, subject, body }: MailboxMessage) =>
  subject ?? (channel === "sms" ? `Text message: ${body.slice(0, 60)}` : "No subject");

const timeOf = (at: Date) =>
  `${at.toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })} UTC`;

const CHANNELS: Readonly<Record<string, string>> = { mail: "Email", sms: "Text message", push: "Push message" };

const factsOf = ({ channel, recipient, createdAt }: MailboxMessage) =>
  `<p>${CHANNELS[channel] ?? "Message"} to ${escapeHtml(recipient)} · ${timeOf(createdAt)}</p>`;

export function mailboxPage(messages: readonly MailboxMessage[]): string {
  const cards = messages.map(
    (message) =>
      `<article><h2><a href="/dev/mail/${message.id}">${escapeHtml(titleOf(message))}</a></h2>${factsOf(message)}
<pre class="letter" tabindex="0">${withLinks(message.body)}</pre></article>`,
  );
  const introduction =
    "<p>Messages Nexby would have sent, newest first. To send them for real, set SMTP_URL and the TWILIO settings.</p>";
  return plainPage(
    "Email and text messages",
    [introduction, ...(cards.length ? cards : ["<p>No messages yet.</p>"])].join("\n"),
  );
}

export function messagePage(message: MailboxMessage): string {
  const back = '<p><a href="/dev/mail">All messages</a></p>';
  const formatted = message.html ? `<p><a href="/dev/mail/${message.id}/html">With its formatting</a></p>` : "";
  const letter = `<pre class="letter" tabindex="0">${withLinks(message.body)}</pre>`;
  return plainPage(titleOf(message), [back, factsOf(message), formatted, letter].join("\n"));
}
