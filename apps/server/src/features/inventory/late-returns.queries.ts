import { GRACE_MS } from "@nexby/domain/bookings/deadlines";
import { HOUR } from "@nexby/domain/kernel/duration";
import type { ItemHold } from "@nexby/domain/late-fees/missing-units";
import { type SQL, sql } from "drizzle-orm";

/** Milliseconds, like in other lists of holds. */
type ItemHoldAsJson = Omit<ItemHold, "startAt" | "endAt" | "approvedAt"> & {
  startAt: number;
  endAt: number | null;
  approvedAt: number | null;
};

const milliseconds = (column: string) => sql.raw(`extract(epoch from ${column}) * 1000`);

/** Longer ago than any rental that can still compete with one that hasn't started. */
const LOOK_BACK = sql`interval '1 year'`;

/** As agreed at checkout, in hours. */
const GRACE_OF_HOLDER = sql`coalesce(
  case when holder.charge_consent_at is not null then (holder.price_breakdown->'lateFee'->>'gracePeriodHours')::int end,
  ${sql.raw(String(GRACE_MS / HOUR))}) * interval '1 hour'`;

/** A return within the grace period takes no units from the next booking. */
const IS_BEYOND_GRACE = sql`(hold.end_time = 'infinity' and holder.status <> 'in_possession'
  or least(hold.end_time, app_now()) > hold.start_time + ${GRACE_OF_HOLDER})`;

/**
 * For use in a query on bookings: what shares the item with a booking that waits for its handoff, past and present, if
 * another renter was or is late in its period. Null otherwise. The domain decides what that means for the booking.
 */
export const holdsBesideLateReturn: SQL<ItemHoldAsJson[] | null> = sql`(
  case when bookings.status in ('approved', 'scheduled') and exists (
    select from inventory_holds late
    where late.listing_id = bookings.item_id and late.kind = 'overdue' and late.booking_id <> bookings.id
      and late.start_time < bookings.end_at and late.end_time > bookings.start_at
  ) then (
    select jsonb_agg(jsonb_build_object('bookingId', hold.booking_id, 'quantity', hold.quantity,
      'startAt', ${milliseconds("hold.start_time")}, 'endAt', ${milliseconds("nullif(hold.end_time, 'infinity')")},
      'state', case when hold.kind = 'overdue' then 'missing'
        when holder.status in ('approved', 'scheduled') then 'waiting' else 'out' end,
      'isLost', hold.kind = 'overdue' and hold.end_time = 'infinity' and holder.status in ('damaged_admin_review', 'closed'),
      'approvedAt', ${milliseconds("holder.approved_at")}))
    from inventory_holds hold left join bookings holder on holder.id = hold.booking_id
    where hold.listing_id = bookings.item_id and hold.end_time > bookings.start_at - ${LOOK_BACK}
      and case hold.kind
        when 'overdue' then ${IS_BEYOND_GRACE} and (hold.released_at is null or isfinite(hold.end_time))
        when 'reservation' then holder.status in ('in_possession', 'return_submitted', 'damaged_admin_review', 'closed')
          or holder.status in ('approved', 'scheduled') and hold.released_at is null
        when 'checkout' then false
        else hold.released_at is null end
  ) end)`;

const instantOf = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds));

export const itemHoldOfJson = ({ startAt, endAt, approvedAt, ...hold }: ItemHoldAsJson): ItemHold => ({
  ...hold,
  startAt: new Date(startAt),
  endAt: instantOf(endAt),
  approvedAt: instantOf(approvedAt),
});
