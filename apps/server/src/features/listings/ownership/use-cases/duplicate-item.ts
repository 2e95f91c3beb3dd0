import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { newId } from "../../../../platform/ids/new-id.ts";
import { lockUser } from "../../../accounts/public.ts";
import { findFoodTruck, saveFoodTruck } from "../../../food-trucks/public.ts";
import { publishListingChange } from "../../listing-events.ts";
import { assertMayList } from "../assert-may-list.ts";
import { foodTruckOf } from "../listing-columns.ts";
import { copyChoices, insertItem, lockOwnItem } from "../listings.repository.ts";
import { getOwnItem, type OwnListing } from "./get-own-item.ts";

const LONGEST_TITLE = 200;

/** A copy begins its own life: these get their defaults. */
const UNSHARED = { inventoryVersion: undefined, calendarToken: undefined, createdAt: undefined, updatedAt: undefined };

/** Cut where it is too long, but not in the middle of a character. */
const titleOfCopy = (title: string) =>
  `Copy of ${title}`
    .slice(0, LONGEST_TITLE)
    .replace(/\p{Surrogate}$/u, "")
    .trim();

/** A paused copy with the same photos, but without the calendar and the figures. */
export async function duplicateItem(db: Db, viewer: Viewer, itemId: string): Promise<OwnListing> {
  return db.transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    const original = await lockOwnItem(tx, viewer.id, itemId);
    if (!original) throw new AppError("not_found", "Listing not found");
    await assertMayList(tx, viewer.id);
    const copy = { ...original, ...UNSHARED, id: newId(), title: titleOfCopy(original.title), isAvailable: false };
    await insertItem(tx, copy);
    await copyChoices(tx, { from: itemId, to: copy.id });
    await saveFoodTruck(tx, copy.id, foodTruckOf(await findFoodTruck(tx, itemId)));
    await publishListingChange(tx, copy);
    return getOwnItem(tx, viewer.id, copy.id);
  });
}
