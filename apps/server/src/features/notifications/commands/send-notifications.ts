import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import { CHANNELS, type Channel } from "@nexby/domain/notifications/channels";
import { choiceOf } from "@nexby/domain/notifications/choices";
import { COLLECTING_MS, groupDeliveries, planDelivery } from "@nexby/domain/notifications/delivery";
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Email, EmailItem } from "../../../platform/email/render-email.ts";
import { enqueueJobs, type JobHandler } from "../../../platform/jobs/job.ts";
import { queueMail, queuePush, queueSms } from "../../../platform/outbox.ts";
import { notifications, notificationsLog } from "../../../schema/notifications.ts";
import { isKnownKind, type NotificationEvent, type NotificationTexts, textsOf } from "../catalogue/catalogue.ts";
import { cardOf, completeLetter } from "../mail-cards.ts";
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
    for (const entry of singles) await send(tx, recipient, channel, [entry], await singleMessage(tx, entry, siteUrl));
    if (digest.length === 0) return;
    if (recipient.choicesOff.has(choiceOf("digest", channel))) {
      await updateLog(
        tx,
        digest.map(({ id }) => id),
        { state: "skipped", reason: "topic_off" },
      );
      return;
    }
    await send(tx, recipient, channel, digest, await digestMessage(tx, digest, siteUrl));
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

/** One message with one action, as each channel says it. */
type Message = { letter: Email; text: string; body: string; path: string };

const ACTIONS: Partial<Record<NotificationTexts["type"], string>> = {
  booking_request: "Answer the request",
  booking_approved: "Open the booking",
  message: "Reply",
};

async function singleMessage(tx: Db, { event }: Wanted, siteUrl: string): Promise<Message> {
  const { type, title, message, actionUrl } = textsOf(event);
  const path = actionUrl ?? "/notifications";
  const url = siteUrl + path;
  const label = ACTIONS[type] ?? (actionUrl?.startsWith("/my-bookings/") ? "Open the booking" : "See details");
  const letter = await completeLetter(tx, event, { title, paragraphs: [message], action: { label, url } });
  return { letter, text: `${title}. ${url}`, body: message, path };
}

const MAX_LISTED = 20;

async function digestMessage(tx: Db, entries: readonly Wanted[], siteUrl: string): Promise<Message> {
  const title = `${entries.length} updates from ${PRODUCT_NAME}`;
  const items: EmailItem[] = [];
  for (const { event } of entries.slice(0, MAX_LISTED)) {
    const texts = textsOf(event);
    const picture = (await cardOf(tx, event))?.picture ?? null;
    items.push({
      title: texts.title,
      text: texts.message,
      picture,
      url: siteUrl + (texts.actionUrl ?? "/notifications"),
    });
  }
  const paragraphs = ["A few things happened at once, so here they are in one email."];
  if (entries.length > MAX_LISTED) paragraphs.push(`These are the first ${MAX_LISTED} of ${entries.length}.`);
  const body = items.map((item) => `${item.title}. ${item.text}`).join("\n");
  const path = "/notifications";
  const action = { label: "See your notifications", url: siteUrl + path };
  const why = "You got this because several updates about your account and bookings came together.";
  return { letter: { title, paragraphs, items, action, why }, text: `${title}. ${action.url}`, body, path };
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
  push: (tx, { userId }, { letter, body, path }) => queuePush(tx, { userId, title: letter.title, body, url: path }),
};

/** A digest's link stops that digest. */
function commonUnsubscribe(recipient: Recipient, [first, ...others]: readonly Wanted[]) {
  const unsubscribe = first ? unsubscribeOf(recipient, first.rule) : null;
  return unsubscribe && others.length > 0 ? { ...unsubscribe, topic: "digest" } : unsubscribe;
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
