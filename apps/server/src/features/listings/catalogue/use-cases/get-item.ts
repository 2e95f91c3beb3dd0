import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findFoodTruck } from "../../../food-trucks/public.ts";
import { findItem } from "../items.repository.ts";

export async function getItem(db: Db, itemId: string) {
  const item = await findItem(db, itemId);
  if (!item) throw new AppError("not_found", "Item not found");
  return { item, foodTruck: await findFoodTruck(db, itemId) };
}
