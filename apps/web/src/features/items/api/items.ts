import type { getItem, listItems, listSimilarItems } from "@nexby/contract/items";
import { read, readPages } from "../../../lib/read.ts";
import { withQuery } from "../../../lib/with-query.ts";

export const item = (itemId: string) => read<typeof getItem>("/api/items", itemId);

export const similarItems = (itemId: string) => read<typeof listSimilarItems>("/api/items", itemId, "similar");

/** The first page of all items. */
export const newestItems = () => read<typeof listItems>("/api/items");

/** What one person shares, newest first. */
export const ownerItemPages = (owner: string) => readPages<typeof listItems>(withQuery("/api/items", { owner }));
