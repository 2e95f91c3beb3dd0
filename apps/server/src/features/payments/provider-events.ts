import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { eq, sql } from "drizzle-orm";
import { PaymentProblem, type ProviderEvent, type TimeRange } from "../../adapters/payments/payments.port.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import type { JobHandler } from "../../platform/jobs/job.ts";
import { providerEventsRead, webhookEvents } from "../../schema/payment-provider.ts";
import { notifyAdmins } from "../accounts/public.ts";
import { type PaymentDeps, PROCESS_PROVIDER_EVENT, queueEvent } from "./payment-job.ts";
import type { Subjects } from "./provider-subjects.ts";

type WebhookEvent = typeof webhookEvents.$inferSelect;

/** False when it is known already: of many deliveries one is written down. */
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

/** Until when all events are known, also those that nobody delivered; null when none were ever looked for. */
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

/** With these the last look is five days after the event came. */
const MAX_LOOKS = 9;

/** Nobody knows yet what it is about, and no job looks at it. */
const isLeft = sql`status in ('received', 'unknown') and not exists (
  select 1 from scheduled_jobs job
  where job.job_type = ${PROCESS_PROVIDER_EVENT} and job.entity_id = webhook_events.id
    and job.status in ('pending', 'running'))`;

/** Those that are due for another look, which is counted: the next one is when they are twice as old. */
async function countLooks(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update webhook_events set looks = looks + 1
    where id in (
      select id from webhook_events
      where ${isLeft} and looks < ${MAX_LOOKS}
        and received_at <= app_now() - interval '30 minutes' * power(2, looks)
      order by received_at limit ${limit} for update)
    returning id`);
  return rows.map(({ id }) => id);
}

/** Those that were looked at often enough. Each is given up once. */
async function giveUpEvents(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update webhook_events set status = 'given_up' where ${isLeft} and looks >= ${MAX_LOOKS} returning id`);
  return rows.map(({ id }) => id).sort();
}

/** The provider itself forgets them after a month. What nobody knew stays until somebody has looked at it. */
export async function deleteOldProviderEvents(db: Db): Promise<void> {
  await db.execute(sql`
    delete from webhook_events
    where status in ('processed', 'ignored') and occurred_at < app_now() - interval '90 days'`);
}

type Reception = { source: WebhookEvent["source"]; subjects: Subjects };

/** Writes an event down, once, with the job that looks at what it is about. False when it is known already. */
export async function receiveEvent(db: Db, event: ProviderEvent, { source, subjects }: Reception): Promise<boolean> {
  const isOurs = Object.hasOwn(subjects, event.objectType);
  return db.transaction(async (tx) => {
    if (!(await insertEvent(tx, event, { source, status: isOurs ? "received" : "ignored" }))) return false;
    if (isOurs) await queueEvent(tx, event.id);
    return true;
  });
}

const MOST = 500;
const MAX_NAMED = 10;

/**
 * An event whose job could not find out what it is about, because the provider was away for longer than a job waits or
 * because nothing here is known by that name, is looked at again: less often as it ages, and not for ever.
 */
export async function resumeEvents(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const givenUp = await giveUpEvents(tx);
    if (givenUp.length > 0) await notifyLostEvents(tx, givenUp);
    for (const id of await countLooks(tx, MOST)) await queueEvent(tx, id);
  });
}

/** One message for all of them: what made one unknown may have done so to many. */
async function notifyLostEvents(tx: Db, ids: readonly string[]): Promise<void> {
  const count = ids.length === 1 ? "One event" : `${ids.length} events`;
  const named = ids.slice(0, MAX_NAMED).join(", ");
  await notifyAdmins(tx, {
    type: "payment",
    title: "What the card provider told could not be followed",
    message: `${count} could not be followed for days: the provider did not answer, or what it told of is not ours. We stopped trying. Please look in the provider's dashboard: ${named}${ids.length > MAX_NAMED ? ", …" : "."}`,
    data: { eventIds: ids.slice(0, MAX_NAMED) },
  });
}

type Deps = PaymentDeps & { subjects: Subjects };

/** So long the provider keeps them: nobody may have looked for days. */
const LOOK_BACK_MS = 30 * DAY;
/** Events are not told in order: some of the last hour may still be on their way. */
const OVERLAP_MS = HOUR;

/**
 * Looks for events that did not reach us, and treats them as if they had. Everything is read that happened since it was
 * last read to the end, day by day: a look that breaks off is gone on with at the day it had come to.
 */
export const findMissedEvents = (deps: Deps): JobHandler => ({
  run: async () => {
    const { db } = deps;
    const now = (await readClock(db)).getTime();
    let read = Math.max(now - LOOK_BACK_MS, (await findReadUntil(db))?.getTime() ?? 0);
    while (read < now) {
      const until = Math.min(read + DAY, now);
      // The last one is open: the provider's clock may be ahead of ours.
      const isLast = until === now;
      await receiveAll(deps, { from: new Date(read - OVERLAP_MS), ...(!isLast && { until: new Date(until) }) });
      await recordReadUntil(db, new Date(until));
      read = until;
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

/** It may belong to something we have not written down yet; only after several tries nobody knows it. */
class UnknownObject extends Error {
  override name = "UnknownObject";
}

/** Looks at what an event is about. The event's own words may be old: what counts is what is so now. */
export const processProviderEvent = (deps: Deps): JobHandler => ({
  run: async ({ entityId }) => {
    const event = await findEvent(deps.db, entityId);
    if (!event || event.status === "processed" || event.status === "ignored") return;
    if (!(await isKnown(deps, event))) throw new UnknownObject(`Nothing here is ${event.objectType} ${event.objectId}`);
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
