import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../platform/db/db.ts";
import { until } from "./server-process.ts";

/**
 * Forces a race: all tasks start while the test holds a lock they need for writing, which it releases when all of them
 * wait. By then each has read the state it decides by.
 */
export async function atOneMoment<T>(
  db: Db,
  lock: SQL,
  tasks: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const running = await db.transaction(async (tx) => {
    await tx.execute(lock);
    const outcomes = Promise.allSettled(tasks.map((task) => task()));
    await until(async () => (await waitingForLocks(db)) === tasks.length);
    return { outcomes };
  });
  return running.outcomes;
}

/** Queried outside the transaction, which would keep seeing the same snapshot. */
async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.count ?? 0;
}
