import { isDeepStrictEqual } from "node:util";
import type { SearchFacets, SearchFilter } from "@nexby/contract/discovery/search";
import { EXCHANGE_TYPES, ITEM_CONDITIONS, type ItemCondition } from "@nexby/domain/listings/item-terms";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { prepared } from "../../../platform/db/statements.ts";
import { itemSearch } from "../../../schema/search.ts";
import { listNumberedCategories, type ResolvedSearch, resolveSearch } from "./resolve-search.ts";
import { collectPage } from "./search-page.ts";
import { candidateOrder, sourceFor } from "./search-plan.ts";
import { ANY_CATEGORY, exchangeBit, type FilterSet, filterSetOf } from "./search-request.ts";

type Described = {
  priceCents: number;
  rating: number;
  condition: ItemCondition;
  exchanges: number;
  categories: number[];
};

const RATING_STEPS = [3, 3.5, 4, 4.5];
const PRICE_STEP_CENTS = 1000;
const PRICE_STEPS = 20;

type Filter = "price" | "rating" | "condition" | "exchange";

const passes = (item: Described, filterSet: FilterSet): Record<Filter, boolean> => ({
  price: item.priceCents >= filterSet.minPrice && item.priceCents <= filterSet.maxPrice,
  rating: item.rating >= filterSet.minRating,
  condition: filterSet.conditions.includes(item.condition),
  exchange: filterSet.exchanges === 0 || (item.exchanges & filterSet.exchanges) !== 0,
});

/** Ignores the filter whose choices are being counted, so that each count shows what choosing it would find. */
function matching(items: readonly Described[], filterSet: FilterSet, ignored?: Filter): Described[] {
  return items.filter((item) =>
    Object.entries(passes(item, filterSet)).every(([filter, isPassed]) => isPassed || filter === ignored),
  );
}

const counted = <Value>(
  values: readonly Value[],
  items: readonly Described[],
  has: (item: Described, value: Value) => boolean,
) => values.map((value) => ({ value, count: items.filter((item) => has(item, value)).length }));

function countChoices(
  items: readonly Described[],
  filterSet: FilterSet,
): Pick<SearchFacets, "conditions" | "exchanges" | "ratings" | "prices"> {
  const priced = matching(items, filterSet, "price");
  const step = ({ priceCents }: Described) => Math.min(PRICE_STEPS, Math.floor(priceCents / PRICE_STEP_CENTS));
  const steps = Array.from({ length: PRICE_STEPS + 1 }, (_, index) => index);
  return {
    conditions: counted(
      ITEM_CONDITIONS,
      matching(items, filterSet, "condition"),
      (item, value) => item.condition === value,
    ).map(({ value, count }) => ({ condition: value, count })),
    exchanges: counted(
      EXCHANGE_TYPES,
      matching(items, filterSet, "exchange"),
      (item, value) => (item.exchanges & exchangeBit(value)) !== 0,
    ).map(({ value, count }) => ({ exchange: value, count })),
    ratings: counted(
      RATING_STEPS,
      matching(items, filterSet, "rating"),
      (item, value) => item.rating >= value * 100,
    ).map(({ value, count }) => ({ atLeast: value, count })),
    prices: counted(steps, priced, (item, value) => step(item) === value).map(({ value, count }) => ({
      fromCents: value * PRICE_STEP_CENTS,
      toCents: value === PRICE_STEPS ? null : (value + 1) * PRICE_STEP_CENTS,
      count,
    })),
  };
}

function countCategories(
  items: readonly Described[],
  filterSet: FilterSet,
  known: readonly { id: string; number: number }[],
): SearchFacets["categories"] {
  const matches = matching(items, filterSet);
  return counted(known, matches, (item, { number }) => item.categories.includes(number))
    .filter(({ count }) => count > 0)
    .map(({ value, count }) => ({ id: value.id, count }));
}

const described = prepared((db: Db) =>
  db
    .select({
      priceCents: itemSearch.priceCents,
      rating: itemSearch.rating,
      condition: itemSearch.condition,
      exchanges: itemSearch.exchanges,
      categories: itemSearch.categories,
    })
    .from(itemSearch)
    .where(
      sql`${itemSearch.itemId} = any (${sql.placeholder("ids")}::uuid[]) and ${itemSearch.category} = ${ANY_CATEGORY}`,
    )
    .prepare("search_described"),
);

async function selectDescribed(db: Db, ids: readonly string[]): Promise<Described[]> {
  return ids.length === 0 ? [] : described(db).execute({ ids });
}

/** The screen shows "1000+" beyond this, and exact counts would cost ever more. */
const MAX_COUNTED = 1000;

/**
 * Counts the matching listings, and how many would match with other choices. If there are very many, only the nearest
 * (or newest) are counted.
 */
export async function countFacets(db: Db, query: SearchFilter): Promise<SearchFacets> {
  const search = await resolveSearch(db, query);
  const known = await listNumberedCategories(db);
  if (!search)
    return { total: 0, isMore: false, ...facetsOf(NOTHING, NOTHING, filterSetOf(query, ANY_CATEGORY), known) };
  const { category } = search.filterSet;
  const open = filterSetOf({}, category);
  const base = await collect(db, { ...search, filterSet: open });
  const matches = isDeepStrictEqual(search.filterSet, open) ? base : await collect(db, search);
  const everyCategory =
    category === ANY_CATEGORY ? null : await collect(db, { ...search, filterSet: filterSetOf({}, ANY_CATEGORY) });
  const counted = await describe(db, base);
  const countedOfAll = everyCategory ? await describe(db, everyCategory) : counted;
  return {
    total: matches.ids.length,
    isMore: matches.isMore,
    ...facetsOf(counted, countedOfAll, search.filterSet, known),
  };
}

type Collected = { ids: string[]; isMore: boolean };
type Counted = { items: Described[]; isMore: boolean };
const NOTHING: Counted = { items: [], isMore: false };

async function collect(db: Db, search: ResolvedSearch): Promise<Collected> {
  const source = await sourceFor(db, search, { order: candidateOrder(search), target: MAX_COUNTED });
  const { found, resume } = await collectPage(db, search, { source, after: null, limit: MAX_COUNTED });
  return { ids: found.map(({ itemId }) => itemId), isMore: resume !== null };
}

async function describe(db: Db, { ids, isMore }: Collected): Promise<Counted> {
  return { items: await selectDescribed(db, ids), isMore };
}

function facetsOf(counted: Counted, ofAll: Counted, filterSet: FilterSet, known: { id: string; number: number }[]) {
  return {
    isPartial: counted.isMore || ofAll.isMore,
    ...countChoices(counted.items, filterSet),
    categories: countCategories(ofAll.items, filterSet, known),
  };
}
