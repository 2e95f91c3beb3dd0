import type { Listing } from "@nexby/contract/listings/listing-fields";
import { cents } from "@nexby/domain/kernel/money";
import type { FoodTruckTerms } from "@nexby/domain/pricing/food-truck-price";
import { type Column, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";
import { foodTruckSettings } from "../../schema/listings.ts";

export const foodTruckTerms = (truck: FoodTruckRow): FoodTruckTerms => ({
  ...truck,
  perPersonPriceCents: cents(truck.perPersonPriceCents),
  appearanceFeeCents: cents(truck.appearanceFeeCents),
  baseTravelFeeCents: cents(truck.baseTravelFeeCents),
  travelFeePerMileCents: cents(truck.travelFeePerMileCents),
  tieredPricing: truck.tieredPricing.map((tier) => ({
    ...tier,
    perPersonPriceCents: cents(tier.perPersonPriceCents),
  })),
});

type FoodTruckFields = NonNullable<Listing["foodTruck"]>;
export type FoodTruckRow = typeof foodTruckSettings.$inferSelect;

const byItem = prepared((db) =>
  db
    .select()
    .from(foodTruckSettings)
    .where(eq(foodTruckSettings.itemId, sql.placeholder("itemId")))
    .prepare("food_truck_by_item"),
);

/** For use in a query on items. */
export const isFoodTruck = (itemId: Column): SQL<boolean> =>
  sql`exists (select from food_truck_settings where item_id = ${itemId})`;

export async function findFoodTruck(db: Db, itemId: string): Promise<FoodTruckRow | null> {
  const [row] = await byItem(db).execute({ itemId });
  return row ?? null;
}

/** Passing null removes the settings. */
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

export async function isMenuShown(db: Db, menuFileKey: string): Promise<boolean> {
  const [truck] = await db
    .select({ itemId: foodTruckSettings.itemId })
    .from(foodTruckSettings)
    .where(eq(foodTruckSettings.menuFileKey, menuFileKey))
    .limit(1);
  return truck !== undefined;
}
