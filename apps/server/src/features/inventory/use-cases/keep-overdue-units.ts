import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { publishAvailabilityChange } from "../availability-events.ts";
import {
  findBookingHold,
  findOverdueHold,
  insertHolds,
  markHoldsReleased,
  updateHold,
} from "../inventory-holds.repository.ts";

type Overdue = { bookingId: string; listingId: string; renterUserId: string; quantity: number; from: Date; to: Date };

/** What has not come back cannot be given to the next: its units stay taken, even beyond what is there. */
export async function keepOverdueUnits(db: Db, { from, to, ...hold }: Overdue): Promise<void> {
  const known = await findOverdueHold(db, hold.bookingId);
  if (known) await updateHold(db, known.id, { endTime: to });
  else {
    const row = { ...hold, id: newId(), kind: "overdue" as const, forced: true, startTime: from, endTime: to };
    await insertHolds(db, [row]);
    // It goes on where the booking's own time ends: with that one's turnaround one unit would count as two.
    const own = await findBookingHold(db, hold.bookingId);
    await markHoldsReleased(db, own ? [own.id] : []);
  }
  await publishAvailabilityChange(db, hold.listingId);
}
