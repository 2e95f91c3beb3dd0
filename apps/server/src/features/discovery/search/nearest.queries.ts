import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { prepared } from "../../../platform/db/statements.ts";
import { edgesOf } from "./ordered.queries.ts";
import {
  comparing,
  type Found,
  indexedBox,
  isFoundByTokens,
  type Listed,
  listOf,
  placeOfFound,
  rowsOf,
  type Source,
} from "./ordered-statements.ts";
import { type Area, leastMilesBeyond, mercator, milesTo, scaleOf, squareMiles, within } from "./search-area.ts";
import type { FilterSet, CursorPosition as Place } from "./search-request.ts";
import { type Alternatives, byAlternatives, tokensIn, tokenValues } from "./search-tokens.ts";

const given = sql.placeholder;

type Row = [itemId: string, latitude: number, longitude: number];
const FOUND = { list: listOf<Row>(sql`item_id`, sql`latitude`, sql`longitude`) };
const origin = sql`point(${given("x")}::float8, ${given("y")}::float8)`;

/** A function, because only there the planner can be told to take the order from the index. */
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

/** To the letter how `item_search.at` is made. */
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

type Ask = { filterSet: FilterSet; area: Area; origin: Position };

/** Seen from far away, much may lie between what is near on the map and on the globe: more is not read to know better. */
const MAX_READ = 5000;

/** Listings by distance, along the index of positions; where that would take too long, those that are nearest on the map. */
export function nearestSource(db: Db, ask: Ask & { words: string | null }): Source {
  return async (after, wanted) => {
    for (let most = mostFor(ask, wanted); ; most *= 2) {
      const read = foundIn(await nearest(db).execute({ ...valuesOf(ask, after), words: ask.words, most }));
      const isDone = read.length < most;
      const rows = inOrder(ask, { read, after, reach: reachOf(ask, read, most) });
      if (isDone || rows.length > 0) return batchOf(rows, isDone);
      if (most >= MAX_READ) return asFarAsRead(inOrder(ask, { read, after, reach: Number.POSITIVE_INFINITY }));
    }
  };
}

/** Where even these all come before the place, the list ends. */
const asFarAsRead = (rows: Found[]) => batchOf(rows, rows.length === 0);

/** So many as wanted are looked for where there should be more than that. */
const SURPLUS = 1.5;

/** How far so many should be; where that cannot be told, everywhere. From nothing, twice as far would lead nowhere. */
function milesFor(wanted: number, perSquareMile: number): number {
  const miles = Math.sqrt((SURPLUS * wanted) / perSquareMile / Math.PI);
  return miles > 0 ? miles : Number.POSITIVE_INFINITY;
}

/** Listings by distance, found by their tokens. First around the origin, as far as there should be enough; then farther. */
export function nearestSourceByTokens(db: Db, ask: Ask & { tokens: Alternatives; perSquareMile: number }): Source {
  const { area, origin, tokens, perSquareMile } = ask;
  const statement = nearestByTokens(db, tokens.length);
  const outside = milesTo(area.box, origin);
  return async (after, wanted) => {
    const begin = Math.max(outside, after?.key ?? 0);
    let most = mostFor(ask, wanted);
    for (let miles = Math.hypot(begin, milesFor(wanted, perSquareMile)); ; miles *= 2) {
      const part = { ...ask, area: within(area, origin, miles) };
      const asked = tokensIn(part.area, tokens, perSquareMile * squareMiles(part.area.box));
      const values = { ...valuesOf(part, after), ...tokenValues(asked) };
      const read = foundIn(await statement.execute({ ...values, most }));
      const isAll = read.length < most;
      const isDone = isAll && part.area === area;
      // Beyond these miles only what shares a cell with something near was read.
      const reach = Math.min(part.area === area ? Number.POSITIVE_INFINITY : miles, reachOf(part, read, most));
      const rows = inOrder(part, { read, after, reach });
      if (isDone || (isAll ? rows.length * 2 > wanted : rows.length > 0)) return batchOf(rows, isDone);
      if (!isAll) most *= 2;
    }
  };
}

const mostFor = ({ area, origin }: Ask, wanted: number) => Math.ceil(wanted * scaleOf(area.box, origin).surplus) + 8;

/** What the statements have in common. */
function valuesOf({ filterSet, area: { box }, origin }: Ask, after: Place | null) {
  const leastApart = scaleOf(box, origin).leastApart(after?.key ?? 0);
  return { ...filterSet, ...edgesOf(box), ...mercator(origin), leastApart };
}

/** How far nothing is missing: what was not read any more is farther on the map than the last that was. */
function reachOf({ area: { box }, origin }: Ask, read: readonly Position[], most: number): number {
  const last = read.at(-1);
  if (read.length < most || !last) return Number.POSITIVE_INFINITY;
  const [one, other] = [mercator(origin), mercator(last)];
  const apart = Math.hypot(one.x - other.x, one.y - other.y);
  return Math.max(scaleOf(box, origin).leastMiles(apart), leastMilesBeyond(origin, apart));
}

type Read = Pick<Found, "itemId" | "latitude" | "longitude">;

const foundIn = (answer: Listed<Row>): Read[] =>
  rowsOf(answer).map(([itemId, latitude, longitude]) => ({ itemId, latitude, longitude }));

const compare = comparing(false);

/** The order on the globe follows that on the map closely. It is made exact here, as far as nothing is missing. */
function inOrder(
  { origin }: Ask,
  { read, after, reach }: { read: readonly Read[]; after: Place | null; reach: number },
) {
  return read
    .map((row) => ({ ...row, key: milesBetween(origin, row) }))
    .filter((row) => row.key < reach && (!after || compare(placeOfFound(row), after) > 0))
    .sort((one, other) => compare(placeOfFound(one), placeOfFound(other)));
}

function batchOf(rows: Found[], isDone: boolean) {
  const last = rows.at(-1);
  return { rows, end: isDone || !last ? null : placeOfFound(last), isDone };
}
