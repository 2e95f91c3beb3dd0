import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import { confirmReturn, markReturned } from "@nexby/contract/bookings/booking-commands";
import { HOUR } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { beforeAll, expect } from "vitest";
import { readClock } from "../../../../platform/clock.ts";
import { call } from "../../../../testing/call.ts";
import { useRentals } from "../rentals.fixture.ts";

/** Until a fee can't be contested anymore. */
export const CONTEST_HOURS = 24.1;
const STEP_HOURS = 11;

/** Rentals of $25.00 a day that are returned late, with 10% commission on the fee. */
export function useLateRentals() {
  const rentals = useRentals();
  const { here, as, origin, database, passHours, settle, inPossession, loseCard, admin } = rentals;

  beforeAll(async () => {
    const { headers } = await admin();
    await call(origin(), updatePlatformSettings, { headers, body: { lateFeeCommissionPercent: 10 } });
  });

  /** In steps, so that a hold is renewed or captured before it expires. */
  async function pass(hours: number) {
    for (let left = hours; left > 0; left -= STEP_HOURS) await passHours(Math.min(left, STEP_HOURS));
  }

  /** To an instant and that many hours further. */
  async function passUntil(instant: string, hours: number) {
    const now = await readClock(database().db);
    await pass((new Date(instant).getTime() - now.getTime()) / HOUR + hours);
  }

  type Terms = Parameters<typeof inPossession>[0];

  /** Returned that many hours after its end and closed by the owner. */
  async function returnedLate(hours: number, terms: Terms = {}, { isCardLost = false } = {}) {
    const { id, endAt } = await inPossession(terms);
    if (isCardLost) await loseCard(id);
    await passUntil(endAt, hours);
    await as(here().renter, markReturned, id, {});
    await as(here().owner, confirmReturn, id, {});
    return settle(id);
  }

  const feeOf = async (id: string) => (await settle(id)).lateFee;
  const lateFeePayment = async (id: string) => (await settle(id)).payments.findLast(({ kind }) => kind === "late_fee");

  async function paidOutCents(id: string): Promise<number> {
    await pass(49);
    const { rows } = await database().db.execute<{ sum: number }>(
      sql`select coalesce(sum(amount_cents), 0)::int as sum from transfers where booking_id = ${id} and status = 'paid'`,
    );
    return rows[0]?.sum ?? 0;
  }

  /** The owner has everything, the books are closed, and the provider agrees. */
  async function expectSettled(id: string, extraCents: number) {
    const { ownerEarningsCents } = await settle(id, here().owner);
    expect(await paidOutCents(id)).toBe((ownerEarningsCents ?? 0) + extraCents);
    expect(await rentals.column("settled_at", id)).not.toBeNull();
    await here().money.expectBalanced();
  }

  return { ...rentals, pass, passUntil, returnedLate, feeOf, lateFeePayment, expectSettled };
}
