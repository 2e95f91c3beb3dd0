import { contradictionsOf, type Listing } from "@nexby/contract/listings/listing-fields";
import type { Viewer } from "../../../platform/auth.ts";
import { type Db, SQL_STATE, sqlStateOf } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { lockUser } from "../../accounts/public.ts";
import { fitBlockedDays, publishAvailabilityChange, writeOffLostUnits } from "../../inventory/public.ts";
import { deleteDraft } from "../listing-drafts.ts";
import {
  assertMayList,
  assertNoContactsIn,
  changedLocation,
  columnsOf,
  listingOf,
  type PlaceDeps,
  publishListingChange,
  resolvePlace,
  saveListingRelations,
} from "../listing-input.ts";
import {
  findOwnItem,
  getOwnItem,
  type Item,
  lockOwnItem,
  type NewItem,
  type OwnListing,
  readPeak,
  updateItemRow,
} from "../own-items.queries.ts";
import { assignPublicPosition } from "../public-positions.ts";

type Change = { [Field in keyof Listing]?: Listing[Field] | undefined };

/** Pausing and resuming keeps the draft of the form. */
const isEditing = (change: Change) => Object.keys(change).some((field) => field !== "isAvailable");

/** Changes only the given fields. Fails if the result is inconsistent or violates existing bookings. */
export async function updateItem(
  db: Db,
  deps: PlaceDeps,
  viewer: Viewer,
  { itemId, change }: { itemId: string; change: Change },
): Promise<OwnListing> {
  const before = await findOwnItem(db, viewer.id, itemId);
  if (!before) throw new AppError("not_found", "Listing not found");
  await assertMayList(db, viewer.id);
  // Before the transaction, because geocoding may call an external service.
  const location = changedLocation(before, change);
  const place = location && (await resolvePlace(deps, location));

  return db.transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    const item = await lockOwnItem(tx, viewer.id, itemId);
    if (!item) throw new AppError("not_found", "Listing not found");
    const stored = listingOf(await getOwnItem(tx, viewer.id, itemId));
    const whole: Listing = { ...stored, ...withoutUndefined(change), ...location };
    assertNoContactsIn(whole, stored);
    assertCoherent(whole);

    const { quantityTotal } = whole;
    if (quantityTotal < item.quantityTotal) {
      await writeOffLostUnits(tx, itemId, item.quantityTotal - quantityTotal);
      await fitBlockedDays(tx, itemId, quantityTotal);
    }
    const shown = place && (await assignPublicPosition(tx, deps.secret, viewer.id, place));
    await updateWithinBookings(tx, item, { ...columnsOf(whole), ...place, ...shown });
    if (quantityTotal > item.quantityTotal) await fitBlockedDays(tx, itemId, quantityTotal);
    await saveListingRelations(tx, item, whole, change);
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

/** Fails if existing holds would exceed the new quantity or be closer together than the new turnaround. */
async function updateWithinBookings(tx: Db, before: Item, changes: Partial<NewItem>): Promise<void> {
  try {
    // The trigger `items_keep_what_is_promised` checks this; the savepoint keeps its error from aborting the caller's
    // transaction.
    await tx.transaction((savepoint) => updateItemRow(savepoint, before.id, changes));
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATE.exclusionViolation) throw error;
    throw await unitsUnavailable(tx, before, { ...before, ...changes }, error);
  }
}

async function unitsUnavailable(tx: Db, before: Item, after: Item, cause: unknown): Promise<AppError> {
  const peak = await readPeak(tx, before.id, before.turnaroundMinutes);
  const detail =
    peak > after.quantityTotal
      ? {
          field: "quantityTotal",
          message: `Up to ${peak} units are booked or blocked at the same time, so you can't have fewer`,
        }
      : { field: "turnaroundMinutes", message: "Some bookings are closer together than this. Choose a shorter time." };
  return new AppError("units_unavailable", detail.message, { details: [detail], cause });
}
