import { localMemory } from "../../lib/safe-storage.ts";
import { keepRecentSearch } from "./recent-searches.ts";

export const keepSearch = (text: string): void => keepRecentSearch(localMemory, text);
