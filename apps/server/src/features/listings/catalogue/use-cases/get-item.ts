import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import type { FindOwnerRecord } from "../../../accounts/public.ts";
import { findFoodTruck } from "../../../food-trucks/public.ts";
import { findItem } from "../items.repository.ts";

export async function getItem(db: Db, findOwnerRecord: FindOwnerRecord, itemId: string) {
  const item = await findItem(db, itemId);
  if (!item) throw new AppError("not_found", "Item not found");
  const record = await findOwnerRecord(db, item.ownerId);
  return { item, record, foodTruck: await findFoodTruck(db, itemId) };
}
