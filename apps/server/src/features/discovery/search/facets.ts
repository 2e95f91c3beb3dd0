import { isDeepStrictEqual } from "node:util";
import type { SearchFacets, SearchFilter } from "@nexby/contract/discovery/search";
import { EXCHANGE_TYPES, ITEM_CONDITIONS, type ItemCondition } from "@nexby/domain/listings/item-terms";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { listOf, prepared, rowsOf } from "../../../platform/db/statements.ts";
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

const PASSES = {
  price: ({ priceCents }: Described, { minPrice, maxPrice }: FilterSet) =>
    priceCents >= minPrice && priceCents <= maxPrice,
  rating: ({ rating }: Described, { minRating }: FilterSet) => rating >= minRating,
  condition: ({ condition }: Described, { conditions }: FilterSet) => conditions.includes(condition),
  exchange: (item: Described, { exchanges }: FilterSet) => exchanges === 0 || (item.exchanges & exchanges) !== 0,
};
type Filter = keyof typeof PASSES;
const FILTERS = Object.keys(PASSES) as Filter[];

/** Ignores the filter whose choices are being counted, so that each count shows what choosing it would find. */
function matching(items: readonly Described[], filterSet: FilterSet, ignored?: Filter): Described[] {
  const filters = FILTERS.filter((filter) => filter !== ignored);
  return items.filter((item) => filters.every((filter) => PASSES[filter](item, filterSet)));
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

type Row = [priceCents: number, rating: number, condition: ItemCondition, exchanges: number, categories: number[]];

const described = prepared((db: Db) =>
  db
    .select({
      list: listOf<Row>(sql`price_cents`, sql`rating`, sql`condition`, sql`exchanges`, sql`categories`),
    })
    .from(sql`item_search`)
    .where(sql`item_id = any (${sql.placeholder("ids")}::uuid[]) and category = 0`)
    .prepare("search_described"),
);

async function selectDescribed(db: Db, ids: readonly string[]): Promise<Described[]> {
  if (ids.length === 0) return [];
  return rowsOf(await described(db).execute({ ids })).map(([priceCents, rating, condition, exchanges, categories]) => ({
    priceCents,
    rating,
    condition,
    exchanges,
    categories,
  }));
}

/** The screen shows "500+" beyond this, and exact counts would cost ever more. */
const MAX_COUNTED = 500;

/**
 * Counts the matching listings, and how many would match with other choices. If there are very many, only the nearest
 * (or newest) are counted.
 */
export async function countFacets(db: Db, query: SearchFilter): Promise<SearchFacets> {
  const search = await resolveSearch(db, query);
  const known = await listNumberedCategories(db);
  const filterSet = search?.filterSet ?? filterSetOf(query, ANY_CATEGORY);
  const anyCategory = search ? await readListings(db, search, ANY_CATEGORY) : NONE;
  const [inCategory, filtered] = search
    ? await Promise.all([readCategory(db, search, anyCategory), readFiltered(db, search, anyCategory)])
    : [NONE, null];
  return {
    total: filtered ? filtered.ids.length : matching(inCategory.items, filterSet).length,
    isMore: filtered ? filtered.isMore : inCategory.isMore,
    isPartial: inCategory.isMore || anyCategory.isMore,
    ...countChoices(inCategory.items, filterSet),
    categories: countCategories(anyCategory.items, filterSet, known),
  };
}

type Listings = { items: Described[]; isMore: boolean };
const NONE: Listings = { items: [], isMore: false };

/** The listings of a category, whatever the other filters. */
async function readListings(db: Db, search: ResolvedSearch, category: number): Promise<Listings> {
  const { ids, isMore } = await collect(db, { ...search, filterSet: filterSetOf({}, category) });
  return { items: await selectDescribed(db, ids), isMore };
}

/** Searches again only if not all listings were read: the rest of the time, they include those of the category. */
async function readCategory(db: Db, search: ResolvedSearch, anyCategory: Listings): Promise<Listings> {
  const { category } = search.filterSet;
  if (category === ANY_CATEGORY) return anyCategory;
  if (anyCategory.isMore) return readListings(db, search, category);
  return { items: anyCategory.items.filter(({ categories }) => categories.includes(category)), isMore: false };
}

/** Likewise for the other filters; null if there is nothing to search for again. */
async function readFiltered(db: Db, search: ResolvedSearch, anyCategory: Listings) {
  const { filterSet } = search;
  const isFiltered = !isDeepStrictEqual(filterSet, filterSetOf({}, filterSet.category));
  return anyCategory.isMore && isFiltered ? collect(db, search) : null;
}

async function collect(db: Db, search: ResolvedSearch): Promise<{ ids: string[]; isMore: boolean }> {
  const source = await sourceFor(db, search, { order: candidateOrder(search), target: MAX_COUNTED });
  const { found, resume } = await collectPage(db, search, { source, after: null, limit: MAX_COUNTED });
  return { ids: found.map(({ id }) => id), isMore: resume !== null };
}
