import type { Db } from "../../platform/db/db.ts";
import { refusedField } from "../../platform/errors/refused-field.ts";
import { findCategoryId } from "./saved-searches.repository.ts";

/** The category that a slug, an id or a name means. */
export async function chosenCategory(db: Db, given: string | null): Promise<string | null> {
  if (given === null) return null;
  const id = await findCategoryId(db, given);
  if (id === null) throw refusedField("category", "Please choose a category");
  return id;
}
