import type { ResponseOf } from "@nexby/contract/endpoint";
import type { getItem, listItems, listSimilarItems } from "@nexby/contract/items";
import { queryOptions } from "@tanstack/react-query";
import { read, readPages } from "../../../lib/read.ts";
import { filterQuery, type Search } from "../../../lib/search-address.ts";
import { withQuery } from "../../../lib/with-query.ts";

export const item = (itemId: string) => read<typeof getItem>("/api/items", itemId);

export const similarItems = (itemId: string) => read<typeof listSimilarItems>("/api/items", itemId, "similar");

/** The first page of what a search finds. */
export const foundFirst = (search: Search) =>
  queryOptions<ResponseOf<typeof listItems>>({ queryKey: [withQuery("/api/items", filterQuery(search))] });

/** The first page of all items. */
export const newestItems = () => read<typeof listItems>("/api/items");

/** What one person shares, newest first. */
export const ownerItemPages = (owner: string) => readPages<typeof listItems>(withQuery("/api/items", { owner }));
