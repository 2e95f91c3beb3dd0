import type { Listing } from "@nexby/contract/listing-fields";
import type { Db } from "../../../platform/db/db.ts";
import { refusedField } from "../../../platform/errors/refused-field.ts";
import { saveFoodTruck } from "../../food-trucks/public.ts";
import { findOwnPhotoIds, isOwnMenu, keepPhotos, releasePhotos } from "../../photos/public.ts";
import { lockCategories, replaceCategories, replacePhotos, selectUnshownPhotos } from "./listings.repository.ts";

type Owned = { id: string; ownerId: string };
type Choices = Pick<Listing, "categoryIds" | "images" | "foodTruck">;

/** An administrator may give the category another name; its slug stays. */
const FOOD_TRUCKS = "food-trucks";

/** What of a listing is chosen among things that must exist, each in its own table. Only what is given is written. */
export async function saveChoices(tx: Db, item: Owned, whole: Choices, given: Partial<Choices> = whole): Promise<void> {
  if (given.categoryIds || given.foodTruck !== undefined) await saveKind(tx, item, whole);
  if (given.images) await showPhotos(tx, item, given.images);
}

async function saveKind(tx: Db, { id, ownerId }: Owned, { categoryIds, foodTruck }: Choices): Promise<void> {
  const known = await lockCategories(tx, categoryIds);
  if (known.length < categoryIds.length) throw refusedField("categoryIds", "Please choose categories from the list");
  if (foodTruck && !known.some(({ slug }) => slug === FOOD_TRUCKS)) {
    throw refusedField("foodTruck", "Only listings in the category Food Trucks have food truck settings");
  }
  if (foodTruck?.menuFileKey && !isOwnMenu(ownerId, foodTruck.menuFileKey)) {
    throw refusedField("foodTruck.menuFileKey", "Please upload the menu again");
  }
  await replaceCategories(tx, id, categoryIds);
  await saveFoodTruck(tx, id, foodTruck);
}

async function showPhotos(tx: Db, { id, ownerId }: Owned, addresses: readonly string[]): Promise<void> {
  const ids = await findOwnPhotoIds(tx, ownerId, addresses);
  if (!ids) throw refusedField("images", "Please upload these photos again");
  const before = await replacePhotos(tx, id, ids);
  await keepPhotos(tx, ids);
  await giveUpPhotos(
    tx,
    before.filter((photoId) => !ids.includes(photoId)),
  );
}

/** A copy of the listing may still show some of them. */
export async function giveUpPhotos(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await releasePhotos(tx, await selectUnshownPhotos(tx, ids));
}
