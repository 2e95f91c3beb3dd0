import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import {
  CHANNELS,
  type Channel,
  COLLECTING_MS,
  groupDeliveries,
  planDelivery,
} from "@nexby/domain/notifications/delivery";
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { enqueueJobs, type JobHandler } from "../../../platform/jobs/job.ts";
import { type Email, queueMail, queuePush, queueSms } from "../../../platform/outbox.ts";
import { notifications, notificationsLog } from "../../../schema/messaging.ts";
import { isKnownKind, type NotificationEvent, type NotificationTexts, textsOf } from "../catalogue/catalogue.ts";
import { findRecipient, findRule, type Recipient } from "../preferences.ts";
import { sendJob, unsubscribeOf } from "./plan-deliveries.ts";

type Due = Awaited<ReturnType<typeof lockDue>>[number];

/** Waiting deliveries of one person on one channel, with those that are collecting right now. */
const lockDue = (tx: Db, userId: string, channel: Channel, until: Date) =>
  tx
    .select({
      id: notificationsLog.id,
      kind: notifications.kind,
      data: notifications.data,
    })
    .from(notificationsLog)
    .innerJoin(notifications, eq(notifications.id, notificationsLog.notificationId))
    .where(
      and(
        eq(notificationsLog.userId, userId),
        eq(notificationsLog.channel, channel),
        eq(notificationsLog.state, "waiting"),
        lte(notificationsLog.dueAt, until),
      ),
    )
    .orderBy(asc(notificationsLog.createdAt), asc(notificationsLog.id))
    .for("update", { of: notificationsLog });

/**
 * Hands the waiting notifications of one person and channel to the outbox. Everything happens in the job's own
 * transaction, so a job that is retried or whose process is killed hands nothing over twice.
 */
export const sendNotifications = (siteUrl: string): JobHandler => ({
  inTransaction: async (tx, { entityId: userId, payload }) => {
    const channel = CHANNELS.find((one) => one === payload.channel);
    const recipient = await findRecipient(tx, userId);
    if (!channel || !recipient) return;
    const now = await readClock(tx);
    const due = await lockDue(tx, userId, channel, new Date(now.getTime() + COLLECTING_MS));
    const wanted = await dropUnwanted(tx, recipient, channel, due, now);
    const { singles, digest } = groupDeliveries(wanted, ({ rule }) => rule.isCritical === true);
    for (const entry of singles) await send(tx, recipient, channel, [entry], singleMessage(entry, siteUrl));
    if (digest.length > 0) await send(tx, recipient, channel, digest, digestMessage(digest, siteUrl));
  },
});

type Wanted = Due & { event: NotificationEvent; rule: Awaited<ReturnType<typeof findRule>> };

/** Preferences may have changed since the event. Kinds that this version doesn't know stay in the app. */
async function dropUnwanted(tx: Db, recipient: Recipient, channel: Channel, due: readonly Due[], now: Date) {
  const wanted: Wanted[] = [];
  for (const delivery of due) {
    const { id, kind, data } = delivery;
    const event = isKnownKind(kind) ? ({ kind, data } as NotificationEvent) : null;
    const rule = event && (await findRule(tx, event.kind));
    const plan = rule && planDelivery(recipient, { rule: { ...rule, channels: [channel] }, now })[0];
    if (event && plan && "at" in plan) wanted.push({ ...delivery, event, rule });
    else {
      const reason = plan && "skipped" in plan ? plan.skipped : "topic_off";
      await updateLog(tx, [id], { state: "skipped", reason });
    }
  }
  return wanted;
}

type LogChange = Partial<typeof notificationsLog.$inferInsert>;

const updateLog = async (tx: Db, ids: readonly string[], change: LogChange): Promise<void> => {
  await tx
    .update(notificationsLog)
    .set(change)
    .where(inArray(notificationsLog.id, [...ids]));
};

/** One message with one action, in the words of each channel. */
type Message = { letter: Email; text: string; path: string };

const ACTIONS: Partial<Record<NotificationTexts["type"], string>> = {
  booking_request: "Answer the request",
  booking_approved: "Open the booking",
  message: "Reply",
};

function singleMessage({ event }: Wanted, siteUrl: string): Message {
  const { type, title, message, actionUrl } = textsOf(event);
  const path = actionUrl ?? "/notifications";
  const url = siteUrl + path;
  const label = ACTIONS[type] ?? (actionUrl?.startsWith("/my-bookings/") ? "Open the booking" : "See details");
  return { letter: { title, paragraphs: [message], action: { label, url } }, text: `${title}. ${url}`, path };
}

const MAX_LISTED = 20;

function digestMessage(entries: readonly Wanted[], siteUrl: string): Message {
  const title = `${entries.length} updates from ${PRODUCT_NAME}`;
  const listed = entries.slice(0, MAX_LISTED).map(({ event }) => textsOf(event));
  const paragraphs = listed.map((texts) => `${texts.title}. ${texts.message}`);
  if (entries.length > MAX_LISTED) paragraphs.push(`And ${entries.length - MAX_LISTED} more.`);
  const path = "/notifications";
  const action = { label: "See your notifications", url: siteUrl + path };
  return { letter: { title, paragraphs, action }, text: `${title}. ${action.url}`, path };
}

async function send(tx: Db, recipient: Recipient, channel: Channel, entries: readonly Wanted[], message: Message) {
  const messageId = await queueOn[channel](tx, recipient, message, entries);
  await updateLog(
    tx,
    entries.map(({ id }) => id),
    { state: "handed_over", messageId },
  );
}

type Queue = (tx: Db, recipient: Recipient, message: Message, entries: readonly Wanted[]) => Promise<string>;

const queueOn: Record<Channel, Queue> = {
  email: (tx, recipient, { letter }, entries) =>
    queueMail(tx, {
      to: recipient.email,
      subject: letter.title,
      letter,
      unsubscribe: commonUnsubscribe(recipient, entries),
    }),
  sms: (tx, { phoneNumber }, { text }) => queueSms(tx, { to: phoneNumber ?? "", text: `${PRODUCT_NAME}: ${text}` }),
  push: (tx, { userId }, { letter, path }) =>
    queuePush(tx, { userId, title: letter.title, body: letter.paragraphs.join("\n"), url: path }),
};

/** A digest about several topics unsubscribes from all of them. */
function commonUnsubscribe(recipient: Recipient, entries: readonly Wanted[]) {
  const unsubscribe = entries[0] ? unsubscribeOf(recipient, entries[0].rule) : null;
  const isMixed = new Set(entries.map(({ rule }) => rule.topic)).size > 1;
  return unsubscribe && isMixed ? { ...unsubscribe, topic: "all" } : unsubscribe;
}

const OVERDUE = 100;

/** A safety net for deliveries whose job was lost, such as one that committed while another ended. */
export async function resumeOverdueDeliveries(db: Db): Promise<void> {
  const overdue = await db
    .select({ userId: notificationsLog.userId, channel: notificationsLog.channel })
    .from(notificationsLog)
    .where(and(eq(notificationsLog.state, "waiting"), sql`${notificationsLog.dueAt} < app_now() - interval '1 minute'`))
    .groupBy(notificationsLog.userId, notificationsLog.channel)
    .limit(OVERDUE);
  const now = await readClock(db);
  await enqueueJobs(
    db,
    overdue.map(({ userId, channel }) => sendJob(userId, channel, now)),
  );
}
