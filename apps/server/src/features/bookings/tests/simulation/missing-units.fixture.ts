import { type QuoteView, quoteItem } from "@nexby/contract/bookings/quotes";
import { addDays } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { sql } from "drizzle-orm";
import type { SeededNumbers } from "../../../../testing/bookings/seeded-numbers.ts";
import { type SimulatedMarketplace, ZONE } from "../../../../testing/bookings/simulated-marketplace.ts";
import type { TransitionCoverage } from "./transition-coverage.fixture.ts";

const MOST_DAYS_AHEAD = 60;

/** On a later day, someone wants all units of an item while a late renter still has one. */
export async function tryMissingUnits(
  market: SimulatedMarketplace,
  random: SeededNumbers,
  coverage: TransitionCoverage,
): Promise<void> {
  const { rows } = await market.db.execute<{ id: string }>(sql`
    select distinct listing_id as id from inventory_holds
    where kind = 'overdue' and released_at is null and end_time = 'infinity' and start_time <= app_now() order by id`);
  if (rows.length === 0) return;
  const { id: itemId } = random.pick(rows);
  const item = market.items.find(({ id }) => id === itemId);
  const startDate = addDays(localDateOf(await market.now(), ZONE), random.between(1, MOST_DAYS_AHEAD));
  const choice = { startDate, endDate: startDate, quantity: item?.units ?? 1 };
  const destination = item?.isDelivered && { destination: "12.3 miles" };
  const { status, body } = await market.ask(
    await market.renterJoins(),
    quoteItem,
    { itemId },
    { ...choice, ...destination },
  );
  if (status === 200 && (body as QuoteView).isBookable)
    throw new Error(`${itemId} can be booked for ${startDate}, but a late renter has a unit of it`);
  coverage.note("a booking of a missing item is refused");
}

/** Counts the bookings that were canceled because their units were missing, by how long they were. */
export async function noteMissedBookings(market: SimulatedMarketplace, coverage: TransitionCoverage): Promise<void> {
  const { rows } = await market.db.execute<{ is_all: boolean }>(sql`
    select bool_or(late.end_time >= b.end_at) as is_all
    from rental_events e join bookings b on b.id = e.booking_id
    join inventory_holds late on late.listing_id = b.item_id and late.kind = 'overdue' and late.booking_id <> b.id
      and late.start_time <= b.start_at and late.end_time > b.start_at
    where e.event_type = 'cancel_for_missing_item' group by b.id`);
  for (const { is_all: isAll } of rows)
    coverage.note(
      isAll ? "an item is missing during all of a booking" : "an item is missing at the start of a booking",
    );
}

/** Nobody pays for a rental whose units were with a late renter when it should have started, and that never started. */
export async function findPaidForMissingUnits(market: SimulatedMarketplace): Promise<string[]> {
  const { rows } = await market.db.execute<{ wrong: string }>(sql`
    select format('%s of %s are kept, but its item was missing', sum(p.captured_cents - p.refunded_cents), b.id) as wrong
    from bookings b join items i on i.id = b.item_id join payments p on p.booking_id = b.id and p.kind = 'rental'
    where p.status not in ('disputed', 'charged_back') and b.start_at <= coalesce(b.canceled_at, b.closed_at)
      and b.canceled_by is distinct from 'admin' and not exists (
        select 1 from rental_events e where e.booking_id = b.id and e.event_type in ('hand_over', 'uphold_handoff'))
      and b.quantity + (
        select coalesce(sum(late.quantity), 0) from inventory_holds late join bookings holder on holder.id = late.booking_id
        where late.listing_id = b.item_id and late.kind = 'overdue' and holder.id <> b.id
          and late.start_time <= b.start_at and late.end_time > b.start_at
          and late.end_time > late.start_time
            + coalesce((holder.price_breakdown->'lateFee'->>'gracePeriodHours')::int, 2) * interval '1 hour'
      ) > i.quantity_total
    group by b.id having sum(p.captured_cents - p.refunded_cents) > 0`);
  return rows.map(({ wrong }) => wrong);
}
