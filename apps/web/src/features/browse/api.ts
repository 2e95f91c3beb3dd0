import type * as searchContract from "@nexby/contract/discovery/search";

import type { ResponseOf } from "@nexby/contract/endpoint";
import type * as itemsContract from "@nexby/contract/listings/items";

import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { readPages } from "../../lib/api/queries.ts";
import { withQuery } from "../../lib/paths.ts";
import { filterQuery, type Search } from "../../lib/search-url.ts";
import { type Alternative, alternativesTo } from "./alternatives.ts";

type Items = ResponseOf<typeof itemsContract.listItems>;

/** The server's maximum page size. */
const MAX_PINS = "100";
const NEAREST_COUNT = "8";

const itemsPath = (search: Search, limit: string | null) =>
  withQuery("/api/items", { ...filterQuery(search), sort: search.sort, limit });

export const listItems = (search: Search) => readPages<typeof itemsContract.listItems>(itemsPath(search, null));

/** The top results, for the map. */
export const foundPins = (search: Search) => queryOptions<Items>({ queryKey: [itemsPath(search, MAX_PINS)] });

export const getSearchFacets = (search: Search) =>
  queryOptions<ResponseOf<typeof searchContract.getSearchFacets>>({
    queryKey: [withQuery("/api/search/facets", filterQuery(search))],
  });

/** For an empty search: tries broader searches one at a time until one has results. */
export const nearestTo = (client: QueryClient, search: Search) =>
  queryOptions<{ alternative: Alternative; items: Items } | null>({
    queryKey: [itemsPath(search, null), "#nearest"],
    queryFn: async () => {
      for (const alternative of alternativesTo(search)) {
        const items = await client.fetchQuery<Items>({ queryKey: [itemsPath(alternative.search, NEAREST_COUNT)] });
        if (items.length > 0) return { alternative, items };
      }
      return null;
    },
  });
