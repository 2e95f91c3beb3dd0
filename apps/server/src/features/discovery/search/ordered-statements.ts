import type { Position } from "@nexby/domain/kernel/distance";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { type Listed, listOf, prepared, rowsOf } from "../../../platform/db/statements.ts";
import type { CursorPosition as Place } from "./search-request.ts";
import { byAlternatives, hasTokens } from "./search-tokens.ts";

export const ORDERS = {
  price: { column: sql`price_cents`, key: sql`price_cents::float8`, type: sql`integer`, isDescending: false },
  newest: {
    column: sql`created_at`,
    key: sql`(extract(epoch from created_at) * 1000)::float8`,
    type: sql`timestamptz`,
    isDescending: true,
  },
  rating: { column: sql`rating`, key: sql`rating::float8`, type: sql`integer`, isDescending: true },
} as const;
export type Order = keyof typeof ORDERS;

const given = sql.placeholder;

const isOffered = sql`condition = any (${given("conditions")}::text[])
  and (${given("exchanges")}::integer = 0 or exchanges & ${given("exchanges")}::integer <> 0)`;

/** The `+ 0` keeps the planner off these indexes: it assumes that a range with unknown bounds is narrow. */
const isPriced = sql`price_cents + 0 between ${given("minPrice")}::integer and ${given("maxPrice")}::integer`;
const isRated = sql`rating + 0 >= ${given("minRating")}::integer`;

const isInBox = sql`latitude between ${given("south")}::float8 and ${given("north")}::float8
  and longitude between ${given("west")}::float8 and ${given("east")}::float8`;

/** In the projection of `item_search.at`. */
export const indexedBox = sql`box(point(${given("west")}::float8, ${given("bottom")}::float8), point(${given("east")}::float8, ${given("top")}::float8))`;

const isInIndexedBox = sql`at <@ ${indexedBox}`;

const hasWords = sql`words @@ ${given("words")}::tsquery`;

const isOfCategory = sql`category = ${given("category")}::integer`;

const isAfter = (order: Order) => {
  const { column, type, isDescending } = ORDERS[order];
  const comparison = sql.raw(isDescending ? "<" : ">");
  return sql`(${column}, item_id) ${comparison} (${given("afterKey")}::${type}, ${given("afterId")}::uuid)`;
};

/** Where an ordered scan may stop. Row comparisons, because the planner does not treat them as a narrow range. */
const ENDS: Record<Order, SQL> = {
  price: sql`and (price_cents, item_id) <= (${given("maxPrice")}::integer, 'ffffffff-ffff-ffff-ffff-ffffffffffff')`,
  newest: sql``,
  rating: sql`and (rating, item_id) >= (${given("minRating")}::integer, '00000000-0000-0000-0000-000000000000')`,
};

/**
 * Conditions checked during the scan. The CASE hides them from the planner, which would otherwise expect few matches
 * and sort everything instead of scanning in order.
 */
const passes = (...conditions: SQL[]) =>
  sql`case when ${sql.join([isPriced, isRated, isOffered, ...conditions], sql` and `)} then true else false end`;

const inOrder = (order: Order) => {
  const { column, isDescending } = ORDERS[order];
  const direction = sql.raw(isDescending ? "desc" : "asc");
  return sql`${column} ${direction}, item_id ${direction} limit ${given("most")}::integer`;
};

type Row = [id: string, latitude: number, longitude: number, key: number, cell: number];
const FOUND = {
  list: listOf<Row>(sql`found.item_id`, sql`found.latitude`, sql`found.longitude`, sql`found.key`, sql`found.cell`),
};

export type FoundInCell = Found & { cell: number };

export const foundIn = (result: Listed<Row>): FoundInCell[] =>
  rowsOf(result).map(([id, latitude, longitude, key, cell]) => ({ id, latitude, longitude, key, cell }));

const selecting = (db: Db, name: string, from: SQL) =>
  db.select(FOUND).from(sql`(${from}) as found`).prepare(`search_${name}`);

const statement = (name: string, from: SQL) => prepared((db: Db) => selecting(db, name, from));

const columnsOf = (order: Order) => sql`item_id, latitude, longitude, ${ORDERS[order].key} as key`;

/** The first rows of each cell: an index has every cell in order, and the overall first rows are among them. */
const walkCells = (order: Order, ...conditions: SQL[]) => sql`
  select best.*, grid.cell
  from unnest(${given("cells")}::integer[]) as grid (cell)
  cross join lateral (
    select ${columnsOf(order)} from item_search
    where ${isOfCategory} and item_search.cell = grid.cell and ${isAfter(order)} ${ENDS[order]} and ${passes(...conditions)}
    order by ${inOrder(order)}
  ) as best`;

/** Scans all listings in order until enough match. */
const walkAll = (order: Order, ...conditions: SQL[]) => sql`
  select ${columnsOf(order)}, 0 as cell from item_search
  where ${isOfCategory} and ${isAfter(order)} ${ENDS[order]} and ${passes(isInBox, ...conditions)}
  order by ${inOrder(order)}`;

/**
 * Collects all matches, then sorts: right for rare ones. Materialized, so that the planner cannot take the order from
 * an index.
 */
const gather = (order: Order, table: SQL, condition: SQL) => sql`
  with fitting as materialized (
    select ${columnsOf(order)}, ${ORDERS[order].column} from ${table} where ${condition}
  )
  select item_id, latitude, longitude, key, 0 as cell from fitting where ${isAfter(order)} order by ${inOrder(order)}`;

const isInBoxOfCategory = sql`${isOfCategory} and ${isInIndexedBox} and ${isPriced} and ${isRated} and ${isOffered}`;

export const isFoundByTokens = (alternatives: number) =>
  sql`${hasTokens(alternatives)} and ${isInBox} and ${isPriced} and ${isRated}`;

const statementsOf = (order: Order) => ({
  cells: statement(`cells_${order}`, walkCells(order)),
  cellsWithWords: statement(`cells_words_${order}`, walkCells(order, hasWords)),
  all: statement(`all_${order}`, walkAll(order)),
  allWithWords: statement(`all_words_${order}`, walkAll(order, hasWords)),
  box: statement(`box_${order}`, gather(order, sql`item_search`, isInBoxOfCategory)),
});

const byTokens = (order: Order) =>
  byAlternatives((db, alternatives) =>
    selecting(db, `tokens_${order}_${alternatives}`, gather(order, sql`item_tokens`, isFoundByTokens(alternatives))),
  );

/**
 * Alternative statements for an order. The fastest one depends on how many listings there are, where, and with which
 * words.
 */
export const ORDERED = { price: statementsOf("price"), newest: statementsOf("newest"), rating: statementsOf("rating") };
export const ORDERED_BY_TOKENS = { price: byTokens("price"), newest: byTokens("newest"), rating: byTokens("rating") };
export type Way = keyof ReturnType<typeof statementsOf>;

export type Found = Place & Position;

/** Consecutive rows in order: nothing is missing between them or up to `end`. */
type Batch = { rows: Found[]; end: Place | null; isDone: boolean };

/** Reads on after a position. `target` is approximate: a source returns more or fewer rows as is cheap. */
export type Source = (after: Place | null, target: number) => Promise<Batch>;

type Comparison = (one: Place, other: Place) => number;

/** By key, then id, both in the same direction, like the indexes. */
export const comparing =
  (isDescending: boolean): Comparison =>
  (one, other) => {
    const ascending = one.key - other.key || (one.id < other.id ? -1 : Number(one.id > other.id));
    return isDescending ? -ascending : ascending;
  };
