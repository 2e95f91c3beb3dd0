import type * as searchContract from "@nexby/contract/discovery/search";

import type { ResponseOf } from "@nexby/contract/endpoint";
import type * as categoriesContract from "@nexby/contract/listings/categories";

import type * as itemsContract from "@nexby/contract/listings/items";

import { queryOptions } from "@tanstack/react-query";
import { read } from "../../lib/api/queries.ts";
import { withQuery } from "../../lib/paths.ts";

/** The items the client holds anyway. */
export const listItems = () => read<typeof itemsContract.listItems>("/api/items");

export const listCategories = () => read<typeof categoriesContract.listCategories>("/api/categories");

/** The server's suggestions, from every listing. Not retried: by then the person has typed something else. */
export const suggestSearches = (text: string) =>
  queryOptions<ResponseOf<typeof searchContract.suggestSearches>>({
    queryKey: [withQuery("/api/search/suggestions", { text })],
    retry: false,
  });
