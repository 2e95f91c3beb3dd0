import * as contract from "@nexby/contract/notifications";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentNotification } from "./notifications.presenter.ts";
import { markAllNotificationsRead, markNotificationRead } from "./use-cases/mark-notifications-read.ts";
import { countNotifications, listNotifications } from "./use-cases/read-notifications.ts";

export function notificationsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.listNotifications, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listNotifications(db, viewer, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentNotification);
  });

  mount(app, deps, contract.countNotifications, async ({ db, viewer }) => ({
    count: await countNotifications(db, viewer),
  }));

  mount(app, deps, contract.markNotificationRead, async ({ db, viewer, params }) =>
    presentNotification(await markNotificationRead(db, viewer, params.notificationId)),
  );

  mount(app, deps, contract.markAllNotificationsRead, async ({ db, viewer }) => ({
    count: await markAllNotificationsRead(db, viewer),
  }));
}
