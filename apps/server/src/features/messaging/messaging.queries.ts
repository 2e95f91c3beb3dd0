import type { BookingStatus } from "@nexby/domain/bookings/statuses";
import { ONLINE_MS } from "@nexby/domain/messaging/conversations";
import { and, asc, count, desc, eq, gt, inArray, isNotNull, lt, ne, type SQL, sql, sum } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";
import { AppError } from "../../platform/errors.ts";
import { cursorAfter, isAfter, type PageOf, pageOf } from "../../platform/paging.ts";
import { users } from "../../schema/accounts.ts";
import { bookings } from "../../schema/bookings.ts";
import { items } from "../../schema/listings.ts";
import {
  conversationMembers,
  conversations,
  messagePhotos,
  messages,
  userOnlineStatus,
} from "../../schema/messaging.ts";
import { photosOfItem } from "../listings/public.ts";
import type { Message } from "./append-message.ts";

export type Photo = Omit<typeof messagePhotos.$inferSelect, "messageId" | "sha256">;
export type ShownMessage = Message & { photo: Photo | null };
export type ShownConversation = Awaited<ReturnType<typeof selectConversations>>[number] & {
  lastMessage: ShownMessage | null;
};

const others = alias(conversationMembers, "others");

const isOnline = sql<boolean>`coalesce(${userOnlineStatus.lastSeenAt} > now() - ${ONLINE_MS} * interval '1 millisecond', false)`;

type Selection = { userId: string; where: SQL | undefined; match?: SQL<string | null>; limit: number };

/** A member's conversations with everything their list shows, in one query. Owners see no request that wasn't sent. */
function selectConversations(db: Db, { userId, where, match = sql<string | null>`null`, limit }: Selection) {
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
      match,
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
  const found = search === "" ? null : searchFor(search);
  const rows = await selectConversations(db, {
    userId,
    where: and(
      isNotNull(conversationMembers.lastMessageAt),
      found ? found.where : eq(conversationMembers.isArchived, folder === "archived"),
      isAfter(cursorAfter(cursor), place, "newest"),
    ),
    ...(found && { match: found.match }),
    limit: limit + 1,
  });
  const page = pageOf(rows, limit);
  return { ...page, rows: await withLastMessages(db, page.rows) };
}

const WORDS = /[\p{L}\p{N}]+/gu;
const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Searches the masked text, so that a hidden number can't be found digit by digit. */
function searchFor(search: string) {
  const words = [...search.matchAll(WORDS)].map(([word]) => `${word}:*`).join(" & ");
  const readable = sql`coalesce(${messages.maskedContent}, ${messages.content})`;
  const matching = sql`from ${messages} where ${messages.conversationId} = ${conversations.id}
    and to_tsvector('simple'::regconfig, ${readable}) @@ to_tsquery('simple'::regconfig, ${words})`;
  const like = `%${escaped(search)}%`;
  const named = sql`(concat(${users.firstName}, ' ', ${users.lastName}) ilike ${like} or ${items.title} ilike ${like})`;
  if (words === "") return { where: named, match: sql<string | null>`null` };
  return {
    where: sql`(${named} or exists (select 1 ${matching}))`,
    match: sql<string | null>`(select ${readable} ${matching} order by ${messages.sequence} desc limit 1)`,
  };
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
  return rows.map((row) => ({ ...row, lastMessage: byConversation.get(row.id) ?? null }));
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

/** In the order of the conversation: the next ones after a position, otherwise the latest ones before it. */
export async function listMessages(
  db: Db,
  conversationId: string,
  { limit, before, after }: MessagesQuery,
): Promise<ShownMessage[]> {
  const isForward = after !== undefined;
  const rows = await selectMessages(db)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        isForward ? gt(messages.sequence, after) : undefined,
        before === undefined ? undefined : lt(messages.sequence, before),
      ),
    )
    .orderBy(isForward ? asc(messages.sequence) : desc(messages.sequence))
    .limit(limit);
  const shown = rows.map(shownMessage);
  return isForward ? shown : shown.reverse();
}

export async function findMessage(db: Db, id: string): Promise<(ShownMessage & { photoSha256: string | null }) | null> {
  const [row] = await selectMessages(db).where(eq(messages.id, id)).limit(1);
  return row ? { ...shownMessage(row), photoSha256: row.photo?.sha256 ?? null } : null;
}

/** Prepared, because every open page asks twice a minute. */
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

export async function hasBlockedPair(db: Db, renterId: string, ownerId: string): Promise<boolean> {
  const [row] = await db
    .select({ blocked: count() })
    .from(conversations)
    .where(
      and(
        inArray(conversations.renterId, [renterId, ownerId]),
        inArray(conversations.ownerId, [renterId, ownerId]),
        eq(conversations.status, "blocked"),
      ),
    );
  return (row?.blocked ?? 0) > 0;
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
