import { and, eq, sql } from "drizzle-orm";
import type { MailPort } from "../../adapters/mail/mail.port.ts";
import type { SmsPort } from "../../adapters/sms/sms.port.ts";
import type { Db } from "../db/db.ts";
import type { JobHandler } from "../jobs/job-handler.ts";
import { outgoingMessages } from "./outgoing-messages.table.ts";

type Deps = { db: Db; mail: MailPort; sms: SmsPort };

/** Hands a queued message to its provider; its id is the key by which the receiver knows a double. */
export function deliverMessage({ db, mail, sms }: Deps): JobHandler {
  return {
    run: async (job) => {
      const [message] = await db.select().from(outgoingMessages).where(eq(outgoingMessages.id, job.entityId));
      if (message?.status !== "queued" || message.body === null) return;
      const { id: key, recipient: to, subject, body: text, html } = message;
      if (message.channel === "sms") await sms.send({ key, to, text });
      else await mail.send({ key, to, subject: subject ?? "", text, html: html ?? "" });
      await db
        .update(outgoingMessages)
        .set({ status: "sent", sentAt: sql`app_now()`, subject: null, body: null, html: null, lastError: null })
        .where(eq(outgoingMessages.id, key));
    },
    onDead: async (tx, job, reason) => {
      // What went out before its job failed is sent all the same.
      await tx
        .update(outgoingMessages)
        .set({ status: "dead", lastError: reason })
        .where(and(eq(outgoingMessages.id, job.entityId), eq(outgoingMessages.status, "queued")));
    },
  };
}
