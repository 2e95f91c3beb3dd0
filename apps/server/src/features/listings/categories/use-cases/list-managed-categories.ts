import type { Db } from "../../../../platform/db/db.ts";
import { type CountedCategory, selectManagedCategories } from "../managed-categories.repository.ts";

export const listManagedCategories = (db: Db): Promise<CountedCategory[]> => selectManagedCategories(db);
