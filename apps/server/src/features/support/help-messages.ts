import { and, desc, eq } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { queueMail } from "../../platform/outbox.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { type Limit, mailboxOf, throttle } from "../../platform/throttle.ts";
import { helpMessages } from "../../schema/content.ts";

export type HelpMessage = typeof helpMessages.$inferSelect;

async function insertHelpMessage(db: Db, message: typeof helpMessages.$inferInsert): Promise<HelpMessage | undefined> {
  const [row] = await db.insert(helpMessages).values(message).returning();
  return row;
}

type Page = { after: Place | null; limit: number };

async function selectHelpMessages(db: Db, userId: string, { after, limit }: Page): Promise<HelpMessage[]> {
  return db
    .select()
    .from(helpMessages)
    .where(and(eq(helpMessages.userId, userId), isAfter(after, helpMessages, "newest")))
    .orderBy(desc(helpMessages.createdAt), desc(helpMessages.id))
    .limit(limit);
}

type Query = { limit: number; cursor?: string | undefined };

/** The messages the viewer sent while signed in, newest first. */
export async function listHelpMessages(db: Db, viewer: Viewer, { limit, cursor }: Query): Promise<PageOf<HelpMessage>> {
  return pageOf(await selectHelpMessages(db, viewer.id, { after: cursorAfter(cursor), limit: limit + 1 }), limit);
}

/** The sender need not own the address, so confirmations could be used to flood someone's mailbox. */
const CONFIRMATIONS: Limit = { times: 3, seconds: 60 * 60 };

type Input = { name: string; email: string; subject: string; message: string };

/**
 * Stores the message and confirms it by mail. The mail never quotes it, because the address may belong to someone
 * else. Beyond the limit only the mail is left out: a rejection would let anyone keep others from writing to us.
 */
export async function sendHelpMessage(db: Db, viewer: Viewer | null, input: Input): Promise<HelpMessage> {
  const { allowed } = await throttle(db, ["help-message", mailboxOf(input.email)], CONFIRMATIONS);
  return db.transaction(async (tx) => {
    const message = await insertHelpMessage(tx, { ...input, id: newId(), userId: viewer?.id ?? null });
    if (!message) throw new Error("an inserted row comes back");
    if (!allowed) return message;
    await queueMail(tx, {
      to: input.email,
      subject: "We got your message",
      letter: {
        title: "We got your message",
        paragraphs: [
          "Thanks for contacting Nexby. We'll reply as soon as we can.",
          "If you didn't write to us, you can ignore this email.",
        ],
      },
    });
    return message;
  });
}
