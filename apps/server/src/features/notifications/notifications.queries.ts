import type { DeliveryStatus } from "@nexby/contract/messaging/notification-settings";
import type { Channel } from "@nexby/domain/notifications/channels";
import { and, asc, count, desc, eq, exists, inArray, ne, notExists, or, sql } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { notifications, notificationsLog, outgoingMessages } from "../../schema/notifications.ts";
import { CRITICAL_KINDS } from "./catalogue/delivery-rules.ts";

export type Notification = typeof notifications.$inferSelect;
type NewNotification = typeof notifications.$inferInsert;

export async function insertNotification(db: Db, notification: NewNotification): Promise<void> {
  await db.insert(notifications).values(notification);
}

const ofUser = eq(notifications.userId, sql.placeholder("userId"));

type Page = {
  after: Place | null;
  limit: number;
  type: Notification["type"] | undefined;
  isRead: boolean | undefined;
  channel?: Channel | undefined;
};

async function selectNotifications(db: Db, userId: string, page: Page): Promise<Notification[]> {
  const { after, limit, type, isRead, channel } = page;
  return db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        type === undefined ? undefined : eq(notifications.type, type),
        isRead === undefined ? undefined : eq(notifications.isRead, isRead),
        channel === undefined ? undefined : exists(sentOn(db, channel)),
        isAfter(after, notifications, "newest"),
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit);
}

/** Skipped and canceled deliveries don't count. */
const sentOn = (db: Db, channel: Channel) =>
  db
    .select({ one: sql`1` })
    .from(notificationsLog)
    .where(
      and(
        eq(notificationsLog.notificationId, notifications.id),
        eq(notificationsLog.channel, channel),
        inArray(notificationsLog.state, ["waiting", "handed_over"]),
      ),
    );

/** Prepared, because every open page asks twice a minute. */
const unreadCount = prepared((db) =>
  db
    .select({ count: count() })
    .from(notifications)
    .where(and(ofUser, sql`not ${notifications.isRead}`))
    .prepare("unread_notifications"),
);

async function countUnread(db: Db, userId: string): Promise<number> {
  const [row] = await unreadCount(db).execute({ userId });
  return row?.count ?? 0;
}

/** Keeps the time of the first read. */
export async function updateRead(db: Db, userId: string, id: string): Promise<Notification | null> {
  const [row] = await db
    .update(notifications)
    .set({ isRead: true, readAt: sql`coalesce(${notifications.readAt}, app_now())` })
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
    .returning();
  return row ?? null;
}

/** Marks unread notifications of messages in a conversation as read. Returns their ids. */
export async function updateReadOfConversation(db: Db, userId: string, conversationId: string): Promise<string[]> {
  const rows = await db
    .update(notifications)
    .set({ isRead: true, readAt: sql`app_now()` })
    .where(
      and(
        eq(notifications.userId, userId),
        sql`not ${notifications.isRead}`,
        eq(notifications.kind, "message_received"),
        sql`${notifications.data}->>'conversationId' = ${conversationId}`,
      ),
    )
    .returning({ id: notifications.id });
  return rows.map(({ id }) => id);
}

export async function updateAllRead(db: Db, userId: string): Promise<number> {
  const { rowCount } = await db
    .update(notifications)
    .set({ isRead: true, readAt: sql`app_now()` })
    .where(and(eq(notifications.userId, userId), sql`not ${notifications.isRead}`));
  return rowCount ?? 0;
}

/** Someone who has read a notification isn't told again elsewhere. Null means all of them. */
export async function cancelWaiting(db: Db, userId: string, notificationId: string | null): Promise<void> {
  const critical = db
    .select({ one: sql`1` })
    .from(notifications)
    .where(and(eq(notifications.id, notificationsLog.notificationId), inArray(notifications.kind, CRITICAL_KINDS)));
  await db
    .update(notificationsLog)
    .set({ state: "canceled", reason: "read" })
    .where(
      and(
        eq(notificationsLog.userId, userId),
        eq(notificationsLog.state, "waiting"),
        or(ne(notificationsLog.channel, "email"), notExists(critical)),
        notificationId === null ? undefined : eq(notificationsLog.notificationId, notificationId),
      ),
    );
}

type Query = {
  limit: number;
  cursor?: string | undefined;
  type?: Notification["type"] | undefined;
  isRead?: boolean | undefined;
};

/** Newest first. */
export async function listNotifications(
  db: Db,
  viewer: Viewer,
  { limit, cursor, type, isRead }: Query,
): Promise<PageOf<Notification>> {
  const page = { after: cursorAfter(cursor), limit: limit + 1, type, isRead };
  return pageOf(await selectNotifications(db, viewer.id, page), limit);
}

export const countUnreadNotifications = (db: Db, viewer: Viewer): Promise<number> => countUnread(db, viewer.id);

const MESSAGE_STATUSES = { queued: "sending", sent: "sent", dead: "failed" } as const;

/** The state of a delivery that was handed over is that of its message. */
export const statusOf = ({ state, status }: Pick<Delivery, "state" | "status">): DeliveryStatus =>
  state === "handed_over" ? MESSAGE_STATUSES[status ?? "queued"] : state;

export type Delivery = Awaited<ReturnType<typeof selectDeliveries>>[number];

const selectDeliveries = (db: Db, ids: readonly string[]) =>
  db
    .select({
      notificationId: notificationsLog.notificationId,
      channel: notificationsLog.channel,
      state: notificationsLog.state,
      reason: notificationsLog.reason,
      dueAt: notificationsLog.dueAt,
      status: outgoingMessages.status,
      attempts: outgoingMessages.attempts,
      sentAt: outgoingMessages.sentAt,
    })
    .from(notificationsLog)
    .leftJoin(outgoingMessages, eq(outgoingMessages.id, notificationsLog.messageId))
    .where(inArray(notificationsLog.notificationId, [...ids]))
    .orderBy(asc(notificationsLog.channel));

/** Newest first, with what was sent on other channels. */
export async function listHistory(
  db: Db,
  viewer: Viewer,
  { limit, cursor, ...filter }: Query & { channel?: Channel | undefined },
): Promise<PageOf<Notification & { deliveries: Delivery[] }>> {
  const { type, isRead, channel } = filter;
  const page = { after: cursorAfter(cursor), limit: limit + 1, type, isRead, channel };
  const { rows, nextCursor } = pageOf(await selectNotifications(db, viewer.id, page), limit);
  const ids = rows.map(({ id }) => id);
  const deliveries = ids.length === 0 ? [] : await selectDeliveries(db, ids);
  return {
    rows: rows.map((row) => ({ ...row, deliveries: deliveries.filter((one) => one.notificationId === row.id) })),
    nextCursor,
  };
}
