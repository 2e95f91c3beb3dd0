import type { ItemView } from "@nexby/contract/items";
import { containsWords } from "../../lib/contains-words.ts";

/** Whether an item has all the words, wherever it has them. */
export const matchesSearch = ({ title, description, category, location }: ItemView, search: string): boolean =>
  containsWords([title, description, category?.name, location].join(" "), search);
