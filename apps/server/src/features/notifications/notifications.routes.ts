import type { NotificationView } from "@nexby/contract/messaging/notifications";
import * as contract from "@nexby/contract/messaging/notifications";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { isKnownKind, type NotificationEvent, textsOf } from "./catalogue/catalogue.ts";
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

/** Texts are written when shown, so that better words also reach older notifications. */
function presentNotification({ id, kind, data, isRead, createdAt, ...stored }: Notification): NotificationView {
  const { type, title, message, actionUrl } = isKnownKind(kind) ? textsOf({ kind, data } as NotificationEvent) : stored;
  return {
    id,
    type,
    kind: isKnownKind(kind) ? kind : null,
    title,
    message,
    isRead,
    createdAt: createdAt.toISOString(),
    actionUrl,
  };
}
