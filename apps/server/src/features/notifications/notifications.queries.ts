import { and, count, desc, eq, sql } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { notifications } from "../../schema/messaging.ts";

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
};

async function selectNotifications(db: Db, userId: string, page: Page): Promise<Notification[]> {
  const { after, limit, type, isRead } = page;
  return db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        type === undefined ? undefined : eq(notifications.type, type),
        isRead === undefined ? undefined : eq(notifications.isRead, isRead),
        isAfter(after, notifications, "newest"),
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit);
}

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

export async function updateAllRead(db: Db, userId: string): Promise<number> {
  const { rowCount } = await db
    .update(notifications)
    .set({ isRead: true, readAt: sql`app_now()` })
    .where(and(eq(notifications.userId, userId), sql`not ${notifications.isRead}`));
  return rowCount ?? 0;
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
