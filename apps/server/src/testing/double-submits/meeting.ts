import { sql } from "drizzle-orm";
import { until } from "../server-process.ts";
import type { TestDatabase } from "../test-database.ts";

/** Written before a request does anything: limits, sessions and the key itself. */
const NOT_LOCKED = ["throttles", "sessions", "idempotency_keys"];

/**
 * Runs all requests at the same instant: each reads what it needs, and none writes before all others wait to write or
 * have answered. Without this, the first would often be done before the second begins.
 */
export async function meet<T>(
  { owner }: TestDatabase,
  tables: readonly string[],
  requests: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const locked = tables.filter((name) => !NOT_LOCKED.includes(name)).map((name) => sql.identifier(name));
  let answered = 0;
  const { answers } = await owner.transaction(async (tx) => {
    await tx.execute(sql`lock table ${sql.join(locked, sql`, `)} in exclusive mode`);
    const all = requests.map((request) =>
      request().finally(() => {
        answered += 1;
      }),
    );
    // Awaited after the locks are released.
    const answers = Promise.allSettled(all);
    await until(async () => answered + (await waiting(tx)) >= requests.length);
    return { answers };
  });
  return (await answers).map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}

/** Not by pg_stat_activity, which a transaction sees as it was when it first looked. */
async function waiting(tx: Pick<TestDatabase["owner"], "execute">): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(distinct pid)::int as count from pg_locks where not granted and pid in (
      select pid from pg_locks where database = (select oid from pg_database where datname = current_database()))`);
  return rows[0]?.count ?? 0;
}
