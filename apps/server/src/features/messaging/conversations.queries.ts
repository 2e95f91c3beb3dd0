import type { BookingStatus } from "@nexby/domain/bookings/statuses";
import { ONLINE_MS } from "@nexby/domain/messaging/conversations";
import { and, desc, eq, gt, isNotNull, ne, type SQL, sql, sum } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { namedSelect, prepared } from "../../platform/db/statements.ts";
import { AppError } from "../../platform/errors.ts";
import { cursorAfter, isAfter, type PageOf, pageOf } from "../../platform/paging.ts";
import { users } from "../../schema/accounts.ts";
import { bookings } from "../../schema/bookings.ts";
import { items } from "../../schema/listings.ts";
import { conversationMembers, conversations, messages, userOnlineStatus } from "../../schema/messaging.ts";
import { photosOfItem } from "../listings/public.ts";
import { hasBlocked, openMatterOf } from "./blocks.ts";
import { type ShownMessage, selectMessages, shownMessage } from "./messages.queries.ts";

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

/** By name, item or text. */
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
 * The latest message with this text in each of a person's conversations. Looks at the masked text, so that a hidden
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
