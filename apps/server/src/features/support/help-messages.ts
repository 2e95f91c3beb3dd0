import { isDeepStrictEqual } from "node:util";
import type { HelpMessageView, ReceivedHelpMessageView } from "@nexby/contract/content/support";
import { and, asc, desc, eq } from "drizzle-orm";
import { recordAudit } from "../../platform/audit.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { queueMail } from "../../platform/outbox.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { type Limit, mailboxOf, throttle } from "../../platform/throttle.ts";
import { oneOf } from "../../schema/columns.ts";
import { DONE_HELP_STATUSES, helpMessages, OPEN_HELP_STATUSES } from "../../schema/content.ts";

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
        why: "You got this because someone wrote to us with this email address.",
      },
    });
    return message;
  });
}

type Received = Query & { group: "open" | "done" };

/** For admins: messages that wait for an answer, oldest first, or those that were answered, newest first. */
export async function listReceivedHelpMessages(
  db: Db,
  { group, cursor, limit }: Received,
): Promise<PageOf<HelpMessage>> {
  const [statuses, order, direction] =
    group === "open" ? ([OPEN_HELP_STATUSES, "oldest", asc] as const) : ([DONE_HELP_STATUSES, "newest", desc] as const);
  const rows = await db
    .select()
    .from(helpMessages)
    // As the index says it, so that the index is used.
    .where(and(oneOf(helpMessages.status, statuses), isAfter(cursorAfter(cursor), helpMessages, order)))
    .orderBy(direction(helpMessages.createdAt), direction(helpMessages.id))
    .limit(limit + 1);
  return pageOf(rows, limit);
}

type HelpChanges = Pick<HelpMessage, "status" | "priority"> & { adminNotes: string };

export const updateHelpMessage = (
  db: Db,
  admin: Viewer,
  messageId: string,
  { status, priority, adminNotes: notes }: HelpChanges,
): Promise<HelpMessage> =>
  db.transaction(async (tx) => {
    const isMessage = eq(helpMessages.id, messageId);
    const [before] = await tx.select().from(helpMessages).where(isMessage).for("no key update");
    const adminNotes = notes === "" ? null : notes;
    const [after] = await tx.update(helpMessages).set({ status, priority, adminNotes }).where(isMessage).returning();
    if (!before || !after) throw new AppError("not_found", "Message not found");
    const only = (row: HelpMessage) => ({ status: row.status, priority: row.priority, adminNotes: row.adminNotes });
    if (isDeepStrictEqual(only(before), only(after))) return after;
    await recordAudit(tx, {
      actorId: admin.id,
      action: "help_message_changed",
      entityType: "help_message",
      entityId: messageId,
      details: { before: only(before), after: only(after) },
    });
    return after;
  });

/** Leaves out the admins' internal notes. */
export function presentHelpMessage(message: HelpMessage): HelpMessageView {
  return {
    id: message.id,
    subject: message.subject,
    message: message.message,
    status: message.status,
    priority: message.priority,
    createdAt: message.createdAt.toISOString(),
  };
}

/** For admins. */
export const presentReceived = (message: HelpMessage): ReceivedHelpMessageView => ({
  ...presentHelpMessage(message),
  name: message.name,
  email: message.email,
  adminNotes: message.adminNotes,
});
