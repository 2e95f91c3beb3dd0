import type { Position } from "@nexby/domain/kernel/distance";
import type { Db } from "../../../platform/db/db.ts";
import { nearestSource, nearestSourceByTokens } from "./nearest.queries.ts";
import { orderedSource, orderedSourceByTokens, segmentAfter } from "./ordered.queries.ts";
import type { Order, Source, Way } from "./ordered-statements.ts";
import type { ResolvedSearch } from "./resolve-search.ts";
import { cellsOf, circleAround, regionsOf, scaleOf, squareMilesOfCell } from "./search-area.ts";
import { findAges, type Statistics, searchStatistics } from "./search-statistics.ts";
import { type Alternatives, tokensFor } from "./search-tokens.ts";

/** Assumed share of listings that are available for given dates, and that have several units. */
const AVAILABLE_SHARE = 0.3;
const MULTI_UNIT_SHARE = 0.3;
/**
 * Measured cost per listing for each access path. A collected listing has a narrow row, a passed one needs only the
 * index.
 */
const COST = { listed: 0.05, gathered: 1.3, walked: 2.5, boxed: 4, passed: 1, cell: 4 };
const IMPOSSIBLE = Number.POSITIVE_INFINITY;
/** Above this many matches, they are collected in segments, each PART times the target. */
const MAX_GATHERED = 600;
const PART = 2;
/** Radius used to estimate the density of listings. */
const AROUND_MILES = 6;

type SourceOptions = {
  order: Order | "distance";
  /** Approximate number of listings that will be read. */
  target: number;
};

/** Distance order needs a place to measure from; the center of a map of half the country is not one. */
export const candidateOrder = ({ area, origin }: ResolvedSearch): "distance" | "newest" =>
  origin && area && (area.circle || cellsOf(area)) ? "distance" : "newest";

/** Matching listings in an order. Every access path finds the same listings; the statistics choose the fastest. */
export async function sourceFor(db: Db, search: ResolvedSearch, { order, target }: SourceOptions): Promise<Source> {
  const { filterSet, area, origin, stay } = search;
  const words = search.words?.query ?? null;
  const cells = area && cellsOf(area);
  const tokens = tokensFor(search.words?.needed ?? [], filterSet, stay?.quantity ?? 1);
  const statistics = await searchStatistics(db);
  const { matchCount, named, ...costs } = estimateCosts(search, statistics, { cells, target, tokens });
  if (order === "distance" && area && origin) {
    const query = { filterSet, area, origin };
    return costs.nearTokens < costs.near
      ? nearestSourceByTokens(db, {
          ...query,
          tokens,
          perSquareMile: densityAt(origin, filterSet.category, statistics) * named,
        })
      : nearestSource(db, { ...query, words });
  }
  const by = order === "distance" ? "newest" : order;
  const way = cheapest(costs, words !== null);
  if (way !== "tokens") {
    return orderedSource(db, { order: by, way, filterSet, area, cells: cells ?? [], words, isStay: stay !== null });
  }
  const known = matchCount > MAX_GATHERED ? { filterSet, statistics, ages: await findAges(db) } : null;
  return orderedSourceByTokens(db, {
    order: by,
    filterSet,
    area,
    tokens,
    matchCount,
    segmentAfter: known && ((after, most) => segmentAfter(by, after, (PART * most) / matchCount, known)),
    isStay: stay !== null,
  });
}

type Costs = Record<"tokens" | "nearTokens" | "near" | "walk" | "cells" | "box", number>;
type Known = { cells: readonly number[] | null; target: number; tokens: Alternatives };

/** Estimated cost of each access path, number of matches, and their share of the listings in the area. */
function estimateCosts(search: ResolvedSearch, statistics: Statistics, { cells, target, tokens }: Known) {
  const { filterSet, area, origin, words, stay } = search;
  const all = statistics.listingsIn(filterSet.category);
  const inArea = areaShare(search, statistics, cells);
  const inside = all * inArea;
  const hasWords = words?.share ?? 1;
  const named = hasWords * statistics.shareOf(filterSet) * ((stay?.quantity ?? 1) > 1 ? MULTI_UNIT_SHARE : 1);
  const needed = target / (stay?.dates ? AVAILABLE_SHARE : 1);
  const read = needed / Math.max(named, Number.EPSILON);
  const matchCount = inside * named;
  const gathered = area && (cells || regionsOf(area.box)) ? matchCount : all * named;
  const part = Math.min(1, (2 * PART * needed) / Math.max(matchCount, 1)) * gathered;
  const isNamed = tokens.length > 0;
  const near = (surplus: number) => (COST.passed + (words ? COST.walked : 0)) * Math.min(inside, read * surplus);
  const costs: Costs = {
    tokens: isNamed
      ? COST.gathered * (matchCount > MAX_GATHERED ? part : gathered) + COST.listed * gathered
      : IMPOSSIBLE,
    // On a map of half the world the matches may cluster far from its center, so searching outward in parts doesn't
    // help.
    nearTokens: isNamed ? COST.gathered * (area?.circle || cells ? part : gathered) : IMPOSSIBLE,
    near: area && origin ? near(scaleOf(area.box, origin).surplus) : IMPOSSIBLE,
    walk: COST.walked * Math.min(all, read / Math.max(inArea, Number.EPSILON)),
    cells: cells ? COST.cell * cells.length + COST.walked * Math.min(inside, read) : IMPOSSIBLE,
    box: area && !words ? COST.boxed * inside : IMPOSSIBLE,
  };
  return { ...costs, matchCount, named };
}

/** Estimated listings of a category per square mile; 0 near the poles, where there are no cells. */
function densityAt(origin: Position, category: number, statistics: Statistics): number {
  const cells = cellsOf(circleAround(origin, AROUND_MILES));
  if (!cells) return 0;
  return (
    (statistics.listingsIn(category) * statistics.shareInCells(cells)) / (cells.length * squareMilesOfCell(origin))
  );
}

function areaShare({ area }: ResolvedSearch, statistics: Statistics, cells: readonly number[] | null): number {
  if (cells) return statistics.shareInCells(cells);
  return area ? statistics.shareIn(area.box) : 1;
}

function cheapest(costs: Costs, hasWords: boolean): Way | "tokens" {
  const least = Math.min(costs.tokens, costs.walk, costs.cells, costs.box);
  if (least === costs.tokens) return "tokens";
  if (least === costs.cells) return hasWords ? "cellsWithWords" : "cells";
  if (least === costs.box) return "box";
  return hasWords ? "allWithWords" : "all";
}
