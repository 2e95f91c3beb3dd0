import type { NotificationKind } from "@nexby/contract/messaging/notifications";
import { SECOND } from "@nexby/domain/kernel/duration";
import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import { localDateOf } from "@nexby/domain/kernel/zones";
import type { Channel } from "@nexby/domain/notifications/channels";
import { type DeliveryRule, planDelivery } from "@nexby/domain/notifications/delivery";
import { and, desc, eq, min, sql } from "drizzle-orm";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Email } from "../../../platform/email/render-email.ts";
import { newId } from "../../../platform/ids.ts";
import { enqueueJobs } from "../../../platform/jobs/job.ts";
import { queueMail, queueSms, type Unsubscribe } from "../../../platform/outbox.ts";
import { notifications, notificationsLog } from "../../../schema/notifications.ts";
import type { BookingFacts } from "../catalogue/booking-events.ts";
import type { NotificationEvent } from "../catalogue/catalogue.ts";
import { hasOwnLetter, rentalOf } from "../catalogue/delivery-rules.ts";
import { completeLetter } from "../mail-cards.ts";
import { findRecipient, findRule, type Recipient } from "../preferences.ts";

export const SEND_NOTIFICATIONS = "send_notifications";

type Delivery = typeof notificationsLog.$inferInsert;

/** An email and SMS with their own text. They are sent immediately instead of collected. */
export type OwnWords = { letter: Email; text?: string };

/** Logs what goes out when, in the transaction of the event itself, and wakes the job that sends it. */
export async function planDeliveries(
  db: Db,
  about: { notificationId: string; userId: string; event: NotificationEvent },
  words: OwnWords | null,
): Promise<void> {
  const { event, userId } = about;
  if (words === null && hasOwnLetter(event.kind, event.data)) return;
  const rule = await findRule(db, event.kind);
  if (rule.channels.length === 0) return;
  const recipient = await findRecipient(db, userId);
  if (!recipient) return;
  const now = await readClock(db);
  const rental = rentalOf(event);
  const person = { ...recipient, timeZone: recipient.timeZone ?? rental?.timezone ?? null };
  const plan = planDelivery(person, { rule, now, isHandoffDay: rental !== null && isHandoffDay(rental, now) });
  const log = { notificationId: about.notificationId, userId };

  const deliveries: Delivery[] = [];
  const waiting: { channel: Channel; dueAt: Date }[] = [];
  for (const planned of plan) {
    const { channel } = planned;
    const row = { ...log, id: newId(), channel };
    if ("skipped" in planned) {
      deliveries.push({ ...row, state: "skipped", reason: planned.skipped, dueAt: now });
      continue;
    }
    const messageId = words && (await handOver(db, recipient, { channel, at: planned.at, now, rule, words, event }));
    if (messageId) {
      deliveries.push({ ...row, state: "handed_over", messageId, dueAt: now });
      continue;
    }
    const dueAt =
      rule.isCritical || planned.at <= now ? planned.at : await joinWaiting(db, userId, channel, planned.at);
    deliveries.push({ ...row, state: "waiting", dueAt });
    waiting.push({ channel, dueAt });
  }
  await db.insert(notificationsLog).values(deliveries).onConflictDoNothing();
  await enqueueJobs(
    db,
    waiting.map(({ channel, dueAt }) => sendJob(userId, channel, dueAt)),
  );
}

export const sendJob = (userId: string, channel: Channel, at: Date) => ({
  type: SEND_NOTIFICATIONS,
  entityType: "notifications",
  entityId: userId,
  key: `${channel} ${at.toISOString()}`,
  at,
  payload: { channel },
});

type Message = { channel: Channel; at: Date; now: Date; rule: DeliveryRule; words: OwnWords; event: NotificationEvent };

/** Null if this channel has no text of its own, or if it has to wait for the morning. */
async function handOver(db: Db, recipient: Recipient, { channel, at, now, rule, words, event }: Message) {
  const { letter, text } = words;
  if (channel === "email") {
    return queueMail(db, {
      to: recipient.email,
      subject: letter.title,
      letter: await completeLetter(db, event, letter),
      unsubscribe: unsubscribeOf(recipient, rule),
    });
  }
  if (channel !== "sms" || text === undefined || at > now) return null;
  return queueSms(db, { to: recipient.phoneNumber ?? "", text: `${PRODUCT_NAME}: ${text}` });
}

/** Mail that is always sent, and mail to admins, can't be unsubscribed from. */
export const unsubscribeOf = ({ userId }: Recipient, { choice, isCritical }: DeliveryRule): Unsubscribe | null =>
  choice === null || isCritical ? null : { userId, topic: choice };

/** Events that follow one that is still waiting join its message. */
async function joinWaiting(db: Db, userId: string, channel: Channel, at: Date): Promise<Date> {
  const [earlier] = await db
    .select({ at: min(notificationsLog.dueAt) })
    .from(notificationsLog)
    .where(
      and(
        eq(notificationsLog.userId, userId),
        eq(notificationsLog.channel, channel),
        eq(notificationsLog.state, "waiting"),
        sql`${notificationsLog.dueAt} > app_now()`,
      ),
    );
  if (earlier?.at && earlier.at < at) return earlier.at;
  // Events that don't see each other yet share a job as well.
  return new Date(Math.ceil(at.getTime() / SECOND) * SECOND);
}

/** The first or last day of a rental, where the item is. */
function isHandoffDay({ startDate, endDate, timezone }: BookingFacts, now: Date): boolean {
  const today = localDateOf(now, timezone);
  return today === startDate || today === endDate;
}

/** Sends the mail of an event that `hasOwnLetter`, for the notification that the event created. */
export async function deliverLetter(db: Db, userId: string, event: NotificationEvent, words: OwnWords): Promise<void> {
  const notificationId = await findLatest(db, userId, event.kind);
  if (notificationId) await planDeliveries(db, { notificationId, userId, event }, words);
}

async function findLatest(db: Db, userId: string, kind: NotificationKind): Promise<string | null> {
  const [latest] = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.kind, kind)))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(1);
  return latest?.id ?? null;
}
