import { NOTIFICATION_TYPES } from "@nexby/contract/messaging/notifications";
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
