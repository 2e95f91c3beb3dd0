import {
  approveBooking,
  cancelBooking,
  confirmReturn,
  confirmTime,
  declineBooking,
  markReturned,
  previewCancellation,
} from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { syncPayoutAccount } from "@nexby/contract/money/payouts";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "../../../schema/accounts.ts";
import { call } from "../../../testing/call.ts";
import { createPricedItem } from "../../checkout/tests/quotes.fixture.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const {
  here,
  as,
  origin,
  database,
  payments,
  passHours,
  reach,
  pickUp,
  settle,
  item,
  requested,
  approved,
  scheduled,
  admin,
} = rentals;

/** A day's rental for $100.00 with a commission of 7.5% and a service fee of 4%, with the renter. */
async function startRental(): Promise<string> {
  const { owner } = here();
  const terms = { ownerId: owner.id, timezone: "America/Chicago", dailyRateCents: 10_000 };
  const itemId = await createPricedItem(database().db, terms, { lister: "7.5", renter: "4" });
  const { id } = await rentals.approved(itemId, { inDays: 1, days: 1 });
  await as(owner, confirmTime, id, {});
  await pickUp(id);
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

test("[PAY-04] the server pays the owner the rental minus the commission once the payout account is ready, and shows the payout's status on the way", async () => {
  const id = await startRental();
  const commission = {
    commission_rate: "7.5000",
    commission_cents: 750,
    owner_earnings_cents: 9_250,
    platform_commission_cents: 1_150,
  };
  expect(await commissionOf(id)).toEqual({ ...commission, commission_paid: false });
  expect(await asOwner(id)).toMatchObject({ ownerEarningsCents: 9_250, payoutStatus: "not_started" });
  // Receipts are offered only to the payer, who alone can open them.
  const receipts = async (member: Parameters<typeof settle>[1]) =>
    (await settle(id, member)).payments.map(({ hasReceipt }) => hasReceipt);
  expect([await receipts(here().renter), await receipts(await admin())]).toEqual([[true], [false]]);
  await endRental(id);
  const { owner, renter } = here();
  expect(await settle(id, owner)).toMatchObject({ ownerEarningsCents: 9_250, payoutStatus: "scheduled" });
  const setOnboarded = (connectOnboarded: boolean) =>
    database().db.update(users).set({ connectOnboarded }).where(eq(users.id, owner.id));
  await setOnboarded(false);
  await passHours(49);
  expect(await settle(id, owner)).toMatchObject({ payoutStatus: "scheduled", isPayoutReady: false });
  // A renter learns nothing about the owner's payout account.
  expect(await settle(id, renter)).toMatchObject({ isPayoutReady: true });
  await setOnboarded(true);

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

test("[PAY-04] the server shows the owner that a payout failed, and pays it once the account works again", async () => {
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

test("the server reports a deposit as charged when no hold lasts long enough, before and after the charge", async () => {
  const { id, startAt, endAt } = await approved(await item({ depositAmountCents: 5_000 }), { inDays: 3, days: 20 });
  expect(await settle(id)).toMatchObject({ depositStatus: "pending", isDepositCharged: true });
  await reach(startAt, -1);
  const charged = { kind: "deposit", status: "captured" };
  const secured = { depositStatus: "secured", isDepositCharged: true };
  expect(await settle(id)).toMatchObject({
    ...secured,
    payments: expect.arrayContaining([expect.objectContaining(charged)]),
  });
  // A hold placed now would suffice, but the mode of the existing payment counts.
  await reach(endAt, -1);
  expect(await settle(id, here().owner)).toMatchObject(secured);
});

test("the server shows the owner's retained share of a canceled booking, and 0 for a declined request", async () => {
  const { owner, renter } = here();
  const earned = async (bookingId: string) => (await settle(bookingId, owner)).ownerEarningsCents;
  const terms = { cancellationPolicy: "flexible", dailyRateCents: 10_000 } as const;
  const { id, startAt } = await scheduled(terms, { inDays: 3, days: 1 });
  const fullCents = await earned(id);
  await reach(startAt, -2);
  const input = { params: { bookingId: id }, headers: renter.headers };
  const { refundCents } = (await call(origin(), previewCancellation, input)).body;
  await as(renter, cancelBooking, id, { refundCents });
  expect(await earned(id)).toBe((fullCents ?? 0) / 2);
  expect((await settle(id)).ownerEarningsCents).toBeNull();

  const declined = await requested(await item());
  expect(await earned(declined.id)).toBeGreaterThan(0);
  await as(owner, declineBooking, declined.id, { reason: "Not then" });
  expect(await earned(declined.id)).toBe(0);
});

test("[EXCH-01] the server shows the owner a delivery's town while they decide, and the address from approval to the end", async () => {
  const { owner, renter } = here();
  const delivered = await item({ offerDelivery: true, deliveryRadius: 30 });
  const address = "12 Elm Street, Austin, TX 78701";
  const { id } = await requested(delivered, { exchangeType: "delivery", destination: address });
  const placeFor = async (member: Parameters<typeof settle>[1]) => (await settle(id, member)).exchange;
  const hidden = { town: "Austin, TX", address: null, latitude: null, longitude: null };
  const shown = { town: "Austin, TX", address, latitude: expect.any(Number), longitude: expect.any(Number) };
  expect(await placeFor(owner)).toMatchObject(hidden);
  expect(await placeFor(renter)).toMatchObject(shown);
  await as(owner, approveBooking, id, { message: "" });
  expect(await placeFor(owner)).toMatchObject(shown);
  expect(await placeFor(await admin())).toMatchObject(hidden);
  await as(owner, cancelBooking, id, { reason: "It broke", refundCents: (await settle(id, owner)).totalCents });
  expect(await placeFor(owner)).toMatchObject(hidden);
  expect(await placeFor(renter)).toMatchObject(shown);
});
