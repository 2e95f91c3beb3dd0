import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { platformPaidOut, platformPayoutReturned } from "@nexby/domain/ledger/postings";
import { eq, sql } from "drizzle-orm";
import { PaymentProblem, type ProviderEvent, type TimeRange } from "../../adapters/payments/payments.port.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import type { JobHandler } from "../../platform/jobs/job.ts";
import { providerEventsRead, webhookEvents } from "../../schema/payment-provider.ts";
import { notifyAdmins } from "../accounts/public.ts";
import { type PaymentDeps, PROCESS_PROVIDER_EVENT, queueEvent } from "./payment-job.ts";
import { findPaymentByCharge, findPaymentByProviderId } from "./payments.queries.ts";
import { adoptPayment, syncPayment } from "./sync/sync-payment.ts";
import { postMovement } from "./sync/sync-refunds.ts";
import { syncTransfer } from "./sync/sync-transfer.ts";

async function payment(deps: PaymentDeps, providerPaymentId: string | null): Promise<boolean> {
  if (providerPaymentId === null) return false;
  const known = await findPaymentByProviderId(deps.db, providerPaymentId);
  if (known) return (await syncPayment(deps, known.id)) !== null;
  const fetched = await deps.payments.fetchPayment(providerPaymentId);
  if (fetched.paymentId === null || !(await adoptPayment(deps.db, fetched))) return false;
  return (await syncPayment(deps, fetched.paymentId)) !== null;
}

/** Ignores events of owners' connected accounts. */
const onPlatformAccount =
  (resync: (deps: PaymentDeps, objectId: string) => Promise<boolean>): Resync =>
  async (deps, { objectId, accountId }) =>
    accountId !== null || resync(deps, objectId);

async function platformPayout(deps: PaymentDeps, payoutId: string): Promise<boolean> {
  const { movement, failureMovement, amountCents } = await deps.payments.fetchPayout(payoutId);
  await deps.db.transaction(async (tx) => {
    const context = { bookingId: null };
    const sent = platformPaidOut(amountCents);
    if (movement) await postMovement(tx, { ...context, movement, kind: "platform_payout", postings: sent });
    const returned = { movement: failureMovement, postings: platformPayoutReturned(amountCents) };
    if (returned.movement) {
      const { movement: returnedMovement, postings } = returned;
      await postMovement(tx, { ...context, movement: returnedMovement, kind: "platform_payout_returned", postings });
    }
  });
  return true;
}

/** How each object type is synced. Saved cards need no sync, because they are always read from the provider. */
export const PAYMENT_SUBJECTS: Subjects = {
  payment_intent: onPlatformAccount(payment),
  charge: onPlatformAccount(async (deps, chargeId) => {
    const known = await findPaymentByCharge(deps.db, chargeId);
    if (known) return (await syncPayment(deps, known.id)) !== null;
    const fetched = await deps.payments.fetchPaymentOfCharge(chargeId);
    return payment(deps, fetched?.id ?? null);
  }),
  refund: onPlatformAccount(async (deps, refundId) => {
    const fetched = await deps.payments.fetchRefund(refundId);
    const isSynced = await payment(deps, fetched.providerPaymentId);
    // Refunds made in the provider's dashboard have no row here. Admins are notified when the event is given up.
    return isSynced && (fetched.refundId !== null || fetched.movement === null);
  }),
  dispute: onPlatformAccount(async (deps, disputeId) =>
    payment(deps, (await deps.payments.fetchDispute(disputeId)).providerPaymentId),
  ),
  "radar.early_fraud_warning": onPlatformAccount(async (deps, warningId) =>
    payment(deps, (await deps.payments.fetchFraudWarning(warningId)).providerPaymentId),
  ),
  transfer: onPlatformAccount(syncTransfer),
  payout: onPlatformAccount(platformPayout),
};

type Subject = { objectId: string; accountId: string | null };

/** Syncs the object with the provider. False when nothing here belongs to it, possibly not yet. */
type Resync = (deps: PaymentDeps, subject: Subject) => Promise<boolean>;

/** By object type. Events of other types are ignored. */
export type Subjects = Readonly<Record<string, Resync>>;

type WebhookEvent = typeof webhookEvents.$inferSelect;

/** False for a duplicate delivery. */
async function insertEvent(
  db: Db,
  event: ProviderEvent,
  { source, status }: Pick<WebhookEvent, "source" | "status">,
): Promise<boolean> {
  const { rowCount } = await db
    .insert(webhookEvents)
    .values({ ...event, source, status })
    .onConflictDoNothing();
  return rowCount === 1;
}

async function findEvent(db: Db, id: string): Promise<WebhookEvent | null> {
  const [row] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, id));
  return row ?? null;
}

/** All events up to this time were received, including missed ones. Null when none were ever looked up. */
async function findReadUntil(db: Db): Promise<Date | null> {
  const [row] = await db.select().from(providerEventsRead);
  return row?.until ?? null;
}

async function recordReadUntil(db: Db, until: Date): Promise<void> {
  const { only } = providerEventsRead;
  await db.insert(providerEventsRead).values({ until }).onConflictDoUpdate({ target: only, set: { until } });
}

async function recordProcessed(db: Db, id: string): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ status: "processed", processedAt: sql`app_now()`, lastError: null })
    .where(eq(webhookEvents.id, id));
}

async function recordUnknown(db: Db, id: string, lastError: string): Promise<void> {
  await db.update(webhookEvents).set({ status: "unknown", lastError }).where(eq(webhookEvents.id, id));
}

/** With this many, the last check is five days after the event arrived. */
const MAX_LOOKS = 9;

/** The event isn't processed or its object is unknown, and no job is working on it. */
const isUnresolved = sql`status in ('received', 'unknown') and not exists (
  select 1 from scheduled_jobs job
  where job.job_type = ${PROCESS_PROVIDER_EVENT} and job.entity_id = webhook_events.id
    and job.status in ('pending', 'running'))`;

/** Claims events due for another check and counts it. The interval doubles with each check. */
async function countLooks(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update webhook_events set looks = looks + 1
    where id in (
      select id from webhook_events
      where ${isUnresolved} and looks < ${MAX_LOOKS}
        and received_at <= app_now() - interval '30 minutes' * power(2, looks)
      order by received_at limit ${limit} for update)
    returning id`);
  return rows.map(({ id }) => id);
}

/** Events that reached the limit. Each is given up once. */
async function giveUpEvents(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update webhook_events set status = 'given_up' where ${isUnresolved} and looks >= ${MAX_LOOKS} returning id`);
  return rows.map(({ id }) => id).sort();
}

/** The provider deletes events after 30 days. Unresolved events stay until someone has looked at them. */
export async function deleteOldProviderEvents(db: Db): Promise<void> {
  await db.execute(sql`
    delete from webhook_events
    where status in ('processed', 'ignored') and occurred_at < app_now() - interval '90 days'`);
}

type EventContext = { source: WebhookEvent["source"]; subjects: Subjects };

/** Stores an event once together with its job. False when it is already known. */
export async function receiveEvent(db: Db, event: ProviderEvent, { source, subjects }: EventContext): Promise<boolean> {
  const isOurs = Object.hasOwn(subjects, event.objectType);
  return db.transaction(async (tx) => {
    if (!(await insertEvent(tx, event, { source, status: isOurs ? "received" : "ignored" }))) return false;
    if (isOurs) await queueEvent(tx, event.id);
    return true;
  });
}

const BATCH_SIZE = 500;
const MAX_NAMED = 10;

/**
 * Rechecks events whose object is unknown or whose job gave up while the provider was unavailable, at growing
 * intervals and up to a limit.
 */
export async function resumeEvents(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const givenUp = await giveUpEvents(tx);
    if (givenUp.length > 0) await notifyLostEvents(tx, givenUp);
    for (const id of await countLooks(tx, BATCH_SIZE)) await queueEvent(tx, id);
  });
}

/** A single message for all, because one cause can affect many events. */
async function notifyLostEvents(tx: Db, ids: readonly string[]): Promise<void> {
  const data = { count: ids.length, eventIds: ids.slice(0, MAX_NAMED) };
  await notifyAdmins(tx, { kind: "admin_lost_events", data });
}

type Deps = PaymentDeps & { subjects: Subjects };

/** The provider keeps events for 30 days. */
const LOOK_BACK_MS = 30 * DAY;
/** Events arrive out of order, so some from the last hour may still be missing. */
const OVERLAP_MS = HOUR;

/**
 * Finds missed events and handles them like delivered ones. It reads day by day from the last completed day, so an
 * interrupted run resumes there.
 */
export const findMissedEvents = (deps: Deps): JobHandler => ({
  run: async () => {
    const { db } = deps;
    const now = (await readClock(db)).getTime();
    let position = Math.max(now - LOOK_BACK_MS, (await findReadUntil(db))?.getTime() ?? 0);
    while (position < now) {
      const until = Math.min(position + DAY, now);
      // The last range has no end, because the provider's clock may be ahead of ours.
      const isLast = until === now;
      await receiveAll(deps, { from: new Date(position - OVERLAP_MS), ...(!isLast && { until: new Date(until) }) });
      await recordReadUntil(db, new Date(until));
      position = until;
    }
  },
});

async function receiveAll({ db, payments, subjects }: Deps, range: TimeRange): Promise<void> {
  let cursor: string | undefined;
  do {
    const page: { items: ProviderEvent[]; nextCursor: string | null } = await payments.listEvents(range, cursor);
    for (const event of page.items) await receiveEvent(db, event, { source: "replay", subjects });
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** The object may not be recorded here yet, so the job retries before the event counts as unknown. */
class UnknownObject extends Error {
  override name = "UnknownObject";
}

/** Syncs the event's object. The event's own data may be outdated, so only the provider's current state is used. */
export const processProviderEvent = (deps: Deps): JobHandler => ({
  run: async ({ entityId }) => {
    const event = await findEvent(deps.db, entityId);
    if (!event || event.status === "processed" || event.status === "ignored") return;
    if (!(await isKnown(deps, event))) throw new UnknownObject(`No record of ${event.objectType} ${event.objectId}`);
    await recordProcessed(deps.db, event.id);
  },
  onDead: (tx, { entityId }, reason) => recordUnknown(tx, entityId, reason),
});

async function isKnown(deps: Deps, { objectType, objectId, accountId }: WebhookEvent): Promise<boolean> {
  try {
    return (await deps.subjects[objectType]?.(deps, { objectId, accountId })) ?? false;
  } catch (error) {
    if (error instanceof PaymentProblem && error.reason === "resource_missing") return false;
    throw error;
  }
}
