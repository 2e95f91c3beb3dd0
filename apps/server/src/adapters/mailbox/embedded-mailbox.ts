import { desc, eq } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { capturedMessages } from "../../schema/notifications.ts";
import type { MailPort } from "../mail/mail.port.ts";
import { assertOneAddress, oneLine } from "../mail/smtp-mail.ts";
import type { PushPort } from "../push/push.port.ts";
import type { SmsPort } from "../sms/sms.port.ts";
import type { MailboxPort } from "./mailbox.port.ts";

type NewMessage = Omit<typeof capturedMessages.$inferInsert, "id" | "createdAt">;

export async function captureMessage(db: Db, message: NewMessage): Promise<void> {
  await db
    .insert(capturedMessages)
    .values({ ...message, id: newId() })
    .onConflictDoNothing({ target: capturedMessages.key });
}

export function embeddedMailbox(db: Db): MailboxPort {
  return {
    list: (limit) =>
      db
        .select()
        .from(capturedMessages)
        .orderBy(desc(capturedMessages.createdAt), desc(capturedMessages.id))
        .limit(limit),
    find: async (id) => {
      const [row] = await db.select().from(capturedMessages).where(eq(capturedMessages.id, id));
      return row ?? null;
    },
  };
}

/** Stores mail in the database, readable at /dev/mail, so Nexby runs without a mail server. */
export function embeddedMail(db: Db): MailPort {
  return {
    async send({ key, to, subject, text, html }) {
      assertOneAddress(to);
      await captureMessage(db, { key, channel: "mail", recipient: to, subject: oneLine(subject), body: text, html });
    },
  };
}

/** Stores text messages next to the mail at /dev/mail. */
export function embeddedSms(db: Db): SmsPort {
  return {
    send: ({ key, to, text }) => captureMessage(db, { key, channel: "sms", recipient: to, body: text }),
  };
}

/** Also stores push messages, because a browser shows them only briefly. Several browsers of a person share one copy. */
export function keepingCopies(db: Db, push: PushPort): PushPort {
  return {
    publicKey: push.publicKey,
    mayTake: push.mayTake,
    async send(subscription, message) {
      const { key, title, body, url } = message;
      const recipient = new URL(subscription.endpoint).host;
      await captureMessage(db, { key, channel: "push", recipient, subject: title, body: `${body}\n\n${url}` });
      return push.send(subscription, message);
    },
  };
}
