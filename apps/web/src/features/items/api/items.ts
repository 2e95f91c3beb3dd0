import type { getItem, listItems } from "@nexby/contract/items";
import { read, readPages } from "../../../lib/read.ts";
import { withQuery } from "../../../lib/request.ts";

export const item = (itemId: string) => read<typeof getItem>("/api/items", itemId);

/** Newest first, all or of one category. */
export const itemPages = (category: string | null) =>
  readPages<typeof listItems>(withQuery("/api/items", { category }));
