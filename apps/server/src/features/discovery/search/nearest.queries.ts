import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { type Listed, listOf, prepared, rowsOf } from "../../../platform/db/statements.ts";
import { edgesOf } from "./ordered.queries.ts";
import { comparing, type Found, indexedBox, isFoundByTokens, type Source } from "./ordered-statements.ts";
import { type Area, leastMilesBeyond, mercator, milesTo, scaleOf, squareMiles, within } from "./search-area.ts";
import type { FilterSet, CursorPosition as Place } from "./search-request.ts";
import { type Alternatives, byAlternatives, tokensIn, tokenValues } from "./search-tokens.ts";

const given = sql.placeholder;

type Row = [id: string, latitude: number, longitude: number];
const FOUND = { list: listOf<Row>(sql`item_id`, sql`latitude`, sql`longitude`) };
const origin = sql`point(${given("x")}::float8, ${given("y")}::float8)`;

/** A function, because only there can the planner be made to take the order from the index. */
const nearest = prepared((db: Db) =>
  db
    .select(FOUND)
    .from(
      sql`search_nearest(
        ${given("category")}::integer, ${indexedBox}, ${origin}, ${given("leastApart")}::float8,
        ${given("words")}::tsquery, ${given("minPrice")}::integer, ${given("maxPrice")}::integer,
        ${given("minRating")}::integer, ${given("conditions")}::text[], ${given("exchanges")}::integer,
        ${given("most")}::integer
      )`,
    )
    .prepare("search_nearest"),
);

/** Must match the definition of `item_search.at` exactly. */
const at = sql`point(longitude, degrees(ln(tan(pi() / 4 + radians(greatest(-89.9, least(89.9, latitude))) / 2))))`;

const nearestByTokens = byAlternatives((db, alternatives) =>
  db
    .select(FOUND)
    .from(
      sql`(
        with fitting as materialized (
          select item_id, latitude, longitude, ${at} <-> ${origin} as apart from item_tokens
          where ${isFoundByTokens(alternatives)}
        )
        select * from fitting where apart >= ${given("leastApart")}::float8
        order by apart limit ${given("most")}::integer
      ) as found`,
    )
    .prepare(`search_nearest_tokens_${alternatives}`),
);

type NearestQuery = { filterSet: FilterSet; area: Area; origin: Position };

/**
 * From far away, map order and globe order differ widely; reading stops here even if the order is then only
 * approximate.
 */
const MAX_READ = 5000;

/** Listings by distance, read along the position index. Past MAX_READ rows the order is by distance on the map. */
export function nearestSource(db: Db, query: NearestQuery & { words: string | null }): Source {
  return async (after, target) => {
    for (let most = mostFor(query, target); ; most *= 2) {
      const read = foundIn(await nearest(db).execute({ ...valuesOf(query, after), words: query.words, most }));
      const isDone = read.length < most;
      const rows = inOrder(query, { read, after, reach: reachOf(query, read, most) });
      if (isDone || rows.length > 0) return batchOf(rows, isDone);
      if (most >= MAX_READ) return finalBatch(inOrder(query, { read, after, reach: Number.POSITIVE_INFINITY }));
    }
  };
}

/** The list ends if all rows read precede the cursor. */
const finalBatch = (rows: Found[]) => batchOf(rows, rows.length === 0);

/** Searches an area expected to hold this many times the target. */
const SURPLUS = 1.5;

/**
 * Radius expected to hold the target; infinite if the density is unknown. Never 0, because doubling 0 would loop
 * forever.
 */
function milesFor(target: number, perSquareMile: number): number {
  const miles = Math.sqrt((SURPLUS * target) / perSquareMile / Math.PI);
  return miles > 0 ? miles : Number.POSITIVE_INFINITY;
}

/**
 * Listings by distance, found by their tokens: first within the radius expected to suffice, then within twice that,
 * and so on.
 */
export function nearestSourceByTokens(
  db: Db,
  query: NearestQuery & { tokens: Alternatives; perSquareMile: number },
): Source {
  const { area, origin, tokens, perSquareMile } = query;
  const statement = nearestByTokens(db, tokens.length);
  const outside = milesTo(area.box, origin);
  return async (after, target) => {
    const begin = Math.max(outside, after?.key ?? 0);
    let most = mostFor(query, target);
    for (let miles = Math.hypot(begin, milesFor(target, perSquareMile)); ; miles *= 2) {
      const part = { ...query, area: within(area, origin, miles) };
      const lookup = tokensIn(part.area, tokens, perSquareMile * squareMiles(part.area.box));
      const values = { ...valuesOf(part, after), ...tokenValues(lookup) };
      const read = foundIn(await statement.execute({ ...values, most }));
      const isAll = read.length < most;
      const isDone = isAll && part.area === area;
      // Beyond `miles`, only listings sharing a cell with a nearby one were read.
      const reach = Math.min(part.area === area ? Number.POSITIVE_INFINITY : miles, reachOf(part, read, most));
      const rows = inOrder(part, { read, after, reach });
      if (isDone || (isAll ? rows.length * 2 > target : rows.length > 0)) return batchOf(rows, isDone);
      if (!isAll) most *= 2;
    }
  };
}

const mostFor = ({ area, origin }: NearestQuery, target: number) =>
  Math.ceil(target * scaleOf(area.box, origin).surplus) + 8;

function valuesOf({ filterSet, area: { box }, origin }: NearestQuery, after: Place | null) {
  const leastApart = scaleOf(box, origin).leastApart(after?.key ?? 0);
  return { ...filterSet, ...edgesOf(box), ...mercator(origin), leastApart };
}

/** Distance up to which the rows are complete: unread rows are farther on the map than the last one read. */
function reachOf({ area: { box }, origin }: NearestQuery, read: readonly Position[], most: number): number {
  const last = read.at(-1);
  if (read.length < most || !last) return Number.POSITIVE_INFINITY;
  const [one, other] = [mercator(origin), mercator(last)];
  const apart = Math.hypot(one.x - other.x, one.y - other.y);
  return Math.max(scaleOf(box, origin).leastMiles(apart), leastMilesBeyond(origin, apart));
}

type Read = Pick<Found, "id" | "latitude" | "longitude">;

const foundIn = (result: Listed<Row>): Read[] =>
  rowsOf(result).map(([id, latitude, longitude]) => ({ id, latitude, longitude }));

const compare = comparing(false);

/** Map order is close to globe order; this sorts exactly, up to the distance where the rows are complete. */
function inOrder(
  { origin }: NearestQuery,
  { read, after, reach }: { read: readonly Read[]; after: Place | null; reach: number },
) {
  return read
    .map((row) => ({ ...row, key: milesBetween(origin, row) }))
    .filter((row) => row.key < reach && (!after || compare(row, after) > 0))
    .sort(compare);
}

function batchOf(rows: Found[], isDone: boolean) {
  const last = rows.at(-1);
  return { rows, end: isDone ? null : (last ?? null), isDone };
}
