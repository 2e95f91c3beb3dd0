import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Email } from "../../../platform/email/render-email.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import { type NotificationEvent, type NotificationTexts, textsOf } from "../catalogue/catalogue.ts";
import { relevantUntil } from "../catalogue/validity.ts";
import {
  cancelWaiting,
  insertNotification,
  type Notification,
  updateAllRead,
  updateRead,
  updateReadOfConversation,
} from "../notifications.queries.ts";
import { replaceEarlierEntries } from "./outdate.ts";
import { planDeliveries } from "./plan-deliveries.ts";

/**
 * Creates an in-app notification in the caller's transaction; open pages show it immediately. Also plans its email,
 * text and push message. `writeLetter` replaces the email's usual text.
 */
export async function notify(
  db: Db,
  userId: string,
  event: NotificationEvent,
  writeLetter?: (texts: NotificationTexts) => Email,
): Promise<NotificationTexts> {
  const id = newId();
  const texts = textsOf(event);
  const { kind, data } = event;
  await insertNotification(db, { id, userId, kind, data, ...texts, relevantUntil: relevantUntil(event) });
  await replaceEarlierEntries(db, userId, event, id);
  await publishEvent(db, { audience: userAudience(userId), type: "notification_created", data: { id } });
  await planDeliveries(db, { notificationId: id, userId, event }, writeLetter ? { letter: writeLetter(texts) } : null);
  return texts;
}

/** Updates the user's other tabs and devices. */
const notifyOtherTabs = (db: Db, userId: string) =>
  publishEvent(db, { audience: userAudience(userId), type: "notifications_read", data: {} });

/** Another user's notification is treated as not found. */
export async function markNotificationRead(db: Db, viewer: Viewer, id: string): Promise<Notification> {
  return db.transaction(async (tx) => {
    const notification = await updateRead(tx, viewer.id, id);
    if (!notification) throw new AppError("not_found", "Notification not found");
    await cancelWaiting(tx, viewer.id, id);
    await notifyOtherTabs(tx, viewer.id);
    return notification;
  });
}

/** Reading a conversation also reads what was told about its messages. */
export async function markConversationNotificationsRead(db: Db, userId: string, conversationId: string): Promise<void> {
  const ids = await updateReadOfConversation(db, userId, conversationId);
  for (const id of ids) await cancelWaiting(db, userId, id);
  if (ids.length > 0) await notifyOtherTabs(db, userId);
}

export async function markAllNotificationsRead(db: Db, viewer: Viewer): Promise<number> {
  return db.transaction(async (tx) => {
    const count = await updateAllRead(tx, viewer.id);
    if (count > 0) {
      await cancelWaiting(tx, viewer.id, null);
      await notifyOtherTabs(tx, viewer.id);
    }
    return count;
  });
}
