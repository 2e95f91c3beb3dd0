import { sql } from "drizzle-orm";
import { namedStatement } from "../../platform/db/statements.ts";
import type { TestDatabase } from "../test-database.ts";

/** Counts by name. */
export type Effects = Record<string, number>;

/**
 * Rows about the request itself, events that make open pages reload, and the search terms of all listings. Jobs are counted by
 * what they do.
 */
const NOT_EFFECTS = ["idempotency_keys", "throttles", "scheduled_jobs", "realtime_events", "search_terms"];

/** What runs here does nothing but bookings and money; other jobs, such as mails, are counted themselves. */
const NOT_RUN = "No handler for jobs%";

/** What can never be meant twice, whatever a person does. */
export const NEVER_TWICE = ["units held", "authorized cents", "captured cents", "refunded cents", "transferred cents"];

/** The number of rows of every table, of the provider's objects, and the amounts that matter most. */
export class EffectCounter {
  readonly #database: () => TestDatabase;
  #tables: readonly string[] | undefined;
  #counting: ReturnType<typeof namedStatement> | undefined;

  constructor(database: () => TestDatabase) {
    this.#database = database;
  }

  async tables(): Promise<readonly string[]> {
    if (this.#tables) return this.#tables;
    const { rows } = await this.#database().owner.execute<{ name: string }>(sql`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`);
    this.#tables = rows.map(({ name }) => name).filter((name) => !NOT_EFFECTS.includes(name));
    return this.#tables;
  }

  async count(): Promise<Effects> {
    this.#counting ??= countingOf(await this.tables());
    const { rows } = await this.#counting(this.#database().owner, {});
    return Object.fromEntries(rows.map(({ name, count }) => [String(name), Number(count)]));
  }
}

/** Named, because planning this many selects takes as long as running them. */
function countingOf(tables: readonly string[]) {
  const counts = tables.map((name) => sql`select ${name} as name, count(*) as count from ${sql.identifier(name)}`);
  return namedStatement(
    "count_effects",
    sql`
      ${sql.join(counts, sql` union all `)}
      union all select 'provider ' || kind, count(*) from card_sandbox.documents
        -- Holds that ended at the bank show as refunded whenever the provider looks next.
        where kind <> 'refund' or body->'metadata'->>'refund' is not null group by kind
      union all select 'job ' || job_type, count(*) from scheduled_jobs where last_error like ${NOT_RUN} group by job_type
      union all select 'units held', coalesce(sum(quantity), 0) from inventory_holds where released_at is null
      union all select 'authorized cents', coalesce(sum(authorized_cents), 0) from payments
      union all select 'captured cents', coalesce(sum(captured_cents), 0) from payments
      union all select 'refunded cents', coalesce(sum(amount_cents), 0) from refunds
      union all select 'transferred cents', coalesce(sum(amount_cents), 0) from transfers
      union all select 'waived cents', coalesce(sum(waived_cents), 0) from late_fees
      union all select 'decided damage cents', coalesce(sum(damage_cents), 0) from bookings
      union all select 'minutes of the clock', offset_ms / 60000 from app_clock`,
  );
}

/** What was added between two counts. */
export const added = (before: Effects, after: Effects): Effects =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const)
      .filter(([, count]) => count !== 0),
  );
