import type { Position } from "@nexby/domain/kernel/distance";
import type { Db } from "../../../platform/db/db.ts";
import { nearestSource, nearestSourceByTokens } from "./nearest.queries.ts";
import { orderedSource, orderedSourceByTokens, segmentAfter } from "./ordered.queries.ts";
import type { Order, Source, Way } from "./ordered-statements.ts";
import type { ResolvedSearch } from "./resolve-search.ts";
import { cellsOf, circleAround, regionsOf, scaleOf, squareMilesOfCell } from "./search-area.ts";
import { findAges, type Statistics, searchStatistics } from "./search-statistics.ts";
import { type Alternatives, tokensFor } from "./search-tokens.ts";

/** What part of the listings is free when somebody asks for dates, and has several units. */
const FREE = 0.3;
const SEVERAL = 0.3;
/** What it takes to look at a listing on each way, as measured; a gathered one has a narrow row, a passed one only the index. */
const COST = { listed: 0.05, gathered: 1.3, walked: 2.5, boxed: 4, passed: 1, cell: 4 };
const IMPOSSIBLE = Number.POSITIVE_INFINITY;
/** More than so many are gathered part by part, in parts of more than are wanted. */
const MAX_GATHERED = 600;
const PART = 2;
/** What is so near tells how far to look for more. */
const AROUND_MILES = 6;

type Ask = {
  order: Order | "distance";
  /** About how many listings will be read. */
  wanted: number;
};

/** Of what is around a place the nearest are looked at first; the middle of a map of half the country is no such place. */
export const candidateOrder = ({ area, origin }: ResolvedSearch): "distance" | "newest" =>
  origin && area && (area.circle || cellsOf(area)) ? "distance" : "newest";

/** The listings that fit, in an order. Every way finds the same; which one is quick, the statistics tell. */
export async function sourceFor(db: Db, search: ResolvedSearch, { order, wanted }: Ask): Promise<Source> {
  const { filterSet, area, origin, stay } = search;
  const words = search.words?.query ?? null;
  const cells = area && cellsOf(area);
  const tokens = tokensFor(search.words?.needed ?? [], filterSet, stay?.quantity ?? 1);
  const statistics = await searchStatistics(db);
  const { fitting, named, ...costs } = extraCostsOf(search, statistics, { cells, wanted, tokens });
  if (order === "distance" && area && origin) {
    const ask = { filterSet, area, origin };
    return costs.nearTokens < costs.near
      ? nearestSourceByTokens(db, {
          ...ask,
          tokens,
          perSquareMile: densityAt(origin, filterSet.category, statistics) * named,
        })
      : nearestSource(db, { ...ask, words });
  }
  const by = order === "distance" ? "newest" : order;
  const way = cheapest(costs, words !== null);
  if (way !== "tokens") {
    return orderedSource(db, { order: by, way, filterSet, area, cells: cells ?? [], words, isStay: stay !== null });
  }
  const known = fitting > MAX_GATHERED ? { filterSet, statistics, ages: await findAges(db) } : null;
  return orderedSourceByTokens(db, {
    order: by,
    filterSet,
    area,
    tokens,
    fitting,
    segmentAfter: known && ((after, most) => segmentAfter(by, after, (PART * most) / fitting, known)),
    isStay: stay !== null,
  });
}

type Costs = Record<"tokens" | "nearTokens" | "near" | "walk" | "cells" | "box", number>;
type Known = { cells: readonly number[] | null; wanted: number; tokens: Alternatives };

/** What each way takes; about how many listings fit, and which share of those inside. */
function extraCostsOf(search: ResolvedSearch, statistics: Statistics, { cells, wanted, tokens }: Known) {
  const { filterSet, area, origin, words, stay } = search;
  const all = statistics.listingsIn(filterSet.category);
  const inArea = areaShare(search, statistics, cells);
  const inside = all * inArea;
  const hasWords = words?.share ?? 1;
  const named = hasWords * statistics.shareOf(filterSet) * ((stay?.quantity ?? 1) > 1 ? SEVERAL : 1);
  const free = wanted / (stay?.dates ? FREE : 1);
  const read = free / Math.max(named, Number.EPSILON);
  const fitting = inside * named;
  const gathered = area && (cells || regionsOf(area.box)) ? fitting : all * named;
  const part = Math.min(1, (2 * PART * free) / Math.max(fitting, 1)) * gathered;
  const isNamed = tokens.length > 0;
  const near = (surplus: number) => (COST.passed + (words ? COST.walked : 0)) * Math.min(inside, read * surplus);
  const costs: Costs = {
    tokens: isNamed ? COST.gathered * (fitting > MAX_GATHERED ? part : gathered) + COST.listed * gathered : IMPOSSIBLE,
    // On a map of half the world all that is named may lie together, far from its middle, and not part by part around it.
    nearTokens: isNamed ? COST.gathered * (area?.circle || cells ? part : gathered) : IMPOSSIBLE,
    near: area && origin ? near(scaleOf(area.box, origin).surplus) : IMPOSSIBLE,
    walk: COST.walked * Math.min(all, read / Math.max(inArea, Number.EPSILON)),
    cells: cells ? COST.cell * cells.length + COST.walked * Math.min(inside, read) : IMPOSSIBLE,
    box: area && !words ? COST.boxed * inside : IMPOSSIBLE,
  };
  return { ...costs, fitting, named };
}

/** About how many listings of a category there are in a square mile around a place; none where no cells tell, at a pole. */
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
