import type { NotificationKind } from "@nexby/contract/messaging/notifications";
import { and, eq, inArray, lte, ne, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import { notifications, notificationsLog } from "../../../schema/notifications.ts";
import { findBookingState } from "../booking-state.queries.ts";
import { isKnownKind, type NotificationEvent } from "../catalogue/catalogue.ts";
import { CRITICAL_KINDS } from "../catalogue/delivery-rules.ts";
import { isStillTrue, threadOf } from "../catalogue/validity.ts";

type Entry = { id: string; userId: string; kind: string | null };

const FIELDS = { id: notifications.id, userId: notifications.userId, kind: notifications.kind };
const IS_UNREAD = sql`not ${notifications.isRead}`;
const BOOKING_ID = sql`(${notifications.data}->>'bookingId')`;

/** Marks entries as read that are no longer true. What still waits on other channels isn't sent. */
async function outdate(tx: Db, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const ids = entries.map(({ id }) => id);
  await tx
    .update(notifications)
    .set({ isRead: true, readAt: sql`app_now()` })
    .where(and(inArray(notifications.id, ids), IS_UNREAD));
  await cancelDeliveries(tx, entries);
  for (const userId of new Set(entries.map((entry) => entry.userId))) {
    await publishEvent(tx, { audience: userAudience(userId), type: "notifications_read", data: {} });
  }
}

/** Critical events are still mailed: the mail is a record of what happened. */
async function cancelDeliveries(tx: Db, entries: readonly Entry[]): Promise<void> {
  const isCritical = ({ kind }: Entry) => CRITICAL_KINDS.some((critical) => critical === kind);
  const ordinary = entries.filter((entry) => !isCritical(entry)).map(({ id }) => id);
  if (ordinary.length === 0) return;
  await tx
    .update(notificationsLog)
    .set({ state: "canceled", reason: "outdated" })
    .where(and(inArray(notificationsLog.notificationId, ordinary), eq(notificationsLog.state, "waiting")));
}

/** Compares everyone's unread entries about a booking with what is true of it now. */
export async function outdateBookingEntries(tx: Db, bookingId: string): Promise<void> {
  const unread = await tx
    .select({ ...FIELDS, data: notifications.data })
    .from(notifications)
    .where(and(sql`${BOOKING_ID} = ${bookingId}`, IS_UNREAD));
  if (unread.length === 0) return;
  const state = await findBookingState(tx, bookingId);
  if (!state) return;
  const untrue = unread.filter(
    ({ kind, data }) => isKnownKind(kind) && !isStillTrue({ kind, data } as NotificationEvent, state),
  );
  await outdate(tx, untrue);
}

/** A newer entry of the same thread replaces the ones before it. Their messages are still sent, as they were true. */
export async function replaceEarlierEntries(
  tx: Db,
  userId: string,
  event: NotificationEvent,
  newId: string,
): Promise<void> {
  const thread = threadOf(event);
  if (!thread) return;
  const earlier = await tx
    .select({ ...FIELDS, data: notifications.data })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        IS_UNREAD,
        ne(notifications.id, newId),
        inArray(notifications.kind, [...thread.kinds]),
      ),
    );
  const replaced = earlier.filter(
    ({ kind, data }) => threadOf({ kind: kind as NotificationKind, data } as NotificationEvent)?.key === thread.key,
  );
  if (replaced.length === 0) return;
  await tx
    .update(notifications)
    .set({ isRead: true, readAt: sql`app_now()` })
    .where(
      inArray(
        notifications.id,
        replaced.map(({ id }) => id),
      ),
    );
}

const BATCH = 500;

/** A job: reminders of times that have passed. */
export async function outdatePassedNotifications(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const passed = await tx
      .select(FIELDS)
      .from(notifications)
      .where(and(lte(notifications.relevantUntil, sql`app_now()`), IS_UNREAD))
      .limit(BATCH);
    await outdate(tx, passed);
  });
}
