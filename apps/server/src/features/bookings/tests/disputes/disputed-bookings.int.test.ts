import {
  cancelBooking,
  confirmReturn,
  contestClaim,
  contestLateFee,
  contestNoShow,
  decideLateFee,
  disputeHandoff,
  markHandedOver,
  markReturned,
  rejectHandoff,
  reportNoShow,
  upholdHandoff,
  waiveLateFee,
} from "@nexby/contract/bookings/booking-commands";
import { describe, expect, test } from "vitest";
import { useDamageClaims } from "../damage/damage-claims.fixture.ts";

const rentals = useDamageClaims();
const { here, as, reach, settle, scheduled, inPossession, claimed, decide, admin } = rentals;

const DISPUTED = { isDisputed: true, hasChargeback: false };
const UNDISPUTED = { isDisputed: false, hasChargeback: false };

async function pickupDue() {
  const { id, startAt } = await scheduled({ depositAmountCents: 5_000 }, { inDays: 2, days: 1 });
  await reach(startAt, 1.5);
  return id;
}

/** The renter disputes that the owner handed the item over. */
async function disputedHandoff() {
  const id = await pickupDue();
  expect(await as(here().owner, markHandedOver, id, {})).toMatchObject(UNDISPUTED);
  expect(await as(here().renter, disputeHandoff, id, { reason: "I have nothing" })).toMatchObject(DISPUTED);
  return id;
}

/** Returned a day late, and the renter contests the fee. */
async function contestedFee() {
  const { owner, renter } = here();
  const { id, endAt } = await inPossession();
  for (const hours of [11, 22, 30]) await reach(endAt, hours);
  await as(renter, markReturned, id, {});
  expect(await as(owner, confirmReturn, id, {})).toMatchObject(UNDISPUTED);
  expect(await as(renter, contestLateFee, id, { reason: "The owner was away" })).toMatchObject(DISPUTED);
  return id;
}

describe("[DATA-04] a booking is disputed", () => {
  test.each([
    ["for its owner", 4_000],
    ["for its renter", 0],
  ])("a booking is disputed from a damage claim until an admin decides it %s", async (_, damageCents) => {
    const { id } = await claimed(5_000);
    expect(await settle(id)).toMatchObject({ status: "damaged_admin_review", ...DISPUTED });
    expect(await as(here().renter, contestClaim, id, { reason: "It was scratched before" })).toMatchObject(DISPUTED);
    expect(await decide(id, damageCents)).toMatchObject({ status: "closed", ...UNDISPUTED });
  });

  test("a booking is disputed from a contested late fee until an admin decides it", async () => {
    const id = await contestedFee();
    expect(await settle(id)).toMatchObject({ status: "closed", ...DISPUTED });
    const decision = { amountCents: 1_000, reason: "Half a day counts" };
    expect(await as(await admin(), decideLateFee, id, decision)).toMatchObject(UNDISPUTED);
  });

  test("a booking is disputed from a contested late fee until its owner waives it", async () => {
    const id = await contestedFee();
    const { lateFee } = await settle(id);
    const waived = { amountCents: lateFee?.owedCents ?? 0, reason: "I was away" };
    expect(await as(here().owner, waiveLateFee, id, waived)).toMatchObject(UNDISPUTED);
  });

  test("a booking is disputed from a contested no-show until an admin decides it", async () => {
    const id = await pickupDue();
    expect(await as(here().owner, reportNoShow, id, {})).toMatchObject(UNDISPUTED);
    expect(await as(here().renter, contestNoShow, id, { reason: "I was there" })).toMatchObject(DISPUTED);
    const { totalCents } = await settle(id);
    const decision = { as: "owner_no_show", refundCents: totalCents } as const;
    expect(await as(await admin(), cancelBooking, id, decision)).toMatchObject({ status: "canceled", ...UNDISPUTED });
  });

  test.each([
    ["upholds", upholdHandoff, "in_possession"],
    ["rejects", rejectHandoff, "canceled"],
  ] as const)("a booking is disputed from a disputed handoff until an admin %s it", async (_, decision, status) => {
    const id = await disputedHandoff();
    expect(await as(await admin(), decision, id, { reason: "By the photos" })).toMatchObject({ status, ...UNDISPUTED });
  });
});

test.each([
  ["won", "captured"],
  ["lost", "charged_back"],
])(
  "[DATA-04] a booking has a chargeback, and isn't disputed, until the bank's dispute is %s",
  async (verdict, paid) => {
    const { money } = here();
    const { id } = await scheduled({}, { inDays: 2 });
    const [payment] = (await settle(id)).payments;
    const { provider_charge_id: charge } = await money.row("payments", payment?.id ?? "");
    const { id: dispute } = await money.control<{ id: string }>(`charges/${charge}/dispute`);
    await money.control("pump");
    const open = { paymentStatus: "disputed", isDisputed: false, hasChargeback: true };
    expect(await settle(id)).toMatchObject(open);
    await money.control(`disputes/${dispute}/close`, { verdict });
    await money.control("pump");
    expect(await settle(id)).toMatchObject({ paymentStatus: paid, ...UNDISPUTED });
  },
);
