import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { edgesOf } from "./ordered.repository.ts";
import { indexedBox, isFoundByTokens } from "./ordered-statements.ts";
import { type Box, mercator, scaleOf } from "./search-area.ts";
import type { Narrowing } from "./search-request.ts";
import { comparing, placeOfFound, type Source } from "./search-source.ts";
import type { Alternatives } from "./search-tokens.ts";
import { byAlternatives, tokenValues } from "./token-statements.ts";

/** By tokens, or along the index of positions. */
type Ask = { narrowing: Narrowing; box: Box; origin: Position; words: string | null; tokens: Alternatives | null };

const given = sql.placeholder;

const COLUMNS = {
  itemId: sql<string>`item_id`,
  latitude: sql<number>`latitude`,
  longitude: sql<number>`longitude`,
};
const origin = sql`point(${given("x")}::float8, ${given("y")}::float8)`;

/** A function, because only there the planner can be told to take the order from the index. */
const nearest = prepared((db: Db) =>
  db
    .select(COLUMNS)
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
    .select(COLUMNS)
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

const compare = comparing(false);

/**
 * Listings by distance. The index has them by their distance on the map, which the globe's follows closely: what was
 * read is put in order exactly, and given out as far as nothing unread can come before it.
 */
export function nearestSource(db: Db, { narrowing, box, origin, words, tokens }: Ask): Source {
  const statement = tokens ? nearestByTokens(db, tokens.length) : nearest(db);
  const start = mercator(origin);
  const scale = scaleOf(box, origin);
  return async (after, wanted) => {
    const ask = {
      ...narrowing,
      ...edgesOf(box),
      ...start,
      ...(tokens ? tokenValues(tokens) : { words }),
      leastApart: scale.leastApart(after?.key ?? 0),
    };
    for (let most = Math.ceil(wanted * scale.surplus) + 8; ; most *= 2) {
      const read = await statement.execute({ ...ask, most });
      const isDone = read.length < most;
      const last = read.at(-1);
      const reach = isDone || !last ? Number.POSITIVE_INFINITY : scale.leastMiles(apart(start, mercator(last)));
      const rows = read
        .map((row) => ({ ...row, key: milesBetween(origin, row) }))
        .filter((row) => row.key < reach && (!after || compare(placeOfFound(row), after) > 0))
        .sort((one, other) => compare(placeOfFound(one), placeOfFound(other)));
      const final = rows.at(-1);
      if (isDone || final) return { rows, end: isDone || !final ? null : placeOfFound(final), isDone };
    }
  };
}

type OnMap = { x: number; y: number };
const apart = (one: OnMap, other: OnMap): number => Math.hypot(one.x - other.x, one.y - other.y);
