import { type BookingDetailView, getBooking } from "@nexby/contract/bookings/bookings";
import { sql } from "drizzle-orm";
import type { SimulatedMarketplace } from "../../../../testing/bookings/simulated-marketplace.ts";
import { settlementFor } from "./settlement-reference.fixture.ts";
import type { TransitionCoverage } from "./transition-coverage.fixture.ts";

type Moved = { id: string; paid: number; got: number; is_rental_charged: boolean };

/** The money that the provider really moved for each booking, and what the reference expects. */
export async function findWrongSettlements(
  market: SimulatedMarketplace,
  coverage: TransitionCoverage,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, paid, got, is_rental_charged: isRentalCharged } of await findMoved(market)) {
    const agreement = market.agreements.get(id);
    const { status, body } = await market.ask(market.admin, getBooking, { bookingId: id });
    if (status !== 200 || !agreement) throw new Error(`Booking ${id} answered ${status}`);
    const booking = body as BookingDetailView;
    const { paidCents, ownerCutCents } = settlementFor(booking, agreement);
    // A card that declines what a cancellation keeps leaves nothing to divide.
    const isUnpaid = booking.status === "canceled" && !isRentalCharged && paid === 0 && got === 0;
    const isRight = paid >= paidCents.least && paid <= paidCents.most && paid - got === ownerCutCents;
    if (!isRight && !isUnpaid)
      wrong.push(
        `${booking.status} ${id}: ${paid} were paid, not ${paidCents.least} to ${paidCents.most}, and the owner got ${got}, ${ownerCutCents} less is right`,
      );
    else if (booking.status === "closed") coverage.note("a rental's settlement equals the reference");
    else if (booking.status === "canceled") coverage.note("a cancellation's settlement equals the reference");
  }
  return wrong;
}

/** All but bookings whose bank or admin moved money outside of the rules: chargebacks and refunds paid another way. */
async function findMoved(market: SimulatedMarketplace): Promise<Moved[]> {
  const { rows } = await market.sandbox.sandboxDb.execute<Moved>(sql`
    with charges as (
      select d.body->'metadata'->>'booking' as id, d.body->'metadata'->>'payment' as payment,
        -- What was held and not captured shows as refunded.
        (c.body->>'amount')::int - (c.body->>'amount_refunded')::int as cents,
        (c.body->>'captured')::boolean as is_charged, (c.body->>'disputed')::boolean as is_disputed
      from card_sandbox.documents d join card_sandbox.documents c on c.kind = 'charge' and c.body->>'payment_intent' = d.id
      where d.kind = 'payment_intent'
    ), sent as (
      select t.booking_id::text as id, (d.body->>'amount')::int - (d.body->>'amount_reversed')::int as cents
      from card_sandbox.documents d join transfers t on t.id::text = d.body->'metadata'->>'transfer' where d.kind = 'transfer'
    )
    select b.id, coalesce((select sum(cents) from charges c where c.id = b.id::text and is_charged), 0)::int as paid,
      coalesce((select sum(cents) from sent s where s.id = b.id::text), 0)::int as got,
      exists (select 1 from charges c join payments p on p.id::text = c.payment
        where c.id = b.id::text and c.is_charged and p.kind = 'rental') as is_rental_charged
    from bookings b
    where b.settled_at is not null and not exists (select 1 from charges c where c.id = b.id::text and c.is_disputed)
      and not exists (select 1 from ledger_entries e where e.booking_id = b.id and e.account in ('platform_bank', 'goodwill'))
    order by b.id`);
  return rows;
}
