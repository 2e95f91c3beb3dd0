import { lostAfter } from "@nexby/domain/bookings/deadlines";
import { lossClaimOf } from "@nexby/domain/bookings/derived-statuses";
import type { BookingSnapshot } from "@nexby/domain/bookings/snapshot";
import { DAY } from "@nexby/domain/kernel/duration";
import { latenessOf } from "@nexby/domain/late-fees/late-fee-collection";
import { lostUnits } from "@nexby/domain/returns/returned-units";
import type { Booking } from "../../../schema/bookings.ts";

/** The facts in an overdue notice: the fee now, when it goes up, and when the item is considered lost. */
export function overdueFacts(booking: Booking, snapshot: BookingSnapshot, now: Date) {
  const { feeCents = 0, nextDayAt = null, nextFeeCents = 0 } = latenessOf(snapshot, now) ?? {};
  const lostAt = lostAfter(snapshot);
  const units = { lost: lostUnits(snapshot), quantity: booking.quantity };
  return {
    feeCents,
    nextDayAt: nextFeeCents > feeCents ? (nextDayAt?.toISOString() ?? null) : null,
    nextFeeCents,
    lostAt: lostAt.toISOString(),
    daysUntilLost: Math.floor((lostAt.getTime() - now.getTime()) / DAY),
    lossCents: lossClaimOf({ ...booking, units, loss: booking.priceBreakdown.loss }),
  };
}
