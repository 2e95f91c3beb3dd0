import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { prepared } from "../../../platform/db/statements.ts";
import type { Box } from "./search-area.ts";
import type { FilterSet } from "./search-request.ts";

/**
 * As in pg_stats: frequent values with their shares, and histogram bounds with equally many of the other values in
 * between.
 */
type ColumnStatistics = { column: string; values: string[]; shares: number[]; bounds: number[] | null };

/** Estimated number of listings, and the share that matches a condition. */
export type Statistics = {
  listingsIn(category: number): number;
  stems: ReadonlyMap<string, number>;
  shareOf(filterSet: FilterSet): number;
  /** `least` is inclusive, `below` exclusive. */
  shareBetween(column: "price_cents" | "rating", least: number, below: number | undefined): number;
  shareIn(box: Box): number;
  shareInCells(cells: readonly number[]): number;
};

/** Used until the database has analyzed the table. */
const UNKNOWN = 0.5;

export function statisticsOf(columns: readonly ColumnStatistics[], rows: number): Statistics {
  const known = new Map(columns.map((column) => [column.column, columnOf(column)]));
  const share = (name: string, isInside: (value: number) => boolean) => shareInside(known.get(name), isInside);
  const words = known.get("words");
  const condition = known.get("condition");
  return {
    listingsIn: (category) => rows * share("category", (number) => number === category),
    stems: new Map(words?.values.map((stem, index) => [stem, words.shares[index] ?? 0])),
    shareOf: ({ minPrice, maxPrice, minRating, exchanges, conditions }) =>
      share("price_cents", (price) => price >= minPrice && price <= maxPrice) *
      (minRating === 0 ? 1 : share("rating", (rating) => rating >= minRating)) *
      (exchanges === 0 ? 1 : share("exchanges", (bits) => (bits & exchanges) !== 0)) *
      (condition
        ? sum(condition.values, condition.shares, (value) => conditions.some((one) => one === value))
        : UNKNOWN),
    shareBetween: (column, least, below = Number.POSITIVE_INFINITY) =>
      share(column, (value) => value >= least && value < below),
    shareIn: (box) =>
      share("latitude", (latitude) => latitude >= box.south && latitude <= box.north) *
      share("longitude", (longitude) => longitude >= box.west && longitude <= box.east),
    shareInCells: (cells) => shareAmong(known.get("cell"), cells),
  };
}

/** Precomputed for repeated lookups. */
function columnOf({ values, shares, bounds }: ColumnStatistics) {
  const others = 1 - shares.reduce((total, share) => total + share, 0);
  const numbers = values.map(Number);
  const shareOf = new Map(numbers.map((number, index) => [number, shares[index] ?? 0]));
  const boundsAt = new Map<number, number>();
  for (const bound of bounds ?? []) boundsAt.set(bound, (boundsAt.get(bound) ?? 0) + 1);
  return { values, numbers, shares, others, bounds: bounds ?? [], shareOf, boundsAt };
}
type Column = ReturnType<typeof columnOf>;

function sum<Value>(values: readonly Value[], shares: readonly number[], isInside: (value: Value) => boolean): number {
  return values.reduce((total, value, index) => total + (isInside(value) ? (shares[index] ?? 0) : 0), 0);
}

function shareInside(column: Column | undefined, isInside: (value: number) => boolean): number {
  if (!column) return UNKNOWN;
  const { numbers, shares, bounds } = column;
  return sum(numbers, shares, isInside) + shareOfOthers(column, bounds.filter(isInside).length);
}

/** The same for a list of single values. */
function shareAmong(column: Column | undefined, values: readonly number[]): number {
  if (!column) return UNKNOWN;
  const { shareOf, boundsAt } = column;
  const totalOf = (known: ReadonlyMap<number, number>) =>
    values.reduce((total, value) => total + (known.get(value) ?? 0), 0);
  return totalOf(shareOf) + shareOfOthers(column, totalOf(boundsAt));
}

/** Counts one extra step for the two partly covered ones. */
const shareOfOthers = ({ others, bounds }: Column, inside: number) =>
  bounds.length === 0 ? 0 : others * Math.min(1, (inside + 1) / bounds.length);

const CACHE_MS = 60_000;
const cache = new WeakMap<Db, { until: number; statistics: Promise<Statistics> }>();

/**
 * The database's own statistics, which it refreshes as listings change. They affect only the choice of access path,
 * never the results, so they may be a minute old.
 */
export function searchStatistics(db: Db): Promise<Statistics> {
  const known = cache.get(db);
  if (known && known.until > Date.now()) return known.statistics;
  const statistics = selectStatistics(db);
  cache.set(db, { until: Date.now() + CACHE_MS, statistics });
  statistics.catch(() => cache.delete(db));
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

/** Not cached, so that new listings are found immediately. */
export async function findAges(db: Db): Promise<AgeRanges> {
  const [ages] = await agesOfListings(db).execute();
  return ages ?? { oldest: 0, newest: 0 };
}

/** Creation times of the oldest and the newest listing, in epoch milliseconds. */
export type AgeRanges = { oldest: number; newest: number };
