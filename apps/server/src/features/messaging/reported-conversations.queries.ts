import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { cursorAfter, isAfter, type PageOf, pageOf } from "../../platform/paging.ts";
import { users } from "../../schema/accounts.ts";
import { items } from "../../schema/listings.ts";
import { conversationReports, conversations } from "../../schema/messaging.ts";

const renters = alias(users, "renters");
const owners = alias(users, "owners");
const person = ({ id, firstName, lastName, suspendedAt }: typeof renters | typeof owners) => ({
  id,
  firstName,
  lastName,
  isSuspended: sql<boolean>`${suspendedAt} is not null`,
});

/** With all their reports, in the order of the ids. */
export async function findConversationsForAdmins(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({
      conversation: conversations,
      item: { id: items.id, title: items.title },
      renter: person(renters),
      owner: person(owners),
    })
    .from(conversations)
    .innerJoin(items, eq(items.id, conversations.itemId))
    .innerJoin(renters, eq(renters.id, conversations.renterId))
    .innerJoin(owners, eq(owners.id, conversations.ownerId))
    .where(inArray(conversations.id, [...ids]));
  const reports = await db
    .select()
    .from(conversationReports)
    .where(inArray(conversationReports.conversationId, [...ids]))
    .orderBy(asc(conversationReports.createdAt), asc(conversationReports.id));
  return ids.flatMap((id) => {
    const row = rows.find(({ conversation }) => conversation.id === id);
    return row ? [{ ...row, reports: reports.filter(({ conversationId }) => conversationId === id) }] : [];
  });
}

export type ReportedConversation = Awaited<ReturnType<typeof findConversationsForAdmins>>[number];

type PageQuery = { cursor?: string | undefined; limit: number };

/** Conversations that an admin stopped, last stopped first. */
export async function listStopped(db: Db, { cursor, limit }: PageQuery): Promise<PageOf<ReportedConversation>> {
  const { id, stoppedAt } = conversations;
  const places = await db
    .select({ id, createdAt: sql<Date>`${stoppedAt}`.mapWith(stoppedAt) })
    .from(conversations)
    .where(and(isNotNull(stoppedAt), isAfter(cursorAfter(cursor), { createdAt: stoppedAt, id }, "newest")))
    .orderBy(desc(stoppedAt), desc(id))
    .limit(limit + 1);
  const { rows, nextCursor } = pageOf(places, limit);
  return {
    rows: await findConversationsForAdmins(
      db,
      rows.map((place) => place.id),
    ),
    nextCursor,
  };
}

/** Null for a conversation that wasn't reported, or whose report was closed. */
export async function findReported(db: Db, conversationId: string): Promise<ReportedConversation | null> {
  const [found] = await findConversationsForAdmins(db, [conversationId]);
  if (!found) return null;
  const isOpen = found.reports.some(({ resolvedAt }) => resolvedAt === null);
  return isOpen || found.conversation.stoppedAt !== null ? found : null;
}
