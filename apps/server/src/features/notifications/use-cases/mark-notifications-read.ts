import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/publish-event.ts";
import { type Notification, updateAllRead, updateRead } from "../notifications.repository.ts";

/** Other tabs and devices of the same person learn of it too. */
const tellOtherTabs = (db: Db, userId: string) =>
  publishEvent(db, { audience: userAudience(userId), type: "notifications_read", data: {} });

/** Somebody else's notification is as good as none. */
export async function markNotificationRead(db: Db, viewer: Viewer, id: string): Promise<Notification> {
  return db.transaction(async (tx) => {
    const notification = await updateRead(tx, viewer.id, id);
    if (!notification) throw new AppError("not_found", "Notification not found");
    await tellOtherTabs(tx, viewer.id);
    return notification;
  });
}

export async function markAllNotificationsRead(db: Db, viewer: Viewer): Promise<number> {
  return db.transaction(async (tx) => {
    const count = await updateAllRead(tx, viewer.id);
    if (count > 0) await tellOtherTabs(tx, viewer.id);
    return count;
  });
}
