import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findItem, type ItemDetailRow } from "../items.repository.ts";

export async function getItem(db: Db, itemId: string): Promise<ItemDetailRow> {
  const item = await findItem(db, itemId);
  if (!item) throw new AppError("not_found", "Item not found");
  return item;
}
