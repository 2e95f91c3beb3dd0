import { and, asc, eq, exists, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { items } from "../listings/public.ts";
import { savedSearchAlerts } from "./saved-search-alerts.table.ts";
import { savedSearches } from "./saved-searches.table.ts";

type DueSearch = { id: string; timezone: string };

/** Those whose time has come and that nobody else is sending on their way. */
export async function lockDueSearches(db: Db, most: number): Promise<DueSearch[]> {
  return db
    .select({ id: savedSearches.id, timezone: savedSearches.timezone })
    .from(savedSearches)
    .where(lte(savedSearches.nextAlertAt, sql`app_now()`))
    .orderBy(asc(savedSearches.nextAlertAt))
    .limit(most)
    .for("no key update", { skipLocked: true });
}

export async function updateAlertTimes(db: Db, next: readonly { id: string; at: Date }[]): Promise<void> {
  if (next.length === 0) return;
  const ids = sql.param(next.map(({ id }) => id));
  const times = sql.param(next.map(({ at }) => at.toISOString()));
  await db.execute(sql`
    update ${savedSearches} set next_alert_at = due.at
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as due (id, at)
    where ${savedSearches.id} = due.id`);
}

/** Of items that fit a search: how old they are, whose, and whether the search has told of them. */
export async function selectCandidates(db: Db, searchId: string, itemIds: readonly string[]) {
  if (itemIds.length === 0) return [];
  const told = db
    .select({ one: sql`1` })
    .from(savedSearchAlerts)
    .where(and(eq(savedSearchAlerts.searchId, searchId), eq(savedSearchAlerts.itemId, items.id)));
  return db
    .select({
      id: items.id,
      title: items.title,
      dailyRateCents: items.dailyRateCents,
      location: items.location,
      ownerId: items.ownerId,
      createdAt: items.createdAt,
      isTold: sql<boolean>`${exists(told)}`,
    })
    .from(items)
    .where(and(inArray(items.id, [...itemIds]), isNull(items.deletedAt)));
}

export async function insertAlerts(db: Db, searchId: string, itemIds: readonly string[]): Promise<void> {
  await db.insert(savedSearchAlerts).values(itemIds.map((itemId) => ({ searchId, itemId })));
}

export async function deleteAlertsBefore(db: Db, searchId: string, instant: Date): Promise<void> {
  await db
    .delete(savedSearchAlerts)
    .where(and(eq(savedSearchAlerts.searchId, searchId), lt(savedSearchAlerts.alertedAt, instant)));
}
