import type { Db } from "../../../../platform/db/db.ts";
import { type Category, selectCategories } from "../categories.repository.ts";

export const listCategories = (db: Db): Promise<Category[]> => selectCategories(db);
