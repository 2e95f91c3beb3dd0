import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import {
  contestClaim,
  markReturned,
  nameLoss,
  resolveDamageClaim,
  waiveLateFee,
} from "@nexby/contract/bookings/booking-commands";
import { startCheckout } from "@nexby/contract/bookings/checkout";
import { verifyEvidence } from "@nexby/contract/bookings/condition";
import { describe, expect, test } from "vitest";
import { call, callExpectingError } from "../../../../testing/call.ts";
import { useDamageClaims } from "./damage-claims.fixture.ts";

const damage = useDamageClaims();
const { here, as, origin, settle, admin, item, inPossession } = damage;
const { pass, claimed, decide, noticesOf, expectSettled, returned } = damage;

const WEEK = 7 * 24;
const NOTHING = { depositAmountCents: 0, replacementValueCents: null };

/** Not returned for seven days. */
async function lost(terms: Parameters<typeof inPossession>[0]) {
  const { id, endAt } = await inPossession(terms);
  await damage.reach(endAt, 0);
  await pass(WEEK + 0.1);
  return id;
}

const refusalOf = async (id: string, damageCents: number) => {
  const { headers } = await admin();
  const body = { damageCents, notes: "By the photos" };
  return callExpectingError(origin(), resolveDamageClaim, { params: { bookingId: id }, headers, body });
};

describe("[DMG-01] an amount below 50 cents", () => {
  test("an amount below 50 cents is waived instead of captured from the deposit, and both get a notification", async () => {
    const { owner, renter } = here();
    const { id } = await claimed(9_000);
    await decide(id, 49);
    expect(await settle(id)).toMatchObject({
      depositStatus: "released",
      claim: { status: "uncollectible", depositCents: 49, cardCents: 0, collectedCents: 0 },
    });
    for (const member of [renter, owner]) {
      expect(await noticesOf(member, id, "claim_decided")).toEqual([
        expect.stringContaining("That's less than $0.50, so we waive it unless the deposit also pays a late fee."),
      ]);
      expect(await noticesOf(member, id, "damage_settled")).toEqual([
        "$0.49 was waived, because we don't charge less than $0.50.",
      ]);
    }
    expect((await settle(id)).payments.find(({ kind }) => kind === "deposit")).toMatchObject({ capturedCents: 0 });
    await expectSettled(id, 0);
  });

  test("an amount below 50 cents is captured from 50 cents on", async () => {
    const { id } = await claimed(9_000);
    await decide(id, 50);
    expect(await settle(id)).toMatchObject({ depositStatus: "partly_kept", claim: { collectedCents: 50 } });
    await expectSettled(id, 50);
  });

  test("an amount below 50 cents is waived by the system if it is a late fee, and both people get a notification", async () => {
    const { owner, renter } = here();
    const { id, endAt } = await inPossession({ depositAmountCents: 6_000, lateReturnFeeCents: 300 });
    await damage.reach(endAt, 5);
    await as(renter, markReturned, id, {});
    await as(owner, waiveLateFee, id, { amountCents: 260, reason: "Traffic" });
    await pass(24 * 4);
    expect(await settle(id)).toMatchObject({
      depositStatus: "released",
      lateFee: { status: "waived", waivedCents: 300, owedCents: 0, chargedCents: 0 },
    });
    for (const member of [renter, owner]) {
      expect(await noticesOf(member, id, "late_fee_waived")).toContainEqual(
        expect.stringContaining("$0.40 was waived. Reason: “We don’t charge less than $0.50”"),
      );
    }
    await here().money.expectBalanced();
  });
});

describe("[DMG-01] a lost item and its late fee", () => {
  test("a lost item and its late fee cost at most the value and seven days of late fee together, whatever the deposit", async () => {
    const id = await lost({ depositAmountCents: 50_000, replacementValueCents: 20_000, lateReturnFeeCents: 1_000 });
    const filed = await settle(id);
    expect(filed.price.loss).toEqual({ valueCents: 20_000, isNamedByOwner: false, maxCents: 27_000 });
    expect(filed).toMatchObject({
      status: "damaged_admin_review",
      claim: { filedBy: "system", amountCents: 20_000 },
      lateFee: { daysLate: 7, owedCents: 7_000 },
      damageLimitCents: 20_000,
      lossLimitCents: 20_000,
    });
    expect((await refusalOf(id, 20_001)).error).toMatchObject({ message: "You can award at most $200.00" });
    await decide(id, 20_000);
    await pass(24 * 4);
    const settled = await settle(id);
    expect(settled).toMatchObject({ claim: { collectedCents: 20_000 }, lateFee: { chargedCents: 7_000 } });
    await here().money.expectBalanced();
  });

  test("a lost item and its late fee stay within the cap shown at checkout, and a checkout with another one is refused", async () => {
    const itemId = await item({ replacementValueCents: 20_000 });
    const body = await damage.request(itemId);
    const stale = { ...body, loss: { valueCents: 10_000, isNamedByOwner: false, maxCents: 10_000 } };
    const { headers } = here().renter;
    const refused = await callExpectingError(origin(), startCheckout, { body: stale, headers });
    expect(refused).toMatchObject({ status: 409, error: { code: "price_changed" } });
  });
});

describe("[DMG-01] a lost item without a value and a deposit", () => {
  test("a lost item without a value and a deposit lets the owner name an amount up to the setting agreed at checkout, which the renter contests", async () => {
    const { owner, renter } = here();
    const id = await lost({ ...NOTHING, lateReturnFeeCents: 1_000 });
    // A later change doesn't change what was agreed.
    const { headers } = await admin();
    await call(origin(), updatePlatformSettings, { headers, body: { unvaluedLossCents: 90_000 } });
    const filed = await settle(id, owner);
    expect(filed).toMatchObject({ claim: { amountCents: 0, status: "open", namedAt: null }, lossLimitCents: 20_000 });
    expect(filed.allowedActions).toContain("name_loss");
    expect((await settle(id)).allowedActions).not.toContain("contest_claim");
    expect(await noticesOf(owner, id, "claim_opened")).toEqual([
      expect.stringContaining("Open the booking to name what it costs."),
    ]);
    const named = { amountCents: 15_000, notes: "A used one costs that" };
    const params = { bookingId: id };
    const attempts = [
      [renter.headers, named, 409],
      [owner.headers, { ...named, amountCents: 20_001 }, 400],
      [owner.headers, { ...named, amountCents: 0 }, 400],
    ] as const;
    for (const [who, body, status] of attempts) {
      expect(await callExpectingError(origin(), nameLoss, { params, headers: who, body })).toMatchObject({ status });
    }
    expect((await refusalOf(id, 1)).error).toMatchObject({ message: "You can award at most $0.00" });
    const twice = await Promise.allSettled([as(owner, nameLoss, id, named), as(owner, nameLoss, id, named)]);
    expect(twice.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);

    expect(await noticesOf(renter, id, "loss_named")).toHaveLength(1);
    const answered = await as(renter, contestClaim, id, { reason: "It was old" });
    expect(answered).toMatchObject({ claim: { status: "contested", amountCents: 15_000, filedBy: "system" } });
    expect(answered.timeline).toContainEqual(expect.objectContaining({ type: "loss_named", by: "owner" }));
    const evidence = await as(owner, verifyEvidence, id);
    expect(evidence).toMatchObject({ state: "intact" });
    expect(evidence.links.at(-1)).toMatchObject({ kind: "claim", byRole: "owner" });
    expect((await refusalOf(id, 15_001)).error).toMatchObject({ message: "You can award at most $150.00" });
    await decide(id, 12_000);
    await pass(24 * 3);
    expect((await settle(id)).claim).toMatchObject({ status: "charged", cardCents: 12_000, collectedCents: 12_000 });
    await here().money.expectBalanced();
    await call(origin(), updatePlatformSettings, { headers, body: { unvaluedLossCents: 20_000 } });
  });

  test("a lost item without a value and a deposit costs nothing for damage, and nothing at all if the setting was zero at checkout", async () => {
    const { headers } = await admin();
    await call(origin(), updatePlatformSettings, { headers, body: { unvaluedLossCents: 0 } });
    const id = await lost(NOTHING);
    const filed = await settle(id, here().owner);
    expect(filed).toMatchObject({ lossLimitCents: 0, claim: { amountCents: 0 } });
    expect(filed.allowedActions).not.toContain("name_loss");
    await call(origin(), updatePlatformSettings, { headers, body: { unvaluedLossCents: 20_000 } });
    const broken = await returned(NOTHING);
    expect(await settle(broken)).toMatchObject({ damageLimitCents: 0, lossLimitCents: 20_000 });
  });
});
