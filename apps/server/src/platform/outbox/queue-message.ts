import type { Db } from "../db/db.ts";
import { newId } from "../ids/new-id.ts";
import { enqueueJob } from "../jobs/enqueue-job.ts";
import { type Letter, renderLetter } from "./letter.ts";
import { outgoingMessages } from "./outgoing-messages.table.ts";

export const DELIVER_MESSAGE = "deliver_message";

/** A mail that goes out if and only if the caller's transaction commits. */
export async function queueMail(db: Db, mail: { to: string; subject: string; letter: Letter }): Promise<string> {
  const { text, html } = renderLetter(mail.letter);
  return queue(db, { channel: "mail", recipient: mail.to, subject: mail.subject, body: text, html });
}

/** A text message that goes out if and only if the caller's transaction commits. */
export async function queueSms(db: Db, sms: { to: string; text: string }): Promise<string> {
  return queue(db, { channel: "sms", recipient: sms.to, body: sms.text });
}

async function queue(db: Db, message: typeof outgoingMessages.$inferInsert): Promise<string> {
  const id = newId();
  await db.insert(outgoingMessages).values({ ...message, id });
  await enqueueJob(db, { type: DELIVER_MESSAGE, entityType: "outgoing_message", entityId: id });
  return id;
}
