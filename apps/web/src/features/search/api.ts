import type { suggestSearches } from "@nexby/contract/discovery/search";
import type { ResponseOf } from "@nexby/contract/endpoint";
import type { listCategories } from "@nexby/contract/listings/categories";
import type { listItems } from "@nexby/contract/listings/items";
import { queryOptions } from "@tanstack/react-query";
import { read } from "../../lib/api/queries.ts";
import { withQuery } from "../../lib/paths.ts";

/** The items the client holds anyway. */
export const knownItems = () => read<typeof listItems>("/api/items");

export const categories = () => read<typeof listCategories>("/api/categories");

/** The server's suggestions, from every listing. Not retried: by then the person has typed something else. */
export const suggestions = (text: string) =>
  queryOptions<ResponseOf<typeof suggestSearches>>({
    queryKey: [withQuery("/api/search/suggestions", { text })],
    retry: false,
  });
