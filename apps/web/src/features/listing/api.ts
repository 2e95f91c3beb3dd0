import type { ResponseOf } from "@nexby/contract/endpoint";
import type * as itemsContract from "@nexby/contract/listings/items";
import type { listItems } from "@nexby/contract/listings/items";
import { queryOptions } from "@tanstack/react-query";
import { read, readPages } from "../../lib/api/queries.ts";
import { withQuery } from "../../lib/paths.ts";
import { filterQuery, type Search } from "../../lib/search-url.ts";

export const getItem = (itemId: string) => read<typeof itemsContract.getItem>("/api/items", itemId);

export const listSimilarItems = (itemId: string) =>
  read<typeof itemsContract.listSimilarItems>("/api/items", itemId, "similar");

/** First page of search results. */
export const foundFirst = (search: Search) =>
  queryOptions<ResponseOf<typeof listItems>>({ queryKey: [withQuery("/api/items", filterQuery(search))] });

/** First page of all items. */
export const newestItems = () => read<typeof listItems>("/api/items");

/** An owner's items, newest first. */
export const ownerItemPages = (owner: string) => readPages<typeof listItems>(withQuery("/api/items", { owner }));
