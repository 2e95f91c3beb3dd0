import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { type CountedCategory, selectManagedCategories } from "./managed-categories.repository.ts";

/** One among all of them; there are few. */
export function categoryAmong(all: readonly CountedCategory[], id: string): CountedCategory {
  const category = all.find((one) => one.id === id);
  if (!category) throw new AppError("not_found", "Category not found");
  return category;
}

export const getCategory = async (db: Db, id: string): Promise<CountedCategory> =>
  categoryAmong(await selectManagedCategories(db), id);
