import type { listCategories } from "@nexby/contract/categories";
import type { getItem, listItems } from "@nexby/contract/items";
import { read, readPages } from "../../../lib/read.ts";
import { withQuery } from "../../../lib/with-query.ts";

export const ownItemPages = (userId: string) => readPages<typeof listItems>(withQuery("/api/items", { owner: userId }));
export const itemToEdit = (itemId: string) => read<typeof getItem>("/api/items", itemId);
export const allCategories = () => read<typeof listCategories>("/api/categories");
