import { contradictionsOf, type Listing } from "@nexby/contract/listing-fields";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { lockUser } from "../../../accounts/public.ts";
import { fitBlockedDays, publishAvailabilityChange } from "../../../inventory/public.ts";
import { deleteDraft } from "../../drafts/listing-drafts.repository.ts";
import { publishListingChange } from "../../listing-events.ts";
import { assertMayList } from "../assert-may-list.ts";
import { saveChoices } from "../listing-choices.ts";
import { columnsOf, listingOf } from "../listing-columns.ts";
import { enteredMove, type PlaceDeps, resolvePlace } from "../listing-place.ts";
import { findOwnItem, lockOwnItem } from "../listings.repository.ts";
import { updateKeepingPromises } from "../update-keeping-promises.ts";
import { getOwnItem, type OwnListing } from "./get-own-item.ts";

type Change = { [Field in keyof Listing]?: Listing[Field] | undefined };

/** Pausing and resuming is not editing: what is half-written in the form stays. */
const isEditing = (change: Change) => Object.keys(change).some((field) => field !== "isAvailable");

/** Changes what is given and leaves the rest, if the whole still makes sense and nothing promised is taken back. */
export async function updateItem(
  db: Db,
  deps: PlaceDeps,
  viewer: Viewer,
  { itemId, change }: { itemId: string; change: Change },
): Promise<OwnListing> {
  const before = await findOwnItem(db, viewer.id, itemId);
  if (!before) throw new AppError("not_found", "Listing not found");
  await assertMayList(db, viewer.id);
  // Before the transaction, for somebody else may be asked where this is.
  const move = enteredMove(before, change);
  const place = move && (await resolvePlace(deps, viewer.id, move));

  return db.transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    const item = await lockOwnItem(tx, viewer.id, itemId);
    if (!item) throw new AppError("not_found", "Listing not found");
    const stored = listingOf(await getOwnItem(tx, viewer.id, itemId));
    const whole: Listing = { ...stored, ...withoutUndefined(change), ...move };
    assertCoherent(whole);

    const { quantityTotal } = whole;
    if (quantityTotal < item.quantityTotal) await fitBlockedDays(tx, itemId, quantityTotal);
    await updateKeepingPromises(tx, item, { ...columnsOf(whole), ...place });
    if (quantityTotal > item.quantityTotal) await fitBlockedDays(tx, itemId, quantityTotal);
    await saveChoices(tx, item, whole, change);
    if (isEditing(change)) await deleteDraft(tx, viewer.id, itemId);
    if (quantityTotal !== item.quantityTotal || whole.turnaroundMinutes !== item.turnaroundMinutes) {
      await publishAvailabilityChange(tx, itemId);
    }
    await publishListingChange(tx, item);
    return getOwnItem(tx, viewer.id, itemId);
  });
}

const withoutUndefined = (change: Change) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Listing>;

function assertCoherent(listing: Listing): void {
  const details = contradictionsOf(listing);
  if (details.length > 0) throw new AppError("validation_failed", details[0]?.message, { details });
}
