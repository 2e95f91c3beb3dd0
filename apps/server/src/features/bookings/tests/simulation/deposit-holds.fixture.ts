import { sql } from "drizzle-orm";
import type { SimulatedMarketplace } from "../../../../testing/bookings/simulated-marketplace.ts";
import type { TransitionCoverage } from "./transition-coverage.fixture.ts";

const MOST_RENEWALS = 3;

/** Holds that nobody needs: renewed too often while an admin is awaited, ended without a warning, or placed too late. */
export class DepositHoldChecks {
  readonly #released = new Set<string>();

  async find(market: SimulatedMarketplace, coverage: TransitionCoverage): Promise<string[]> {
    await this.#noteReleased(market, coverage);
    const { rows } = await market.db.execute<{ wrong: string }>(sql`
      select format('The deposit of %s was renewed %s times while an admin was awaited', id, deposit_renewals) as wrong
      from bookings where status in ('approved', 'scheduled') and deposit_renewals > ${MOST_RENEWALS}
      union all
      select format('No admin was told before the last hold of %s ended', id) from bookings
      where status in ('approved', 'scheduled') and deposit_renewals = ${MOST_RENEWALS} and deposit_status = 'released'
        and (deposit_warned_at is null or not exists (
          select 1 from notifications n where n.data->>'bookingId' = bookings.id::text and n.data::text like '%endsAt%'))
      union all
      select format('The first deposit of %s was placed after its end', b.id) from bookings b
      where b.deposit_cents > 0 and b.end_at < (
        select min(o.created_at) from payments p join payment_operations o on o.payment_id = p.id
        where p.booking_id = b.id and p.kind = 'deposit' and o.operation = 'charge')
        and not exists (select 1 from rental_events e where e.booking_id = b.id and e.event_type = 'uphold_handoff')`);
    return rows.map(({ wrong }) => wrong);
  }

  async #noteReleased(market: SimulatedMarketplace, coverage: TransitionCoverage): Promise<void> {
    const { rows } = await market.db.execute<{ id: string }>(sql`
      select id from bookings where status in ('approved', 'scheduled') and deposit_renewals = ${MOST_RENEWALS}
        and deposit_status = 'released'`);
    for (const { id } of rows.filter((row) => !this.#released.has(row.id))) {
      this.#released.add(id);
      coverage.note("a deposit is released after three renewals");
    }
  }
}
