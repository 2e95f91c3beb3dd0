import type { BookingLife } from "@nexby/domain/bookings/booking-life";
import { isOfFoodTruck } from "@nexby/domain/pricing/food-truck-price";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { viewOf } from "../bookings.policy.ts";
import type { Booking } from "../bookings.repository.ts";
import { loadLives } from "../lifecycle/load-life.ts";
import { findParties, type PartyRow } from "./parties.repository.ts";
import { findShownItems, type ShownItem } from "./shown-items.repository.ts";

/** A booking with what its next steps depend on, and how whoever asks is concerned. */
export type Shown = {
  booking: Booking;
  life: BookingLife;
  role: "renter" | "owner" | "admin";
  item: ShownItem & { isFoodTruck: boolean };
  renter: PartyRow;
  owner: PartyRow;
  now: Date;
};

const NOBODY = (id: string) => ({ id, firstName: "", lastName: "", profileImageUrl: null });

/** Bookings with all that is shown of them, in the order given; those that are none of the viewer's business are left out. */
export async function showBookings(db: Db, viewer: Viewer, bookings: readonly Booking[]): Promise<Shown[]> {
  const now = await readClock(db);
  const lives = await loadLives(db, bookings);
  const items = await findShownItems(
    db,
    bookings.map(({ itemId }) => itemId),
  );
  const people = await findParties(
    db,
    bookings.flatMap(({ renterId, ownerId }) => [renterId, ownerId]),
  );
  return bookings.flatMap((booking, index) => {
    const role = viewOf(booking, viewer);
    const life = lives[index]?.life;
    const shown = items.get(booking.itemId);
    if (role === null || !life || !shown) return [];
    const item = { ...shown, isFoodTruck: isOfFoodTruck(booking.priceBreakdown) };
    const person = (id: string) => people.get(id) ?? NOBODY(id);
    return [{ booking, life, role, item, renter: person(booking.renterId), owner: person(booking.ownerId), now }];
  });
}
