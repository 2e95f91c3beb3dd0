import type { BookingStatus } from "@nexby/domain/bookings/statuses";
import { ONLINE_MS } from "@nexby/domain/messaging/conversations";
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, ne, type SQL, sql, sum } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { namedSelect, prepared } from "../../platform/db/statements.ts";
import { AppError } from "../../platform/errors.ts";
import { cursorAfter, isAfter, type PageOf, pageOf } from "../../platform/paging.ts";
import { users } from "../../schema/accounts.ts";
import { bookings } from "../../schema/bookings.ts";
import { items } from "../../schema/listings.ts";
import {
  conversationMembers,
  conversationReports,
  conversations,
  messagePhotos,
  messages,
  userOnlineStatus,
} from "../../schema/messaging.ts";
import { photosOfItem } from "../listings/public.ts";
import type { Message } from "./append-message.ts";
import { hasBlocked, openMatterOf } from "./blocks.ts";

type Photo = Omit<typeof messagePhotos.$inferSelect, "messageId" | "sha256">;
export type ShownMessage = Message & { photo: Photo | null };
export type ShownConversation = Awaited<ReturnType<typeof selectConversations>>[number] & {
  lastMessage: ShownMessage | null;
  /** In a search, the latest message with the words. */
  match: string | null;
};

const others = alias(conversationMembers, "others");

const isOnline = sql<boolean>`coalesce(${userOnlineStatus.lastSeenAt} > now() - ${ONLINE_MS} * interval '1 millisecond', false)`;

type Selection = { userId: string; where: SQL | undefined; limit: number };

/** When the other person read the member's last message that they have read. */
const readAt = sql<Date | null>`(
  select ${messages.readAt} from ${messages}
  where ${messages.conversationId} = ${conversations.id} and ${messages.senderId} = ${conversationMembers.userId}
    and ${messages.sequence} <= ${others.readSequence}
  order by ${messages.sequence} desc limit 1)`.mapWith(messages.readAt);

/** A member's conversations with everything their list shows, in one query. Owners see no request that wasn't sent. */
function selectConversations(db: Db, { userId, where, limit }: Selection) {
  return db
    .select({
      // For the cursor.
      id: conversations.id,
      createdAt: sql<Date>`coalesce(${conversationMembers.lastMessageAt}, ${conversations.createdAt})`.mapWith(
        conversations.createdAt,
      ),
      conversation: conversations,
      member: conversationMembers,
      otherMember: others,
      readAt,
      other: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        profileImageUrl: users.profileImageUrl,
        isOnline,
        isOnlineShared: sql<boolean>`coalesce(${userOnlineStatus.isShared}, true)`,
      },
      item: {
        id: items.id,
        title: items.title,
        isListed: sql<boolean>`${items.isAvailable} and ${items.deletedAt} is null`,
      },
      photos: photosOfItem,
      booking: {
        id: bookings.id,
        status: bookings.status,
        startDate: bookings.startDate,
        endDate: bookings.endDate,
        closedAt: bookings.closedAt,
      },
      block: {
        isByYou: hasBlocked(conversationMembers.userId, others.userId),
        isByOther: hasBlocked(others.userId, conversationMembers.userId),
      },
      openMatter: openMatterOf(conversationMembers.userId, others.userId),
    })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .innerJoin(others, and(eq(others.conversationId, conversations.id), ne(others.userId, conversationMembers.userId)))
    .innerJoin(users, eq(users.id, others.userId))
    .innerJoin(items, eq(items.id, conversations.itemId))
    .leftJoin(userOnlineStatus, eq(userOnlineStatus.userId, users.id))
    .leftJoin(bookings, eq(bookings.id, conversations.bookingId))
    .where(and(eq(conversationMembers.userId, userId), where))
    .orderBy(desc(conversationMembers.lastMessageAt), desc(conversationMembers.conversationId))
    .limit(limit);
}

type ListQuery = {
  limit: number;
  cursor?: string | undefined;
  folder: "inbox" | "archived";
  search?: string | undefined;
};

export async function listConversations(
  db: Db,
  userId: string,
  { limit, cursor, folder, search = "" }: ListQuery,
): Promise<PageOf<ShownConversation>> {
  const place = { createdAt: conversationMembers.lastMessageAt, id: conversationMembers.conversationId };
  const found = search === "" ? null : await searchFor(db, userId, search);
  const rows = await selectConversations(db, {
    userId,
    where: and(
      isNotNull(conversationMembers.lastMessageAt),
      found ? found.where : eq(conversationMembers.isArchived, folder === "archived"),
      isAfter(cursorAfter(cursor), place, "newest"),
    ),
    limit: limit + 1,
  });
  const page = pageOf(rows, limit);
  const shown = await withLastMessages(db, page.rows);
  return { ...page, rows: shown.map((row) => ({ ...row, match: found?.matches.get(row.id) ?? null })) };
}

const WORDS = /[\p{L}\p{N}]+/gu;
const MOST_MATCHES = 500;
const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** By name, item or words. */
async function searchFor(
  db: Db,
  userId: string,
  search: string,
): Promise<{ where: SQL; matches: Map<string, string> }> {
  const like = `%${escaped(search)}%`;
  const named = sql`(concat(${users.firstName}, ' ', ${users.lastName}) ilike ${like} or ${items.title} ilike ${like})`;
  const matches = await findMatches(db, userId, [...search.matchAll(WORDS)].map(([word]) => `${word}:*`).join(" & "));
  const ids = [...matches.keys()];
  return { where: sql`(${named} or ${conversations.id} = any(${sql.param(ids)}::uuid[]))`, matches };
}

/**
 * The latest message with these words in each of a person's conversations. Looks at the masked text, so that a hidden
 * number can't be found digit by digit.
 */
async function findMatches(db: Db, userId: string, words: string): Promise<Map<string, string>> {
  if (words === "") return new Map();
  const { rows } = await db.execute<{ id: string; text: string }>(sql`
    with found as materialized (
      select conversation_id, max(sequence) as sequence from messages
      where to_tsvector('simple'::regconfig, coalesce(masked_content, content)) @@ to_tsquery('simple'::regconfig, ${words})
        and conversation_id in (select conversation_id from conversation_members where user_id = ${userId})
      group by conversation_id
    )
    select conversation_id as id, coalesce(masked_content, content) as text
    from found join messages using (conversation_id, sequence)
    order by created_at desc limit ${MOST_MATCHES}`);
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** Throws not_found for everyone except its members. */
export async function getConversation(db: Db, userId: string, conversationId: string): Promise<ShownConversation> {
  return one(db, userId, eq(conversations.id, conversationId));
}

export const getBookingConversation = (db: Db, userId: string, bookingId: string): Promise<ShownConversation> =>
  one(db, userId, eq(conversations.bookingId, bookingId));

async function one(db: Db, userId: string, where: SQL): Promise<ShownConversation> {
  const [shown] = await withLastMessages(db, await selectConversations(db, { userId, where, limit: 1 }));
  if (!shown) throw new AppError("not_found", "Conversation not found");
  return shown;
}

type Row = Awaited<ReturnType<typeof selectConversations>>[number];

async function withLastMessages(db: Db, rows: readonly Row[]): Promise<ShownConversation[]> {
  if (rows.length === 0) return [];
  const places = rows.map(({ id, conversation }) => sql`(${id}::uuid, ${conversation.lastSequence}::int)`);
  const latest = await selectMessages(db)
    .where(sql`(${messages.conversationId}, ${messages.sequence}) in (${sql.join(places, sql`, `)})`)
    .limit(rows.length);
  const byConversation = new Map(latest.map((row) => [row.message.conversationId, shownMessage(row)]));
  return rows.map((row) => ({ ...row, lastMessage: byConversation.get(row.id) ?? null, match: null }));
}

const selectMessages = (db: Db) =>
  db
    .select({ message: messages, photo: messagePhotos })
    .from(messages)
    .leftJoin(messagePhotos, eq(messagePhotos.messageId, messages.id));

const shownMessage = ({ message, photo }: { message: Message; photo: Photo | null }): ShownMessage => ({
  ...message,
  photo,
});

type MessagesQuery = { limit: number; before?: number | undefined; after?: number | undefined };

const inConversation = eq(messages.conversationId, sql.placeholder("conversationId"));
const limit = sql.placeholder("limit");

const messagesAfter = namedSelect("messages_after", (db) =>
  selectMessages(db)
    .where(and(inConversation, gt(messages.sequence, sql.placeholder("after"))))
    .orderBy(asc(messages.sequence))
    .limit(limit),
);
const messagesBefore = namedSelect("messages_before", (db) =>
  selectMessages(db)
    .where(and(inConversation, lt(messages.sequence, sql.placeholder("before"))))
    .orderBy(desc(messages.sequence))
    .limit(limit),
);

/** Above every sequence. */
const END = 2_147_483_647;

/** In the order of the conversation: the next ones after a position, otherwise the latest ones before it. */
export async function listMessages(db: Db, conversationId: string, query: MessagesQuery): Promise<ShownMessage[]> {
  const { limit: most, before = END, after } = query;
  if (after === undefined) {
    return (await messagesBefore(db, { conversationId, before, limit: most })).map(shownMessage).reverse();
  }
  const rows = await messagesAfter(db, { conversationId, after, limit: most });
  return rows.map(shownMessage).filter(({ sequence }) => sequence < before);
}

const bookingStatus = namedSelect("conversation_booking_status", (db) =>
  db
    .select({ status: bookings.status })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .leftJoin(bookings, eq(bookings.id, conversations.bookingId))
    .where(
      and(
        eq(conversationMembers.conversationId, sql.placeholder("conversationId")),
        eq(conversationMembers.userId, sql.placeholder("userId")),
      ),
    ),
);

/** The status of the conversation's booking, if it has one. Throws not_found for everyone except its members. */
export async function getBookingStatus(db: Db, userId: string, conversationId: string): Promise<BookingStatus | null> {
  const [row] = await bookingStatus(db, { userId, conversationId });
  if (!row) throw new AppError("not_found", "Conversation not found");
  return row.status;
}

export async function findMessage(db: Db, id: string): Promise<(ShownMessage & { photoSha256: string | null }) | null> {
  const [row] = await selectMessages(db).where(eq(messages.id, id)).limit(1);
  return row ? { ...shownMessage(row), photoSha256: row.photo?.sha256 ?? null } : null;
}

/** Prepared, because every open page asks once a minute. */
const unreadCount = prepared((db) =>
  db
    .select({ count: sum(conversationMembers.unreadCount).mapWith(Number) })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.userId, sql.placeholder("userId")), gt(conversationMembers.unreadCount, 0)))
    .prepare("unread_messages"),
);

export async function countUnread(db: Db, userId: string): Promise<number> {
  const [row] = await unreadCount(db).execute({ userId });
  return row?.count ?? 0;
}

/** Conversations with messages that haven't reached this person's device. */
export async function listUndelivered(db: Db, userId: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: messages.conversationId })
    .from(messages)
    .where(and(eq(messages.recipientId, userId), sql`${messages.deliveredAt} is null`))
    .groupBy(messages.conversationId)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export type ItemForConversation = { id: string; ownerId: string; isListed: boolean };

export async function findItem(db: Db, itemId: string): Promise<ItemForConversation | null> {
  const isListed = sql<boolean>`${items.isAvailable} and ${items.deletedAt} is null`;
  const [row] = await db
    .select({ id: items.id, ownerId: items.ownerId, isListed })
    .from(items)
    .where(eq(items.id, itemId));
  return row ?? null;
}

/** The renter's latest conversation about the item, unless its rental is complete. */
export async function findOngoing(db: Db, itemId: string, renterId: string): Promise<string | null> {
  const rows = await db
    .select({ id: conversations.id, status: bookings.status })
    .from(conversations)
    .innerJoin(
      conversationMembers,
      and(eq(conversationMembers.conversationId, conversations.id), eq(conversationMembers.userId, renterId)),
    )
    .leftJoin(bookings, eq(bookings.id, conversations.bookingId))
    .where(and(eq(conversations.itemId, itemId), eq(conversations.renterId, renterId)))
    .orderBy(desc(conversations.createdAt), desc(conversations.id));
  const closed: BookingStatus = "closed";
  return rows.find(({ status }) => status !== closed)?.id ?? null;
}

export async function isFilesKeyInUse(db: Db, filesKey: string): Promise<boolean> {
  const rows = await db
    .select({ id: messagePhotos.messageId })
    .from(messagePhotos)
    .where(eq(messagePhotos.filesKey, filesKey));
  return rows.length > 0;
}

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
