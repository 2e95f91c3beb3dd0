import {
  claimDamage,
  confirmReturn,
  contestClaim,
  enterHandoffCode,
  markReturned,
  resolveDamageClaim,
  showHandoffCode,
} from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { describe, expect, test } from "vitest";
import { addPhoto, CLAIM } from "../../../../testing/bookings/condition-reports.ts";
import { callExpectingError } from "../../../../testing/call.ts";
import type { Member } from "../../../../testing/people/members.ts";
import { digitsShown } from "../rentals.fixture.ts";
import { useDamageClaims } from "./damage-claims.fixture.ts";

const { here, as, origin, settle, reach, pass, inPossession, joinAsRenter, admin } = useDamageClaims();

const FEE_CENTS = 17_500;

/** Seven days late: $175.00 late fee, and a claim for the replacement value. */
async function lost(terms: Parameters<typeof inPossession>[0] = {}) {
  const { id, endAt } = await inPossession({ depositAmountCents: 6_000, replacementValueCents: 20_000, ...terms });
  for (let hours = 12; hours < 7 * 24; hours += 12) await reach(endAt, hours);
  await reach(endAt, 7 * 24 + 0.1);
  expect(await settle(id)).toMatchObject({ rentalStatus: "lost", claim: { status: "open", amountCents: 20_000 } });
  return id;
}

const refusal = async (id: string, { headers }: Member) =>
  (await callExpectingError(origin(), markReturned, { params: { bookingId: id }, headers, body: {} })).status;

describe("[LATE-01] an item that is considered lost", () => {
  test("an item that is considered lost is returned to its owner: the claim ends, only the late fee is paid, and the deposit is released", async () => {
    const { owner, renter } = here();
    const id = await lost();
    expect((await settle(id)).allowedActions).not.toContain("submit_return");
    expect((await settle(id, owner)).allowedActions).toContain("submit_return");
    const stranger = await joinAsRenter();
    expect([await refusal(id, renter), await refusal(id, stranger)]).toEqual([409, 404]);
    // Sent twice at once.
    const both = await Promise.allSettled([as(owner, markReturned, id, {}), as(owner, markReturned, id, {})]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await settle(id)).toMatchObject({
      status: "return_submitted",
      rentalStatus: "return_pending",
      claim: null,
      lateFee: { owedCents: FEE_CENTS },
    });
    expect(await refusal(id, owner)).toBe(409);
    const late = {
      params: { bookingId: id },
      headers: (await admin()).headers,
      body: { damageCents: 100, notes: "x" },
    };
    expect(await callExpectingError(origin(), resolveDamageClaim, late)).toMatchObject({ status: 409 });
    await as(owner, confirmReturn, id, {});
    await pass(50);
    expect(await settle(id)).toMatchObject({
      status: "closed",
      depositStatus: "released",
      damageCents: null,
      lateFee: { status: "charged", chargedCents: FEE_CENTS, depositCents: 0 },
    });
    await here().money.expectBalanced();
  });

  test("an item that is considered lost is returned with a code that both confirm, while the claim is contested", async () => {
    const { owner, renter } = here();
    const id = await lost();
    await as(renter, contestClaim, id, { reason: "It is in my garage" });
    const { key } = await as(owner, showHandoffCode, id);
    await as(renter, enterHandoffCode, id, { kind: "return", code: digitsShown(key) });
    expect(await settle(id)).toMatchObject({ status: "return_submitted", claim: null });
  });

  test("[DMG-01] an item that is considered lost is returned damaged: the owner claims the damage instead, and it is collected to the cent", async () => {
    const { owner } = here();
    const id = await lost();
    await as(owner, markReturned, id, {});
    const photoId = (await addPhoto(origin(), owner, { bookingId: id, stage: "return" })).id;
    await as(owner, claimDamage, id, { ...CLAIM, amountCents: 2_500, photoIds: [photoId] });
    expect(await settle(id)).toMatchObject({ claim: { status: "open", amountCents: 2_500, filedBy: "owner" } });
    await as(await admin(), resolveDamageClaim, id, { damageCents: 2_500, notes: "By the photos" });
    await pass(50);
    expect(await settle(id)).toMatchObject({ status: "closed", depositStatus: "partly_kept", damageCents: 2_500 });
    await here().money.expectBalanced();
  });

  test("an item that is considered lost can't be marked as returned once our team has decided the claim", async () => {
    const { owner } = here();
    const id = await lost();
    await as(await admin(), resolveDamageClaim, id, { damageCents: 20_000, notes: "Never returned" });
    expect(await refusal(id, owner)).toBe(409);
    expect((await as(owner, getBooking, id)).allowedActions).not.toContain("submit_return");
  });
});
