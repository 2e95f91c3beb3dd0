import type { listCategories } from "@nexby/contract/categories";
import type { listItems } from "@nexby/contract/items";
import { read } from "../../../lib/read.ts";

/** The items the client holds anyway. */
export const knownItems = () => read<typeof listItems>("/api/items");

export const categories = () => read<typeof listCategories>("/api/categories");
