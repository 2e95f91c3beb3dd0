import type { ResponseOf } from "@nexby/contract/endpoint";
import type * as itemsContract from "@nexby/contract/listings/items";
import type { listItems } from "@nexby/contract/listings/items";
import { queryOptions } from "@tanstack/react-query";
import { read, readPages } from "../../lib/api/queries.ts";
import { withQuery } from "../../lib/paths.ts";

export const getItem = (itemId: string) => read<typeof itemsContract.getItem>("/api/items", itemId);

export const listSimilarItems = (itemId: string) =>
  read<typeof itemsContract.listSimilarItems>("/api/items", itemId, "similar");

/** First page of the items that match; of all items without filters. */
export const firstItems = (filters: Record<string, string | null> = {}) =>
  queryOptions<ResponseOf<typeof listItems>>({ queryKey: [withQuery("/api/items", filters)] });

/** An owner's items, newest first. */
export const ownerItemPages = (owner: string) => readPages<typeof listItems>(withQuery("/api/items", { owner }));
