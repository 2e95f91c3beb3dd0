import { and, eq, sql } from "drizzle-orm";
import type { MailPort } from "../adapters/mail/mail.port.ts";
import type { PushMessage } from "../adapters/push/push.port.ts";
import type { SmsPort } from "../adapters/sms/sms.port.ts";
import { outgoingMessages } from "../schema/messaging.ts";
import type { Db } from "./db/db.ts";
import { escapeHtml } from "./http/plain-page.ts";
import { newId } from "./ids.ts";
import { enqueueJob, type JobHandler } from "./jobs/job.ts";

export const DELIVER_MESSAGE = "deliver_message";

/** Whom and what the mail's unsubscribe link is about; `all` stands for every topic. */
export type Unsubscribe = { userId: string; topic: string };

type NewMail = { to: string; subject: string; letter: Email; unsubscribe?: Unsubscribe | null };

/** Queues an email that is sent if and only if the caller's transaction commits. */
export async function queueMail(db: Db, { to, subject, letter, unsubscribe }: NewMail): Promise<string> {
  const { text, html } = renderEmail(letter, unsubscribe ? UNSUBSCRIBE_URL : null);
  return queue(db, {
    channel: "mail",
    recipient: to,
    subject,
    body: text,
    html,
    unsubscribeUserId: unsubscribe?.userId,
    unsubscribeTopic: unsubscribe?.topic,
  });
}

/** Stands for the link in a queued mail. The link is made on sending, because whoever queues doesn't know the key. */
const UNSUBSCRIBE_URL = "{{unsubscribe-url}}";

/** Queues a text message that is sent if and only if the caller's transaction commits. */
export async function queueSms(db: Db, sms: { to: string; text: string }): Promise<string> {
  return queue(db, { channel: "sms", recipient: sms.to, body: sms.text });
}

type NewPush = { userId: string; title: string; body: string; url: string };

/** Queues a message to all browsers of a person, sent if and only if the caller's transaction commits. */
export async function queuePush(db: Db, { userId, title, body, url }: NewPush): Promise<string> {
  return queue(db, { channel: "push", recipient: userId, subject: title, body: JSON.stringify({ body, url }) });
}

async function queue(db: Db, message: typeof outgoingMessages.$inferInsert): Promise<string> {
  const id = newId();
  await db.insert(outgoingMessages).values({ ...message, id });
  await enqueueJob(db, { type: DELIVER_MESSAGE, entityType: "outgoing_message", entityId: id });
  return id;
}

/** The content of an email, independent of its layout. */
export type Email = {
  title: string;
  paragraphs: readonly string[];
  action?: { label: string; url: string };
};

const SIGNATURE = "nexby. Rent and share locally.";

/** Renders an email as plain text and as HTML that old email clients can display. */
export function renderEmail(
  { title, paragraphs, action }: Email,
  unsubscribeUrl: string | null = null,
): { text: string; html: string } {
  const end = [SIGNATURE, ...(unsubscribeUrl ? [`Unsubscribe: ${unsubscribeUrl}`] : [])];
  const text = [title, ...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), ...end].join("\n\n");
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:#0b6b52;color:#fff;padding:12px 20px;border-radius:10px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
<p style="color:#56635e;font-size:14px">Or copy this link into your browser: ${escapeHtml(action.url)}</p>`
    : "";
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#fbfaf7;font-family:Figtree,Arial,sans-serif;color:#14201c">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:100%;background:#fff;border:1px solid #dfe3dd;border-radius:16px"><tr><td style="padding:32px;font-size:16px;line-height:24px">
<h1 style="margin:0 0 16px;font-size:25px;line-height:30px">${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join("\n")}
${button}
<p style="margin:32px 0 0;color:#56635e;font-size:14px">${SIGNATURE}${unsubscribeUrl ? ` <a href="${unsubscribeUrl}" style="color:#56635e">Unsubscribe</a>` : ""}</p>
</td></tr></table></td></tr></table></body></html>`;
  return { text, html };
}

type Deps = {
  db: Db;
  mail: MailPort;
  sms: SmsPort;
  /** Sends to all browsers of a person. */
  push: (userId: string, message: PushMessage) => Promise<void>;
  unsubscribeLink: (unsubscribe: Unsubscribe) => string;
};

type QueuedMessage = typeof outgoingMessages.$inferSelect;

/** Hands a queued message to its provider, with the message id as the key for detecting duplicates. */
export function deliverMessage(deps: Deps): JobHandler {
  const { db } = deps;
  return {
    run: async (job) => {
      const [message] = await db
        .update(outgoingMessages)
        .set({ attempts: sql`${outgoingMessages.attempts} + 1` })
        .where(and(eq(outgoingMessages.id, job.entityId), eq(outgoingMessages.status, "queued")))
        .returning();
      if (!message) return;
      await handToProvider(deps, message);
      await db
        .update(outgoingMessages)
        .set({ status: "sent", sentAt: sql`app_now()`, subject: null, body: null, html: null, lastError: null })
        .where(eq(outgoingMessages.id, message.id));
    },
    onDead: async (tx, job, reason) => {
      // A message sent before its job failed stays sent.
      await tx
        .update(outgoingMessages)
        .set({ status: "dead", lastError: reason })
        .where(and(eq(outgoingMessages.id, job.entityId), eq(outgoingMessages.status, "queued")));
    },
  };
}

async function handToProvider({ mail, sms, push, unsubscribeLink }: Deps, message: QueuedMessage): Promise<void> {
  const { id: key, recipient: to, subject, unsubscribeUserId: userId, unsubscribeTopic: topic } = message;
  const text = message.body ?? "";
  if (message.channel === "sms") return sms.send({ key, to, text });
  if (message.channel === "push") {
    return push(to, { key, title: subject ?? "", ...(JSON.parse(text) as { body: string; url: string }) });
  }
  const unsubscribeUrl = userId && topic ? unsubscribeLink({ userId, topic }) : null;
  const withLink = (words: string) => (unsubscribeUrl ? words.replaceAll(UNSUBSCRIBE_URL, unsubscribeUrl) : words);
  return mail.send({
    key,
    to,
    subject: subject ?? "",
    text: withLink(text),
    html: withLink(message.html ?? ""),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  });
}
