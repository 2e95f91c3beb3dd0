import { confirmReturn, confirmTime, markReturned } from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { syncPayoutAccount } from "@nexby/contract/money/payouts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { call } from "../../../testing/call.ts";
import { createPricedItem } from "../../checkout/tests/quotes.fixture.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, as, origin, database, payments, passHours, reach, receive, settle } = rentals;

/** A day's rental for $100.00 with a commission of 7.5% and a service fee of 4%, with the renter. */
async function startRental(): Promise<string> {
  const { owner } = here();
  const terms = { ownerId: owner.id, timezone: "America/Chicago", dailyRateCents: 10_000 };
  const itemId = await createPricedItem(database().db, terms, { lister: "7.5", renter: "4" });
  const { id, startAt } = await rentals.approved(itemId, { inDays: 2, days: 1 });
  await as(owner, confirmTime, id, {});
  await reach(startAt, -2);
  await receive(id);
  return id;
}

async function endRental(id: string): Promise<void> {
  await as(here().renter, markReturned, id, {});
  await as(here().owner, confirmReturn, id, {});
}

/** Lets the payout become due while the provider refuses it or doesn't respond. */
async function missPayout(): Promise<void> {
  const { money } = here();
  await money.passMinutes(49 * 60);
  await money.runJobs();
  money.failures.splice(0);
}

const asOwner = (id: string) => as(here().owner, getBooking, id);
const commissionOf = async (id: string) => {
  const { rows } = await database().db.execute(sql`
    select commission_rate, commission_cents, owner_earnings_cents, platform_commission_cents, commission_paid
    from bookings where id = ${id}`);
  return rows[0];
};
const transfersOf = async (id: string) => {
  const { rows } = await database().db.execute(
    sql`select status, amount_cents from transfers where booking_id = ${id} order by created_at, id`,
  );
  return rows;
};

test("[PAY-04] pays the owner the rental minus the commission, and shows the payout's status on the way", async () => {
  const id = await startRental();
  const commission = {
    commission_rate: "7.5000",
    commission_cents: 750,
    owner_earnings_cents: 9_250,
    platform_commission_cents: 1_150,
  };
  expect(await commissionOf(id)).toEqual({ ...commission, commission_paid: false });
  expect(await asOwner(id)).toMatchObject({ ownerEarningsCents: 9_250, payoutStatus: "not_started" });
  await endRental(id);
  expect(await settle(id, here().owner)).toMatchObject({ ownerEarningsCents: 9_250, payoutStatus: "scheduled" });

  await payments().control("faults", { kind: "server_error", method: "POST", path: "/v1/transfers", times: "10" });
  await missPayout();
  expect(await asOwner(id)).toMatchObject({ payoutStatus: "processing" });
  await payments().control("faults", {}, "DELETE");
  await passHours(1);
  expect(await settle(id, here().owner)).toMatchObject({ ownerEarningsCents: 9_250, payoutStatus: "paid" });
  expect(await transfersOf(id)).toEqual([{ status: "paid", amount_cents: 9_250 }]);
  expect(await commissionOf(id)).toEqual({ ...commission, commission_paid: true });
  await here().money.expectBalanced();
});

test("[PAY-04] shows the owner that a payout failed, and pays it once the account works again", async () => {
  const { owner } = here();
  const id = await startRental();
  await endRental(id);
  const { rows } = await database().db.execute(
    sql`select provider_id from payout_accounts where user_id = ${owner.id}`,
  );
  const decide = (outcome: string) => payments().control(`accounts/${rows[0]?.provider_id}/onboarding`, { outcome });
  await decide("information_missing");
  await missPayout();
  expect(await asOwner(id)).toMatchObject({ payoutStatus: "failed", isPayoutReady: false });

  await decide("complete");
  await call(origin(), syncPayoutAccount, { headers: owner.headers });
  await passHours(25);
  expect(await settle(id, owner)).toMatchObject({ payoutStatus: "paid", isPayoutReady: true });
  expect(await transfersOf(id)).toEqual([
    { status: "failed", amount_cents: 9_250 },
    { status: "paid", amount_cents: 9_250 },
  ]);
  await here().money.expectBalanced();
});
