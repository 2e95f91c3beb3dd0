import { CONVERSATION_STATUSES, MESSAGE_TYPES, REPORT_REASONS } from "@nexby/domain/messaging/conversations";
import { MASKED_KINDS } from "@nexby/domain/messaging/mask-contacts";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, instant, oneOf } from "./columns.ts";
import { items } from "./listings.ts";

const MEMBER_ROLES = ["renter", "owner"] as const;

/**
 * Between two users about an item and, once requested, about their booking. A later request for the same item goes on in
 * the same conversation.
 */
export const conversations = pgTable(
  "conversations",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => items.id),
    renterId: uuid()
      .notNull()
      .references(() => users.id),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    bookingId: uuid().unique("conversations_booking_unique"),
    status: text({ enum: CONVERSATION_STATUSES }).notNull().default("active"),
    /** Number of the latest message. Counted up under the row's lock, so numbers appear in order and without gaps. */
    lastSequence: integer().notNull().default(0),
    lastMessageAt: instant(),
    /** An admin stopped it after a report: nobody can write in it. */
    stoppedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("conversations_of_renter").on(table.renterId, table.lastMessageAt),
    index("conversations_of_owner").on(table.ownerId, table.lastMessageAt),
    index("conversations_of_item_and_renter").on(table.itemId, table.renterId),
    index("conversations_blocked").on(table.renterId, table.ownerId).where(sql`${table.status} = 'blocked'`),
    index("conversations_stopped").on(table.stoppedAt).where(sql`${table.stoppedAt} is not null`),
    check("conversations_status_is_known", oneOf(table.status, CONVERSATION_STATUSES)),
    check("conversations_are_between_two", sql`${table.renterId} <> ${table.ownerId}`),
  ],
);

/**
 * A person who sees the conversation. The owner's row is written when the request is sent to them, so an unsent request
 * has none.
 */
export const conversationMembers = pgTable(
  "conversation_members",
  {
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    role: text({ enum: MEMBER_ROLES }).notNull(),
    /** The other person's messages up to here have reached a device, or were read. */
    deliveredSequence: integer().notNull().default(0),
    readSequence: integer().notNull().default(0),
    unreadCount: integer().notNull().default(0),
    isArchived: boolean().notNull().default(false),
    isBlocked: boolean().notNull().default(false),
    /** Copied from the conversation, for the order of the person's list. Null until someone has written. */
    lastMessageAt: instant(),
    /** When the person was last told of unread messages, in real time like their online status. */
    notifiedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index("conversation_members_list").on(table.userId, table.isArchived, table.lastMessageAt, table.conversationId),
    index("conversation_members_unread").on(table.userId).where(sql`${table.unreadCount} > 0`),
    index("conversation_members_waiting").on(table.lastMessageAt).where(sql`${table.unreadCount} > 0`),
    check("conversation_members_role_is_known", oneOf(table.role, MEMBER_ROLES)),
    check(
      "conversation_members_counts_are_valid",
      sql`${table.unreadCount} >= 0 and ${table.readSequence} between 0 and ${table.deliveredSequence}`,
    ),
  ],
);

export const messages = pgTable(
  "messages",
  {
    /** Chosen by the sender's device, so that a message sent twice is stored once. */
    id: id(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id),
    /** Null for messages about booking events. */
    senderId: uuid().references(() => users.id),
    /** Null for messages about booking events, which are not marked as read. */
    recipientId: uuid().references(() => users.id),
    /** The booking it was sent with as a request message, or whose event it is about. */
    bookingId: uuid(),
    /** Position in the conversation, from 1. */
    sequence: integer().notNull(),
    content: text().notNull(),
    /** The content without contact details, where it has any: what a search and, before approval, the recipient see. */
    maskedContent: text(),
    /** The kinds of contact details hidden in it. */
    maskedKinds: text({ enum: MASKED_KINDS }).array().notNull().default([]),
    /** Version of the masking rules that made it; 0 for messages that are older than the column. */
    maskingVersion: integer().notNull().default(0),
    messageType: text({ enum: MESSAGE_TYPES }).notNull().default("text"),
    /** Sent by the renter with the booking request. */
    isRequestMessage: boolean().notNull().default(false),
    isRead: boolean().notNull().default(false),
    deliveredAt: instant(),
    readAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("messages_in_order").on(table.conversationId, table.sequence),
    uniqueIndex("messages_one_per_request").on(table.bookingId).where(sql`${table.isRequestMessage}`),
    index("messages_undelivered")
      .on(table.recipientId)
      .where(sql`${table.deliveredAt} is null and ${table.recipientId} is not null`),
    index("messages_by_masking_version").on(table.maskingVersion, table.conversationId),
    index("messages_of_sender").on(table.conversationId, table.senderId, table.sequence),
    index("messages_unread").on(table.conversationId, table.recipientId).where(sql`not ${table.isRead}`),
    index("messages_by_words").using(
      "gin",
      sql`to_tsvector('simple'::regconfig, coalesce(${table.maskedContent}, ${table.content}))`,
    ),
    check("messages_have_text", sql`${table.content} ~ '[^[:space:]]' and char_length(${table.content}) <= 5000`),
    check(
      "messages_masked_kinds_are_known",
      sql`${table.maskedKinds} <@ ${sql.raw(`array[${MASKED_KINDS.map((kind) => `'${kind}'`).join(", ")}]`)}`,
    ),
    check(
      "messages_masked_kinds_have_text",
      sql`(${table.maskedContent} is null) = (cardinality(${table.maskedKinds}) = 0) or ${table.maskingVersion} = 0`,
    ),
    check("messages_type_is_known", oneOf(table.messageType, MESSAGE_TYPES)),
    check("messages_of_people_have_senders", sql`(${table.messageType} = 'system') = (${table.senderId} is null)`),
    check("messages_of_requests_name_them", sql`not ${table.isRequestMessage} or ${table.bookingId} is not null`),
    check("messages_read_have_time", sql`${table.isRead} = (${table.readAt} is not null)`),
  ],
);

/** A report is open until an admin stops or allows the conversation. */
export const conversationReports = pgTable(
  "conversation_reports",
  {
    id: id(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    notes: text().notNull(),
    resolvedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("conversation_reports_open")
      .on(table.conversationId, table.userId)
      .where(sql`${table.resolvedAt} is null`),
    check("conversation_reports_reason_is_known", oneOf(table.reason, REPORT_REASONS)),
  ],
);

/** Private pictures in conversations. The message's id is the photo's. */
export const messagePhotos = pgTable("message_photos", {
  messageId: uuid()
    .primaryKey()
    .references(() => messages.id),
  /** The folder of the file in the storage. */
  filesKey: text().notNull().unique("message_photos_files_key_unique"),
  width: integer().notNull(),
  height: integer().notNull(),
  placeholder: text().notNull(),
  /** Of the bytes received, to recognize a photo that is sent again. */
  sha256: text().notNull(),
});

/** When a person's browser was last connected, in real time. */
export const userOnlineStatus = pgTable("user_online_status", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  lastSeenAt: instant(),
  /** False hides it from everyone else. */
  isShared: boolean().notNull().default(true),
});
