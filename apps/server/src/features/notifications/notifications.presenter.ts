import type { NotificationView } from "@nexby/contract/notifications";
import type { Notification } from "./notifications.repository.ts";

export function presentNotification(notification: Notification): NotificationView {
  return {
    id: notification.id,
    type: notification.type,
    title: notification.title,
    message: notification.message,
    isRead: notification.isRead,
    createdAt: notification.createdAt.toISOString(),
    actionUrl: notification.actionUrl,
  };
}
