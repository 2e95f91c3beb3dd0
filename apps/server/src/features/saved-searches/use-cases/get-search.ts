import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findSearch, type NamedSearch } from "../saved-searches.repository.ts";

export async function getSearch(db: Db, id: string): Promise<NamedSearch> {
  const search = await findSearch(db, id);
  if (!search) throw new AppError("not_found", "Saved search not found");
  return search;
}
