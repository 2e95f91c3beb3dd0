import { NOTIFICATION_TYPES } from "@nexby/contract/messaging/notifications";
import { CONVERSATION_STATUSES, MESSAGE_TYPES, REPORT_REASONS } from "@nexby/domain/messaging/conversations";
import { MASKED_KINDS } from "@nexby/domain/messaging/mask-contacts";
import { CHANNELS } from "@nexby/domain/notifications/channels";
import { CHOICE_KINDS } from "@nexby/domain/notifications/choices";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  time,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { sessions, users } from "./accounts.ts";
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

/** In-app notifications. */
export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text({ enum: NOTIFICATION_TYPES }).notNull(),
    /** With `data`, what the texts are made of. Null in rows that are older than the catalogue. */
    kind: text(),
    /** The words at the time of the event, shown where the catalogue no longer knows the kind. */
    title: text().notNull(),
    message: text().notNull(),
    data: jsonb().notNull().default({}),
    isRead: boolean().notNull().default(false),
    actionUrl: text(),
    createdAt: createdAt(),
    readAt: instant(),
    /** From then on it is no longer true, such as a reminder of a time that has passed. Null: time doesn't matter. */
    relevantUntil: instant(),
  },
  (table) => [
    index("notifications_of_user").on(table.userId, table.createdAt, table.id),
    index("notifications_unread").on(table.userId).where(sql`not ${table.isRead}`),
    index("notifications_unread_of_booking").on(sql`(${table.data}->>'bookingId')`).where(sql`not ${table.isRead}`),
    index("notifications_to_outdate").on(table.relevantUntil).where(sql`not ${table.isRead}`),
    check("notifications_type_is_known", oneOf(table.type, NOTIFICATION_TYPES)),
    check("notifications_lead_to_our_own_pages", sql`${table.actionUrl} ~ '^/([^/\\\\]|$)'`),
    check("notifications_read_has_time", sql`${table.isRead} = (${table.readAt} is not null)`),
  ],
);

export const MESSAGE_CHANNELS = ["mail", "sms", "push"] as const;
export const MESSAGE_STATUSES = ["queued", "sent", "dead"] as const;

/** Mail, SMS and push messages delivered after commit. The text is deleted once sent; the row stays as a record. */
export const outgoingMessages = pgTable(
  "outgoing_messages",
  {
    id: id(),
    channel: text({ enum: MESSAGE_CHANNELS }).notNull(),
    recipient: text().notNull(),
    subject: text(),
    body: text(),
    html: text(),
    /** The account and topic that the mail's unsubscribe link turns off; null in mail that is always sent. */
    unsubscribeUserId: uuid().references(() => users.id, { onDelete: "cascade" }),
    unsubscribeTopic: text(),
    status: text({ enum: MESSAGE_STATUSES }).notNull().default("queued"),
    attempts: integer().notNull().default(0),
    lastError: text(),
    createdAt: createdAt(),
    sentAt: instant(),
  },
  (table) => [
    index("outgoing_messages_not_sent").on(table.createdAt).where(sql`${table.status} <> 'sent'`),
    check("outgoing_messages_channel_is_known", oneOf(table.channel, MESSAGE_CHANNELS)),
    check("outgoing_messages_status_is_known", oneOf(table.status, MESSAGE_STATUSES)),
    check("outgoing_messages_have_words_until_sent", sql`${table.status} = 'sent' or ${table.body} is not null`),
  ],
);

/** Messages "delivered" by the embedded mail and SMS adapters. The unique `key` drops duplicates. */
export const capturedMessages = pgTable(
  "captured_messages",
  {
    id: id(),
    key: text().notNull().unique(),
    channel: text().notNull(),
    recipient: text().notNull(),
    subject: text(),
    body: text().notNull(),
    html: text(),
    createdAt: createdAt(),
  },
  (table) => [index("captured_messages_by_age").on(table.createdAt, table.id)],
);

/** The notifications a user wants, by channel. Users who never changed anything have no row. */
export const notificationPreferences = pgTable("notification_preferences", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  email: boolean().notNull(),
  sms: boolean().notNull(),
  push: boolean().notNull(),
  booking: boolean().notNull(),
  messaging: boolean().notNull(),
  search: boolean().notNull(),
  recommendation: boolean().notNull(),
  marketing: boolean().notNull(),
  weeklyDigest: boolean().notNull(),
  quietHours: boolean().notNull(),
  quietFrom: time().notNull(),
  quietUntil: time().notNull(),
  updatedAt: instant().notNull().default(sql`app_now()`),
});

/** A user's choices by topic and channel that differ from the default. The flags above are ANDed with it. */
export const notificationChoices = pgTable(
  "notification_choices",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: CHOICE_KINDS }).notNull(),
    channel: text({ enum: CHANNELS }).notNull(),
    isOn: boolean().notNull(),
    updatedAt: instant().notNull().default(sql`app_now()`),
  },
  (table) => [
    primaryKey({ name: "notification_choices_once", columns: [table.userId, table.kind, table.channel] }),
    check("notification_choices_kind_is_known", oneOf(table.kind, CHOICE_KINDS)),
    check("notification_choices_channel_is_known", oneOf(table.channel, CHANNELS)),
  ],
);

export const DELIVERY_STATES = ["waiting", "handed_over", "skipped", "canceled"] as const;

/**
 * Every notification on every other channel, once. The state of one that was handed over is that of its message; a
 * message can list several notifications.
 */
export const notificationsLog = pgTable(
  "notifications_log",
  {
    id: id(),
    notificationId: uuid()
      .notNull()
      .references(() => notifications.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    channel: text({ enum: CHANNELS }).notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    /** Why it was skipped or canceled. */
    reason: text(),
    dueAt: instant().notNull(),
    messageId: uuid().references(() => outgoingMessages.id),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("notifications_log_once").on(table.notificationId, table.channel),
    index("notifications_log_waiting")
      .on(table.userId, table.channel, table.dueAt)
      .where(sql`${table.state} = 'waiting'`),
    index("notifications_log_overdue").on(table.dueAt).where(sql`${table.state} = 'waiting'`),
    index("notifications_log_of_user").on(table.userId, table.createdAt, table.id),
    index("notifications_log_of_message").on(table.messageId),
    check("notifications_log_channel_is_known", oneOf(table.channel, CHANNELS)),
    check("notifications_log_state_is_known", oneOf(table.state, DELIVERY_STATES)),
    check(
      "notifications_log_handed_over_has_message",
      sql`(${table.state} = 'handed_over') = (${table.messageId} is not null)`,
    ),
    check(
      "notifications_log_reason_is_given",
      sql`(${table.state} in ('skipped', 'canceled')) = (${table.reason} is not null)`,
    ),
  ],
);

/** Browsers that accept push messages. Real time. A subscription ends with the session that made it. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    sessionId: uuid().references(() => sessions.id, { onDelete: "cascade" }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    device: text().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [index("push_subscriptions_of_user").on(table.userId, table.createdAt)],
);

/** Which events admins also get by email, where it differs from the catalogue. */
export const adminNotificationSettings = pgTable("admin_notification_settings", {
  kind: text().primaryKey(),
  email: boolean().notNull(),
  updatedBy: uuid()
    .notNull()
    .references(() => users.id),
  updatedAt: instant().notNull().default(sql`app_now()`),
});
