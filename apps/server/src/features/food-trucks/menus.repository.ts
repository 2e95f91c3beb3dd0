import { eq } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { foodTruckSettings } from "./food-truck-settings.table.ts";

/** Whether a food truck shows the uploaded file of this key. */
export async function isMenuShown(db: Db, menuFileKey: string): Promise<boolean> {
  const [truck] = await db
    .select({ itemId: foodTruckSettings.itemId })
    .from(foodTruckSettings)
    .where(eq(foodTruckSettings.menuFileKey, menuFileKey))
    .limit(1);
  return truck !== undefined;
}
