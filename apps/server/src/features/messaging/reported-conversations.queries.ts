import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
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

const MOST_REPORTED = 100;

/** Conversations with open reports, longest wait first, then those that an admin stopped. */
export async function listReported(db: Db, conversationId: string | null = null) {
  const opened = db
    .select({
      id: conversationReports.conversationId,
      since: sql<Date>`min(${conversationReports.createdAt})`.as("since"),
    })
    .from(conversationReports)
    .where(isNull(conversationReports.resolvedAt))
    .groupBy(conversationReports.conversationId)
    .as("opened");
  const rows = await db
    .select({
      conversation: conversations,
      item: { id: items.id, title: items.title },
      renter: person(renters),
      owner: person(owners),
    })
    .from(conversations)
    .leftJoin(opened, eq(opened.id, conversations.id))
    .innerJoin(items, eq(items.id, conversations.itemId))
    .innerJoin(renters, eq(renters.id, conversations.renterId))
    .innerJoin(owners, eq(owners.id, conversations.ownerId))
    .where(
      and(
        or(isNotNull(opened.id), isNotNull(conversations.stoppedAt)),
        conversationId === null ? undefined : eq(conversations.id, conversationId),
      ),
    )
    .orderBy(sql`${opened.since} asc nulls last`, desc(conversations.stoppedAt), asc(conversations.id))
    .limit(MOST_REPORTED);
  const ids = rows.map(({ conversation }) => conversation.id);
  const reports = await db
    .select()
    .from(conversationReports)
    .where(inArray(conversationReports.conversationId, ids))
    .orderBy(asc(conversationReports.createdAt), asc(conversationReports.id));
  return rows.map((row) => ({
    ...row,
    reports: reports.filter((report) => report.conversationId === row.conversation.id),
  }));
}

export type ReportedConversation = Awaited<ReturnType<typeof listReported>>[number];

/** Null for a conversation that wasn't reported, or whose report was closed. */
export async function findReported(db: Db, conversationId: string): Promise<ReportedConversation | null> {
  return (await listReported(db, conversationId))[0] ?? null;
}
