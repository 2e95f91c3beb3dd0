import type { Listing } from "@nexby/contract/listing-fields";
import { type Column, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { foodTruckSettings } from "./food-truck-settings.table.ts";

type FoodTruckFields = NonNullable<Listing["foodTruck"]>;
export type FoodTruckRow = typeof foodTruckSettings.$inferSelect;

const byItem = prepared((db) =>
  db
    .select()
    .from(foodTruckSettings)
    .where(eq(foodTruckSettings.itemId, sql.placeholder("itemId")))
    .prepare("food_truck_by_item"),
);

/** Of the item in another query. */
export const isFoodTruck = (itemId: Column): SQL<boolean> =>
  sql`exists (select from food_truck_settings where item_id = ${itemId})`;

export async function findFoodTruck(db: Db, itemId: string): Promise<FoodTruckRow | null> {
  const [row] = await byItem(db).execute({ itemId });
  return row ?? null;
}

/** Makes the listing's settings what is given; null makes it no food truck. */
export async function saveFoodTruck(db: Db, itemId: string, fields: FoodTruckFields | null): Promise<void> {
  if (fields === null) {
    await db.delete(foodTruckSettings).where(eq(foodTruckSettings.itemId, itemId));
    return;
  }
  await db
    .insert(foodTruckSettings)
    .values({ ...fields, itemId })
    .onConflictDoUpdate({ target: foodTruckSettings.itemId, set: fields });
}
