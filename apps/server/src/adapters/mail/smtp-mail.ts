import nodemailer from "nodemailer";
import type { MailPort } from "./mail.port.ts";

type Options = {
  url: string;
  from: string;
  /** Limit for DNS, connecting and the server's greeting. */
  connectTimeoutMs?: number;
  /** Limit for silence during the session. */
  socketTimeoutMs?: number;
};

/** The Message-ID contains the key, so mail clients recognize duplicates. */
export function smtpMail({
  url,
  from,
  connectTimeoutMs = 10_000,
  socketTimeoutMs = 20_000,
}: Options): MailPort & { close(): void } {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.replace(/^.*@|>$/g, "");
  return {
    async send({ key, to, subject, text, html, unsubscribeUrl }) {
      assertOneAddress(to);
      try {
        await transport.sendMail({
          messageId: `<${key}@${domain}>`,
          from,
          // An object, because a string would be parsed as a list of addresses.
          to: { name: "", address: to },
          subject: oneLine(subject),
          text,
          html,
          // Keeps vacation responders from replying (RFC 3834).
          headers: { "Auto-Submitted": "auto-generated", ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)) },
        });
      } catch (error) {
        throw new Error(`The mail server did not accept the message: ${reasonOf(error)}`);
      }
    },
    close: () => transport.close(),
  };
}

const unsubscribeHeaders = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** Logs only the response code because the server's text may quote the recipient. */
function reasonOf(error: unknown): string {
  const { responseCode, code, command, message } = error as Partial<
    Record<"responseCode" | "code" | "command" | "message", unknown>
  >;
  if (responseCode) return `${responseCode} in response to ${command}`;
  return code === "EENVELOPE" || code === "EMESSAGE" ? code : `${code} ${message}`;
}

/** Exactly one mailbox: nothing that could be parsed as a list, a name, a header or a command. */
const ONE_ADDRESS = /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/;

export function assertOneAddress(to: string): void {
  if (!ONE_ADDRESS.test(to)) throw new Error("The recipient is not one mail address");
}

export const oneLine = (text: string) => text.replace(/[\r\n]+/g, " ");
