import type * as searchContract from "@nexby/contract/discovery/search";

import type { ResponseOf } from "@nexby/contract/endpoint";
import type * as categoriesContract from "@nexby/contract/listings/categories";

import type * as itemsContract from "@nexby/contract/listings/items";

import { queryOptions } from "@tanstack/react-query";
import { read } from "../../lib/api/queries.ts";
import { withQuery } from "../../lib/paths.ts";

/** The first page of items, which is usually cached already. */
export const listItems = () => read<typeof itemsContract.listItems>("/api/items");

export const listCategories = () => read<typeof categoriesContract.listCategories>("/api/categories");

/** Suggestions from every listing. Not retried: by then the text has usually changed. */
export const suggestSearches = (text: string) =>
  queryOptions<ResponseOf<typeof searchContract.suggestSearches>>({
    queryKey: [withQuery("/api/search/suggestions", { text })],
    retry: false,
  });
