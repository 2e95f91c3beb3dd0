import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import {
  insertNotification,
  type NewNotification,
  type Notification,
  updateAllRead,
  updateRead,
} from "../notifications.queries.ts";

type News = Pick<NewNotification, "userId" | "type" | "title" | "message" | "actionUrl" | "data">;

/** Tells a person something inside the product, in the transaction of what happened; open pages show it at once. */
export async function notify(db: Db, news: News): Promise<void> {
  const id = newId();
  await insertNotification(db, { ...news, id });
  await publishEvent(db, { audience: userAudience(news.userId), type: "notification_created", data: { id } });
}

/** Other tabs and devices of the same person learn of it too. */
const notifyOtherTabs = (db: Db, userId: string) =>
  publishEvent(db, { audience: userAudience(userId), type: "notifications_read", data: {} });

/** Somebody else's notification is as good as none. */
export async function markNotificationRead(db: Db, viewer: Viewer, id: string): Promise<Notification> {
  return db.transaction(async (tx) => {
    const notification = await updateRead(tx, viewer.id, id);
    if (!notification) throw new AppError("not_found", "Notification not found");
    await notifyOtherTabs(tx, viewer.id);
    return notification;
  });
}

export async function markAllNotificationsRead(db: Db, viewer: Viewer): Promise<number> {
  return db.transaction(async (tx) => {
    const count = await updateAllRead(tx, viewer.id);
    if (count > 0) await notifyOtherTabs(tx, viewer.id);
    return count;
  });
}
