import { eq, max, sql } from "drizzle-orm";
import type { ProviderEvent } from "../../adapters/payments/payments.port.ts";
import type { Db } from "../../platform/db/db.ts";
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

export async function findLatestEventTime(db: Db): Promise<Date | null> {
  const [row] = await db.select({ latest: max(webhookEvents.occurredAt) }).from(webhookEvents);
  return row?.latest ?? null;
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

/** The provider itself forgets them after a month. What nobody knew stays until somebody has looked at it. */
export async function forgetOldProviderEvents(db: Db): Promise<void> {
  await db.execute(sql`
    delete from webhook_events
    where status in ('processed', 'ignored') and occurred_at < app_now() - interval '90 days'`);
}
