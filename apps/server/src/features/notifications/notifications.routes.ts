import type { NotificationView } from "@nexby/contract/messaging/notifications";
import * as contract from "@nexby/contract/messaging/notifications";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { markAllNotificationsRead, markNotificationRead } from "./commands/notify.ts";
import { countUnreadNotifications, listNotifications, type Notification } from "./notifications.queries.ts";

export function notificationsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.listNotifications, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listNotifications(db, viewer, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentNotification);
  });

  mount(app, deps, contract.countUnreadNotifications, async ({ db, viewer }) => ({
    count: await countUnreadNotifications(db, viewer),
  }));

  mount(app, deps, contract.markNotificationRead, async ({ db, viewer, params }) =>
    presentNotification(await markNotificationRead(db, viewer, params.notificationId)),
  );

  mount(app, deps, contract.markAllNotificationsRead, async ({ db, viewer }) => ({
    count: await markAllNotificationsRead(db, viewer),
  }));
}

function presentNotification(notification: Notification): NotificationView {
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
