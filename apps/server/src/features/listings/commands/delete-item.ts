import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { lockUser } from "../../accounts/public.ts";
import { closeItemCalendar, findOpenHold, hasEverBeenBooked } from "../../inventory/public.ts";
import { deleteDraft } from "../listing-drafts.ts";
import { detachPhotos, publishListingChange } from "../listing-input.ts";
import { lockOwnItem, replacePhotos, updateItemRow } from "../own-items.queries.ts";

/**
 * Fails if there is an open booking or checkout. The item lock resolves the race: a hold being placed is either seen
 * here or finds the item deleted.
 */
export async function deleteItem(db: Db, viewer: Viewer, itemId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    const item = await lockOwnItem(tx, viewer.id, itemId);
    if (!item) throw new AppError("not_found", "Listing not found");
    const now = await readClock(tx);
    const openHold = await findOpenHold(tx, itemId);
    if (openHold) throw new AppError("listing_in_use", blockedMessage(openHold, item.timezone, now));

    await updateItemRow(tx, itemId, { deletedAt: now, calendarToken: null });
    await closeItemCalendar(tx, itemId);
    await deleteDraft(tx, viewer.id, itemId);
    // Renters can open the item as long as their booking exists, so a booked item keeps its photos.
    if (!(await hasEverBeenBooked(tx, itemId))) await detachPhotos(tx, await replacePhotos(tx, itemId, []));
    await publishListingChange(tx, item);
  });
}

type OpenHold = { kind: string; endTime: Date | null };

const yearOf = (at: Date, timeZone: string) => at.toLocaleDateString("en-US", { timeZone, year: "numeric" });

/** The error message, with the booking's last day in the listing's time zone. */
function blockedMessage({ kind, endTime }: OpenHold, timeZone: string, now: Date): string {
  if (kind === "checkout") return "Someone is booking this listing right now. Please try again later.";
  if (endTime === null) return "A renter still has this item. You can delete the listing after it's returned.";
  const isThisYear = yearOf(endTime, timeZone) === yearOf(now, timeZone);
  const day = endTime.toLocaleDateString("en-US", {
    timeZone,
    month: "long",
    day: "numeric",
    ...(!isThisYear && { year: "numeric" }),
  });
  return `This listing is booked until ${day}. You can delete it after that.`;
}
