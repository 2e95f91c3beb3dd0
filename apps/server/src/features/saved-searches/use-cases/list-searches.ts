import { MOST_SAVED_SEARCHES } from "@nexby/contract/saved-searches";
import type { Db } from "../../../platform/db/db.ts";
import { type NamedSearch, selectSearches } from "../saved-searches.repository.ts";

export const listSearches = (db: Db, userId: string): Promise<NamedSearch[]> =>
  selectSearches(db, userId, MOST_SAVED_SEARCHES);
