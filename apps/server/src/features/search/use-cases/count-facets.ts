import { isDeepStrictEqual } from "node:util";
import type { SearchFacets, SearchFilter } from "@nexby/contract/search";
import type { Db } from "../../../platform/db/db.ts";
import { selectDescribed } from "../facets.repository.ts";
import { countCategories, countChoices, type Described } from "../facets.ts";
import { type ResolvedSearch, resolveSearch } from "../resolve-search.ts";
import { listNumberedCategories } from "../search-categories.repository.ts";
import { fillPage } from "../search-page.ts";
import { candidateOrder, sourceFor } from "../search-plan.ts";
import { ANY_CATEGORY, type Narrowing, narrowingOf } from "../search-request.ts";

/** "1000+" says enough, and counting on would cost the more the less it tells. */
const MOST_COUNTED = 1000;

/** How many listings fit, and how many would with other choices. Of very many, the nearest (or newest) are counted. */
export async function countFacets(db: Db, query: SearchFilter): Promise<SearchFacets> {
  const search = await resolveSearch(db, query);
  const known = await listNumberedCategories(db);
  if (!search)
    return { total: 0, isMore: false, ...facetsOf(NOTHING, NOTHING, narrowingOf(query, ANY_CATEGORY), known) };
  const { category } = search.narrowing;
  const open = narrowingOf({}, category);
  const base = await collect(db, { ...search, narrowing: open });
  const fits = isDeepStrictEqual(search.narrowing, open) ? base : await collect(db, search);
  const everyCategory =
    category === ANY_CATEGORY ? null : await collect(db, { ...search, narrowing: narrowingOf({}, ANY_CATEGORY) });
  const counted = await describe(db, base);
  const countedOfAll = everyCategory ? await describe(db, everyCategory) : counted;
  return {
    total: fits.ids.length,
    isMore: fits.isMore,
    ...facetsOf(counted, countedOfAll, search.narrowing, known),
  };
}

type Collected = { ids: string[]; isMore: boolean };
type Counted = { items: Described[]; isMore: boolean };
const NOTHING: Counted = { items: [], isMore: false };

async function collect(db: Db, search: ResolvedSearch): Promise<Collected> {
  const source = await sourceFor(db, search, { order: candidateOrder(search), wanted: MOST_COUNTED });
  const { found, resume } = await fillPage(db, search, { source, after: null, limit: MOST_COUNTED });
  return { ids: found.map(({ itemId }) => itemId), isMore: resume !== null };
}

async function describe(db: Db, { ids, isMore }: Collected): Promise<Counted> {
  return { items: await selectDescribed(db, ids), isMore };
}

function facetsOf(counted: Counted, ofAll: Counted, narrowing: Narrowing, known: { id: string; number: number }[]) {
  return {
    isPartial: counted.isMore || ofAll.isMore,
    ...countChoices(counted.items, narrowing),
    categories: countCategories(ofAll.items, narrowing, known),
  };
}
