import type { Viewer } from "../../../../platform/auth/viewer.ts";
import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { lockUser } from "../../../accounts/public.ts";
import { closeItemCalendar, findOpenHold, hasEverBeenBooked } from "../../../inventory/public.ts";
import { deleteDraft } from "../../drafts/listing-drafts.repository.ts";
import { publishListingChange } from "../../listing-events.ts";
import { giveUpPhotos } from "../listing-choices.ts";
import { lockOwnItem, replacePhotos, updateItemRow } from "../listings.repository.ts";
import { whyInUse } from "../why-in-use.ts";

/**
 * Takes a listing down for good, unless somebody counts on it. The item's lock settles who was first: a hold that is
 * being placed is seen here, or finds the item gone.
 */
export async function deleteItem(db: Db, viewer: Viewer, itemId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    const item = await lockOwnItem(tx, viewer.id, itemId);
    if (!item) throw new AppError("not_found", "Listing not found");
    const now = await readClock(tx);
    const open = await findOpenHold(tx, itemId);
    if (open) throw new AppError("listing_in_use", whyInUse(open, item.timezone, now));

    await updateItemRow(tx, itemId, { deletedAt: now, calendarToken: null });
    await closeItemCalendar(tx, itemId);
    await deleteDraft(tx, viewer.id, itemId);
    // Who rented it may look at it for as long as the booking is kept.
    if (!(await hasEverBeenBooked(tx, itemId))) await giveUpPhotos(tx, await replacePhotos(tx, itemId, []));
    await publishListingChange(tx, item);
  });
}
