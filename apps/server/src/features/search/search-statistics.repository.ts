import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import type { Ages } from "./order-steps.ts";
import { type ColumnStatistics, type Statistics, statisticsOf } from "./search-statistics.ts";

const LONGEST_MEMORY_MS = 60_000;
const remembered = new WeakMap<Db, { until: number; statistics: Promise<Statistics> }>();

/**
 * The database's own statistics, which it renews as listings change. They decide how to search, never what is found, so
 * a minute of age does not matter.
 */
export function searchStatistics(db: Db): Promise<Statistics> {
  const known = remembered.get(db);
  if (known && known.until > Date.now()) return known.statistics;
  const statistics = selectStatistics(db);
  remembered.set(db, { until: Date.now() + LONGEST_MEMORY_MS, statistics });
  statistics.catch(() => remembered.delete(db));
  return statistics;
}

async function selectStatistics(db: Db): Promise<Statistics> {
  const { rows } = await db.execute<ColumnStatistics & { rows: number }>(sql`
    select attname as column, greatest(0, reltuples)::float8 as rows,
      coalesce(most_common_elems::text::text[], most_common_vals::text::text[], '{}') as values,
      coalesce(most_common_elem_freqs::float8[], most_common_freqs::float8[], '{}') as shares,
      case when attname <> 'words' then histogram_bounds::text::float8[] end as bounds
    from pg_stats join pg_class on oid = 'item_search'::regclass
    where schemaname = current_schema and tablename = 'item_search'
      and attname in ('words', 'category', 'price_cents', 'rating', 'latitude', 'longitude', 'cell', 'condition', 'exchanges')`);
  return statisticsOf(rows, rows[0]?.rows ?? 0);
}

const instantOfFirst = (direction: "asc" | "desc") => sql<number>`coalesce((
  select extract(epoch from created_at) * 1000 from item_search where category = 0
  order by created_at ${sql.raw(direction)}, item_id ${sql.raw(direction)} limit 1), 0)::float8`;

const agesOfListings = prepared((db: Db) =>
  db
    .select({ oldest: instantOfFirst("asc"), newest: instantOfFirst("desc") })
    .from(sql`(values (1)) as one`)
    .prepare("search_ages"),
);

/** Not remembered: what is new is to be found at once. */
export async function findAges(db: Db): Promise<Ages> {
  const [ages] = await agesOfListings(db).execute();
  return ages ?? { oldest: 0, newest: 0 };
}
