import { eq, sql } from "drizzle-orm";
import type { ProviderEvent } from "../../adapters/payments/payments.port.ts";
import type { Db } from "../../platform/db/db.ts";
import { PROCESS_PROVIDER_EVENT } from "./money-jobs.ts";
import { providerEventsRead } from "./provider-events-read.table.ts";
import { webhookEvents } from "./webhook-events.table.ts";

export type WebhookEvent = typeof webhookEvents.$inferSelect;

/** False when it is known already: of many deliveries one is written down. */
export async function insertEvent(
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

export async function findEvent(db: Db, id: string): Promise<WebhookEvent | null> {
  const [row] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, id));
  return row ?? null;
}

/** Until when all events are known, also those that nobody delivered; null when none were ever looked for. */
export async function findReadUntil(db: Db): Promise<Date | null> {
  const [row] = await db.select().from(providerEventsRead);
  return row?.until ?? null;
}

export async function noteReadUntil(db: Db, until: Date): Promise<void> {
  const { only } = providerEventsRead;
  await db.insert(providerEventsRead).values({ until }).onConflictDoUpdate({ target: only, set: { until } });
}

export async function noteProcessed(db: Db, id: string): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ status: "processed", processedAt: sql`app_now()`, lastError: null })
    .where(eq(webhookEvents.id, id));
}

export async function noteUnknown(db: Db, id: string, lastError: string): Promise<void> {
  await db.update(webhookEvents).set({ status: "unknown", lastError }).where(eq(webhookEvents.id, id));
}

/** With these the last look is five days after the event came. */
const MOST_LOOKS = 9;

/** Nobody knows yet what it is about, and no job looks at it. */
const isLeft = sql`status in ('received', 'unknown') and not exists (
  select 1 from scheduled_jobs job
  where job.job_type = ${PROCESS_PROVIDER_EVENT} and job.entity_id = webhook_events.id
    and job.status in ('pending', 'running'))`;

/** Those that are due for another look, which is counted: the next one is when they are twice as old. */
export async function countLooks(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update webhook_events set looks = looks + 1
    where id in (
      select id from webhook_events
      where ${isLeft} and looks < ${MOST_LOOKS}
        and received_at <= app_now() - interval '30 minutes' * power(2, looks)
      order by received_at limit ${limit} for update)
    returning id`);
  return rows.map(({ id }) => id);
}

/** Those that were looked at often enough. Each is given up once. */
export async function giveUpEvents(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update webhook_events set status = 'given_up' where ${isLeft} and looks >= ${MOST_LOOKS} returning id`);
  return rows.map(({ id }) => id).sort();
}

/** The provider itself forgets them after a month. What nobody knew stays until somebody has looked at it. */
export async function forgetOldProviderEvents(db: Db): Promise<void> {
  await db.execute(sql`
    delete from webhook_events
    where status in ('processed', 'ignored') and occurred_at < app_now() - interval '90 days'`);
}
