import type { AdminNotificationSettingView, NotificationDeliveryView } from "@nexby/contract/admin/notifications";
import { DELIVERY_REASONS, type DeliveryStatus } from "@nexby/contract/messaging/notification-settings";
import { ADMIN_NOTIFICATION_KINDS } from "@nexby/contract/messaging/notifications";
import type { Channel } from "@nexby/domain/notifications/channels";
import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { recordAudit } from "../../platform/audit.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { cursorAfter, isAfter, type PageOf, pageOf } from "../../platform/paging.ts";
import { users } from "../../schema/accounts.ts";
import {
  adminNotificationSettings,
  notifications,
  notificationsLog,
  outgoingMessages,
} from "../../schema/notifications.ts";
import { ruleOf } from "./catalogue/delivery-rules.ts";
import { statusOf } from "./notifications.queries.ts";

/** The catalogue's choice, unless an admin changed it. */
export async function listAdminSettings(db: Db): Promise<AdminNotificationSettingView[]> {
  const changed = await db.select().from(adminNotificationSettings);
  return ADMIN_NOTIFICATION_KINDS.map((kind) => ({
    kind,
    email: changed.find((one) => one.kind === kind)?.email ?? ruleOf(kind).channels.includes("email"),
  }));
}

export async function saveAdminSetting(db: Db, viewer: Viewer, { kind, email }: AdminNotificationSettingView) {
  return db.transaction(async (tx) => {
    const change = { email, updatedBy: viewer.id };
    const { rowCount } = await tx
      .insert(adminNotificationSettings)
      .values({ kind, ...change })
      .onConflictDoUpdate({
        target: adminNotificationSettings.kind,
        set: { ...change, updatedAt: sql`app_now()` },
        setWhere: ne(adminNotificationSettings.email, email),
      });
    if (rowCount === 0) return listAdminSettings(tx);
    await recordAudit(tx, {
      actorId: viewer.id,
      action: "notification_setting_changed",
      entityType: "notification_setting",
      entityId: kind,
      details: { email },
    });
    return listAdminSettings(tx);
  });
}

const IN_STATUS: Record<DeliveryStatus, SQL | undefined> = {
  waiting: eq(notificationsLog.state, "waiting"),
  skipped: eq(notificationsLog.state, "skipped"),
  canceled: eq(notificationsLog.state, "canceled"),
  sending: eq(outgoingMessages.status, "queued"),
  sent: eq(outgoingMessages.status, "sent"),
  failed: eq(outgoingMessages.status, "dead"),
};

type Query = {
  limit: number;
  cursor?: string | undefined;
  channel?: Channel | undefined;
  status?: DeliveryStatus | undefined;
};

const selectDeliveries = (db: Db, { limit, cursor, channel, status }: Query) =>
  db
    .select({
      id: notificationsLog.id,
      createdAt: notificationsLog.createdAt,
      userId: notificationsLog.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      title: notifications.title,
      channel: notificationsLog.channel,
      state: notificationsLog.state,
      reason: notificationsLog.reason,
      dueAt: notificationsLog.dueAt,
      status: outgoingMessages.status,
      attempts: outgoingMessages.attempts,
      sentAt: outgoingMessages.sentAt,
      error: outgoingMessages.lastError,
    })
    .from(notificationsLog)
    .innerJoin(users, eq(users.id, notificationsLog.userId))
    .innerJoin(notifications, eq(notifications.id, notificationsLog.notificationId))
    .leftJoin(outgoingMessages, eq(outgoingMessages.id, notificationsLog.messageId))
    .where(
      and(
        channel === undefined ? undefined : eq(notificationsLog.channel, channel),
        status && IN_STATUS[status],
        isAfter(cursorAfter(cursor), notificationsLog, "newest"),
      ),
    )
    .orderBy(desc(notificationsLog.createdAt), desc(notificationsLog.id))
    .limit(limit + 1);

type Delivery = Awaited<ReturnType<typeof selectDeliveries>>[number];

/** Newest first. */
export async function listDeliveries(db: Db, query: Query): Promise<PageOf<Delivery>> {
  return pageOf(await selectDeliveries(db, query), query.limit);
}

export const presentAdminDelivery = (delivery: Delivery): NotificationDeliveryView => ({
  id: delivery.id,
  userId: delivery.userId,
  name: [delivery.firstName, delivery.lastName].filter(Boolean).join(" "),
  title: delivery.title,
  channel: delivery.channel,
  status: statusOf(delivery),
  at: (delivery.sentAt ?? delivery.dueAt).toISOString(),
  attempts: delivery.attempts ?? 0,
  reason: DELIVERY_REASONS.find((reason) => reason === delivery.reason) ?? null,
  error: delivery.error,
});
