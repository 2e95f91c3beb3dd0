import type { Listing } from "@nexby/contract/listings/listing-fields";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { lockUser } from "../../accounts/public.ts";
import { getPlatformSettings } from "../../operations/public.ts";
import { deleteDraft } from "../listing-drafts.ts";
import {
  assertMayList,
  assertNoContactsIn,
  columnsOf,
  foodTruckOf,
  type PlaceDeps,
  publishListingChange,
  resolvePlace,
  saveListingRelations,
} from "../listing-input.ts";
import { findFoodTruck, saveFoodTruck } from "../listings.queries.ts";
import { copyRelations, getOwnItem, insertItem, lockOwnItem, type OwnListing } from "../own-items.queries.ts";
import { assignPublicPosition } from "../public-positions.ts";

/** Also deletes the draft of the form. */
export async function createItem(db: Db, deps: PlaceDeps, viewer: Viewer, listing: Listing): Promise<OwnListing> {
  await assertMayList(db, viewer.id);
  assertNoContactsIn(listing);
  // Before the transaction, because geocoding may call an external service.
  const place = await resolvePlace(deps, listing);
  const item = { id: newId(), ownerId: viewer.id };
  return db.transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    const cancellationPolicy = listing.cancellationPolicy ?? (await getPlatformSettings(tx)).defaultCancellationPolicy;
    const shown = await assignPublicPosition(tx, deps.secret, viewer.id, place);
    await insertItem(tx, { ...columnsOf({ ...listing, cancellationPolicy }), ...place, ...shown, ...item });
    await saveListingRelations(tx, item, listing);
    await deleteDraft(tx, viewer.id, null);
    await publishListingChange(tx, item);
    return getOwnItem(tx, viewer.id, item.id);
  });
}

const MAX_TITLE = 200;

/** Not copied: undefined makes the database use its defaults. */
const NOT_COPIED = {
  inventoryVersion: undefined,
  calendarToken: undefined,
  createdAt: undefined,
  updatedAt: undefined,
};

/** Cuts a long title without splitting a surrogate pair. */
const titleOfCopy = (title: string) =>
  `Copy of ${title}`
    .slice(0, MAX_TITLE)
    .replace(/\p{Surrogate}$/u, "")
    .trim();

/** A paused copy with the same photos, without calendar token and statistics. */
export async function duplicateItem(db: Db, viewer: Viewer, itemId: string): Promise<OwnListing> {
  return db.transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    const original = await lockOwnItem(tx, viewer.id, itemId);
    if (!original) throw new AppError("not_found", "Listing not found");
    await assertMayList(tx, viewer.id);
    const copy = { ...original, ...NOT_COPIED, id: newId(), title: titleOfCopy(original.title), isAvailable: false };
    await insertItem(tx, copy);
    await copyRelations(tx, { from: itemId, to: copy.id });
    await saveFoodTruck(tx, copy.id, foodTruckOf(await findFoodTruck(tx, itemId)));
    await publishListingChange(tx, copy);
    return getOwnItem(tx, viewer.id, copy.id);
  });
}
