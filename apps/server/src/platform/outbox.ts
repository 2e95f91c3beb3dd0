import { typeset, untypeset } from "@nexby/domain/kernel/typography";
import { and, eq, sql } from "drizzle-orm";
import type { MailPort } from "../adapters/mail/mail.port.ts";
import type { PushMessage } from "../adapters/push/push.port.ts";
import type { SmsPort } from "../adapters/sms/sms.port.ts";
import { users } from "../schema/accounts.ts";
import { outgoingMessages } from "../schema/notifications.ts";
import type { Db } from "./db/db.ts";
import { type Email, renderEmail, SITE_URL } from "./email/render-email.ts";
import { newId } from "./ids.ts";
import { enqueueJob, type JobHandler } from "./jobs/job.ts";

export const DELIVER_MESSAGE = "deliver_message";

/** The user and topic of the mail's unsubscribe link; `all` stands for every topic. */
export type Unsubscribe = { userId: string; topic: string };

type NewMail = { to: string; subject: string; letter: Email; unsubscribe?: Unsubscribe | null };

/** Queues an email that is sent if and only if the caller's transaction commits. */
export async function queueMail(db: Db, { to, subject, letter, unsubscribe }: NewMail): Promise<string> {
  const unsubscribeUrl = unsubscribe ? UNSUBSCRIBE_URL : null;
  const { text, html } = renderEmail(letter, { name: await findFirstName(db, to), unsubscribeUrl });
  return queue(db, {
    channel: "mail",
    recipient: to,
    subject: typeset(subject),
    body: text,
    html,
    unsubscribeUserId: unsubscribe?.userId,
    unsubscribeTopic: unsubscribe?.topic,
  });
}

/** An address that belongs to no account yet has no name. */
async function findFirstName(db: Db, email: string): Promise<string | null> {
  const [user] = await db.select({ name: users.firstName }).from(users).where(eq(users.email, email));
  return user?.name ?? null;
}

/** Stands for the link in a queued mail. The link is made on sending, because whoever queues doesn't know the key. */
const UNSUBSCRIBE_URL = "{{unsubscribe-url}}";

/** Queues a text message that is sent if and only if the caller's transaction commits. */
export async function queueSms(db: Db, sms: { to: string; text: string }): Promise<string> {
  return queue(db, { channel: "sms", recipient: sms.to, body: untypeset(sms.text) });
}

type NewPush = { userId: string; title: string; body: string; url: string };

/** Queues a message to all browsers of a person, sent if and only if the caller's transaction commits. */
export async function queuePush(db: Db, { userId, title, body, url }: NewPush): Promise<string> {
  const shown = JSON.stringify({ body: typeset(body), url });
  return queue(db, { channel: "push", recipient: userId, subject: typeset(title), body: shown });
}

async function queue(db: Db, message: typeof outgoingMessages.$inferInsert): Promise<string> {
  const id = newId();
  await db.insert(outgoingMessages).values({ ...message, id });
  await enqueueJob(db, { type: DELIVER_MESSAGE, entityType: "outgoing_message", entityId: id });
  return id;
}

type Deps = {
  db: Db;
  mail: MailPort;
  sms: SmsPort;
  /** Sends to all browsers of a person. */
  push: (userId: string, message: PushMessage) => Promise<void>;
  unsubscribeLink: (unsubscribe: Unsubscribe) => string;
  /** The base of pictures and links in mail. */
  siteUrl: string;
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

async function handToProvider(
  { mail, sms, push, unsubscribeLink, siteUrl }: Deps,
  message: QueuedMessage,
): Promise<void> {
  const { id: key, recipient: to, subject, unsubscribeUserId: userId, unsubscribeTopic: topic } = message;
  const text = message.body ?? "";
  if (message.channel === "sms") return sms.send({ key, to, text });
  if (message.channel === "push") {
    return push(to, { key, title: subject ?? "", ...(JSON.parse(text) as { body: string; url: string }) });
  }
  const unsubscribeUrl = userId && topic ? unsubscribeLink({ userId, topic }) : null;
  const withLink = (words: string) =>
    words.replaceAll(SITE_URL, siteUrl).replaceAll(UNSUBSCRIBE_URL, unsubscribeUrl ?? UNSUBSCRIBE_URL);
  return mail.send({
    key,
    to,
    subject: subject ?? "",
    text: withLink(text),
    html: withLink(message.html ?? ""),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  });
}
