import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { deleteSearch as deleteRow } from "../saved-searches.repository.ts";

export async function deleteSearch(db: Db, userId: string, id: string): Promise<void> {
  if (!(await deleteRow(db, userId, id))) throw new AppError("not_found", "Saved search not found");
}
