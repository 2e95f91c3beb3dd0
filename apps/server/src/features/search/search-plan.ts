import type { Db } from "../../platform/db/db.ts";
import { nearestSource } from "./nearest.repository.ts";
import { orderedSource } from "./ordered.repository.ts";
import type { Order, Way } from "./ordered-statements.ts";
import type { ResolvedSearch } from "./resolve-search.ts";
import { cellsOf, EVERYWHERE, regionsOf, scaleOf } from "./search-area.ts";
import type { Source } from "./search-source.ts";
import { searchStatistics } from "./search-statistics.repository.ts";
import type { Statistics } from "./search-statistics.ts";
import { inRegions, tokensFor } from "./search-tokens.ts";

/** What part of the listings is free when somebody asks for dates, or has as many. */
const FREE = 0.3;
/** What it takes to look at a listing on each way, as measured; a gathered one has a narrow row. */
const COST = { gathered: 1.3, walked: 2.5, boxed: 4, passed: 0.7, cell: 4 };
const IMPOSSIBLE = Number.POSITIVE_INFINITY;

type Ask = {
  order: Order | "distance";
  /** About how many listings will be read. */
  wanted: number;
};

/** The listings that fit, in an order. Every way finds the same; which one is quick, the statistics tell. */
export async function sourceFor(db: Db, search: ResolvedSearch, { order, wanted }: Ask): Promise<Source> {
  const { narrowing, area, origin, stay } = search;
  const words = search.words?.query ?? null;
  const box = area?.box ?? EVERYWHERE;
  const cells = area && cellsOf(area);
  const named = tokensFor(search.words?.needed ?? [], narrowing, stay?.quantity ?? 1);
  const regions = area && regionsOf(box);
  const tokens = inRegions(named, regions);
  const isNamed = tokens.length > 0;
  const costs = costsOf(search, await searchStatistics(db), { cells, wanted, isNamed, isNear: regions !== null });
  if (order === "distance" && origin) {
    return nearestSource(db, { narrowing, box, origin, words, tokens: costs.tokens < costs.near ? tokens : null });
  }
  const by = order === "distance" ? "newest" : order;
  const way = cheapest(costs, words !== null);
  return orderedSource(db, {
    order: by,
    way,
    narrowing,
    box,
    cells: cells ?? [],
    words,
    tokens,
    isStay: stay !== null,
  });
}

type Costs = Record<"tokens" | "near" | "walk" | "cells" | "box", number>;
type Known = { cells: readonly number[] | null; wanted: number; isNamed: boolean; isNear: boolean };

function costsOf(search: ResolvedSearch, statistics: Statistics, { cells, wanted, isNamed, isNear }: Known): Costs {
  const { narrowing, area, origin, words, stay } = search;
  const all = statistics.listingsIn(narrowing.category);
  const inArea = areaShare(search, statistics, cells);
  const inside = all * inArea;
  const hasWords = words?.share ?? 1;
  const named = hasWords * statistics.shareOf(narrowing);
  const read = wanted / Math.max(named * (stay ? FREE : 1), Number.EPSILON);
  // The index of positions knows the words; all else is in the rows.
  const near = (surplus: number) => (COST.passed + COST.walked * hasWords) * Math.min(inside, read * surplus);
  return {
    tokens: isNamed ? COST.gathered * (isNear ? inside : all) * named : IMPOSSIBLE,
    near: area && origin ? near(scaleOf(area.box, origin).surplus) : IMPOSSIBLE,
    walk: COST.walked * Math.min(all, read / Math.max(inArea, Number.EPSILON)),
    cells: cells ? COST.cell * cells.length + COST.walked * Math.min(inside, read) : IMPOSSIBLE,
    box: area && !words ? COST.boxed * inside : IMPOSSIBLE,
  };
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
