import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findFoodTruck } from "../../../food-trucks/public.ts";
import { findListing } from "../listings.repository.ts";

export type OwnListing = Awaited<ReturnType<typeof getOwnItem>>;

/** A listing with all its owner entered. Everybody else, administrators too, knows of none. */
export async function getOwnItem(db: Db, ownerId: string, itemId: string) {
  const listing = await findListing(db, ownerId, itemId);
  if (!listing) throw new AppError("not_found", "Listing not found");
  return { ...listing, foodTruck: await findFoodTruck(db, itemId) };
}
