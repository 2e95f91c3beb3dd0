import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../platform/db/db.ts";
import { until } from "./server-process.ts";

/**
 * Lets several works meet: they start while the test holds a lock they all need for writing, and it lets go when all of
 * them wait. By then each has read what it decides by.
 */
export async function atOneMoment<T>(
  db: Db,
  lock: SQL,
  works: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const running = await db.transaction(async (tx) => {
    await tx.execute(lock);
    const outcomes = Promise.allSettled(works.map((work) => work()));
    await until(async () => (await waitingForLocks(db)) === works.length);
    return { outcomes };
  });
  return running.outcomes;
}

/** Asked outside of the transaction, which would see the same answer again and again. */
async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.count ?? 0;
}
