import * as adminContract from "@nexby/contract/admin/notifications";
import type { NotificationHistoryView } from "@nexby/contract/messaging/notification-settings";
import * as settingsContract from "@nexby/contract/messaging/notification-settings";
import type { NotificationView } from "@nexby/contract/messaging/notifications";
import * as contract from "@nexby/contract/messaging/notifications";
import * as pushContract from "@nexby/contract/messaging/push";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { PushPort } from "../../adapters/push/push.port.ts";
import { AppError } from "../../platform/errors.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { listAdminSettings, listDeliveries, presentAdminDelivery, saveAdminSetting } from "./admin-notifications.ts";
import { isKnownKind, type NotificationEvent, textsOf } from "./catalogue/catalogue.ts";
import { whyOf } from "./catalogue/delivery-rules.ts";
import { markAllNotificationsRead, markNotificationRead } from "./commands/notify.ts";
import {
  countUnreadNotifications,
  type Delivery,
  listHistory,
  listNotifications,
  type Notification,
  statusOf,
} from "./notifications.queries.ts";
import { changePreferences, findRecipient, presentPreferences, type SaveContactChoices } from "./preferences.ts";
import { addDevice, listDevices, presentDevice, removeDevice } from "./push-devices.ts";

export function notificationsRoutes(app: FastifyInstance, deps: HttpDeps & { saveContactChoices: SaveContactChoices }) {
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

  mount(app, deps, settingsContract.listNotificationHistory, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listHistory(db, viewer, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentHistory);
  });

  mount(app, deps, settingsContract.getNotificationPreferences, async ({ db, viewer }) => {
    const recipient = await findRecipient(db, viewer.id);
    if (!recipient) throw new AppError("unauthenticated");
    return presentPreferences(recipient);
  });

  mount(app, deps, settingsContract.updateNotificationPreferences, ({ db, viewer, body }) =>
    changePreferences(db, viewer, body, deps.saveContactChoices),
  );
}

type PushDeps = HttpDeps & { push: Pick<PushPort, "publicKey" | "mayTake">; deviceName: (userAgent: string) => string };

export function pushRoutes(app: FastifyInstance, deps: PushDeps) {
  mount(app, deps, pushContract.getPushKey, async () => ({ publicKey: deps.push.publicKey }));

  mount(app, deps, pushContract.listPushDevices, async ({ db, viewer }) =>
    (await listDevices(db, viewer.id)).map(presentDevice),
  );

  mount(app, deps, pushContract.addPushDevice, async ({ db, viewer, body, userAgent }) =>
    presentDevice(await addDevice({ db, push: deps.push }, viewer, body, deps.deviceName(userAgent))),
  );

  mount(app, deps, pushContract.removePushDevice, async ({ db, viewer, params }) => {
    await removeDevice(db, viewer, params.pushDeviceId);
    return { success: true as const };
  });
}

export function adminNotificationsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, adminContract.listAdminNotificationSettings, ({ db }) => listAdminSettings(db));

  mount(app, deps, adminContract.updateAdminNotificationSetting, ({ db, viewer, body }) =>
    saveAdminSetting(db, viewer, body),
  );

  mount(app, deps, adminContract.listNotificationDeliveries, async ({ db, query, linkNext }) => {
    const { rows, nextCursor } = await listDeliveries(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentAdminDelivery);
  });
}

function presentHistory({ deliveries, ...notification }: Notification & { deliveries: Delivery[] }) {
  const view = presentNotification(notification);
  return { ...view, why: whyOf(view.kind, sideOf(notification.data)), deliveries: deliveries.map(presentDelivery) };
}

/** Entries of older versions may name none. */
function bookingOf(data: unknown): string | null {
  const { bookingId } = data as { bookingId?: unknown };
  return z.uuid().safeParse(bookingId).data ?? null;
}

function sideOf(data: unknown): "renter" | "owner" | undefined {
  const { to } = data as { to?: unknown };
  return to === "renter" || to === "owner" ? to : undefined;
}

const presentDelivery = (delivery: Delivery): NotificationHistoryView["deliveries"][number] => ({
  channel: delivery.channel,
  status: statusOf(delivery),
  at: (delivery.sentAt ?? delivery.dueAt).toISOString(),
  attempts: delivery.attempts ?? 0,
  reason: settingsContract.DELIVERY_REASONS.find((reason) => reason === delivery.reason) ?? null,
});

/** Texts are written when shown, so better texts also reach older notifications. */
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
    bookingId: bookingOf(data),
  };
}
