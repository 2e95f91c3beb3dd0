import { agreeToClaim, contestClaim } from "@nexby/contract/bookings/booking-commands";
import { payBooking } from "@nexby/contract/bookings/checkout";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { tasksOf } from "../../../../testing/admin-tasks.ts";
import { callExpectingError } from "../../../../testing/call.ts";
import { useDamageClaims } from "./damage-claims.fixture.ts";

const damage = useDamageClaims();
const { here, as, origin, database, settle, admin } = damage;
const { pass, claimed, decide, damagePayment, noticesOf, expectSettled } = damage;

describe("[DMG-01] a damage claim", () => {
  test("beyond the deposit is charged to the card 48 hours after the decision, and paid out", async () => {
    const { owner, renter } = here();
    const { id } = await claimed(15_000);
    const contested = await as(renter, contestClaim, id, { reason: "It was torn before" });
    expect(contested.timeline).toContainEqual(
      expect.objectContaining({ type: "claim_contested", by: "renter", notes: "It was torn before" }),
    );
    const twice = { params: { bookingId: id }, headers: renter.headers, body: {} };
    expect(await callExpectingError(origin(), agreeToClaim, twice)).toMatchObject({ status: 409 });
    expect(await noticesOf(owner, id, "claim_answered")).toEqual([expect.stringContaining("It was torn before")]);
    expect(await noticesOf(renter, id, "claim_answered")).toEqual([]);
    expect(await noticesOf(renter, id, "claim_opened")).toEqual([expect.stringContaining("The claim is $150.00.")]);
    const decider = await admin();
    const tasks = await tasksOf(origin(), "damage_claim", decider.headers);
    expect(tasks.filter(({ subject }) => subject.bookingId === id).map(({ details }) => details)).toMatchObject([
      { status: "contested", amountCents: 15_000, photoCount: 1, contestReason: "It was torn before" },
    ]);
    expect((await settle(id, decider)).damageLimitCents).toBe(20_000);
    await decide(id, 14_000);

    const decided = await settle(id);
    expect(decided).toMatchObject({
      status: "closed",
      damageCents: 14_000,
      depositStatus: "kept",
      nextStep: { code: "damage_notice", until: decided.claim?.chargeableAt },
      claim: { status: "decided", depositCents: 6_000, cardCents: 8_000, decisionReason: "By the photos" },
    });
    expect(decided.allowedActions).toContain("pay_damage");
    expect(await noticesOf(renter, id, "claim_decided")).toEqual([
      expect.stringMatching(
        /^You'll pay \$140\.00 .+ We'll take \$60\.00 from your deposit\. We'll charge \$80\.00 to your card on /,
      ),
    ]);
    expect(await noticesOf(owner, id, "claim_decided")).toEqual([
      expect.stringMatching(
        / will pay \$140\.00 .+ \$60\.00 from Ada's deposit\. We'll charge \$80\.00 to Ada's card on /,
      ),
    ]);
    const { rows: mails } = await database().db.execute<{ body: string }>(
      sql`select body from outgoing_messages where channel = 'mail' and body like ${`%/checkout/${id}%`}`,
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain("We’ll charge $80.00 to your card on");
    await pass(47);
    expect(await damagePayment(id)).toMatchObject({ capturedCents: 0 });
    expect(await damage.column("settled_at", id)).toBeNull();
    await pass(1.1);
    expect(await damagePayment(id)).toMatchObject({ status: "captured", capturedCents: 8_000, hasReceipt: true });
    expect((await settle(id)).claim).toMatchObject({ status: "charged" });
    expect(await noticesOf(renter, id, "damage_settled")).toEqual([
      "We charged $80.00 to your card. We took $60.00 from your deposit.",
    ]);
    expect(await noticesOf(owner, id, "damage_settled")).toEqual(["You'll get $140.00 with your next payout."]);
    await expectSettled(id, 14_000);
  });

  test("a damage claim takes all of it from the deposit at once if that is enough, and never charges the card", async () => {
    const { owner, renter } = here();
    const { id } = await claimed(9_000);
    await decide(id, 5_000);
    const decided = await settle(id);
    expect(decided).toMatchObject({
      depositStatus: "partly_kept",
      claim: { status: "charged", depositCents: 5_000, cardCents: 0, collectedCents: 5_000 },
    });
    expect(await noticesOf(renter, id, "claim_decided")).toEqual([
      expect.stringMatching(/^You'll pay \$50\.00 .+ We'll take \$50\.00 from your deposit\. Sam gets this amount\. /),
    ]);
    expect(await noticesOf(owner, id, "claim_decided")).toEqual([expect.stringContaining("Ada will pay $50.00")]);
    await expectSettled(id, 5_000);
    expect((await settle(id)).payments.map(({ kind, capturedCents }) => [kind, capturedCents])).toEqual([
      ["rental", decided.totalCents],
      ["deposit", 5_000],
    ]);
  });

  test("a damage claim can be paid at checkout before the notice ends, and is not charged again", async () => {
    const { renter } = here();
    const { id } = await claimed(9_000);
    expect(await as(renter, agreeToClaim, id, {})).toMatchObject({
      claim: { status: "agreed", answeredAt: expect.any(String), contestReason: null },
    });
    await decide(id, 9_000);
    await settle(id);
    const checkout = await as(renter, payBooking, id, { kind: "damage" });
    expect(checkout.payment).toMatchObject({ kind: "damage", amountCents: 3_000 });
    await damage.pay(checkout, "pm_card_mastercard");
    await settle(id);
    expect((await settle(id)).claim).toMatchObject({ status: "charged" });
    await pass(49);
    expect((await settle(id)).payments.filter(({ kind }) => kind === "damage")).toHaveLength(1);
    await expectSettled(id, 9_000);
  });

  test("a damage claim is charged to the saved card after the notice even if the renter leaves a bank's challenge open", async () => {
    const { renter } = here();
    const { id } = await claimed(9_000);
    await decide(id, 9_000);
    await settle(id);
    await damage.pay(await as(renter, payBooking, id, { kind: "damage" }), "pm_card_authenticationRequired");
    expect(await damagePayment(id)).toMatchObject({ status: "action_required", capturedCents: 0 });
    await pass(48.1);
    expect((await settle(id)).claim).toMatchObject({ status: "charged", collectedCents: 9_000 });
    await expectSettled(id, 9_000);
  });

  test("a damage claim is payable for 48 hours after the card failed", async () => {
    const { renter } = here();
    const { id } = await claimed(9_000, {}, { isCardLost: true });
    await decide(id, 9_000);
    await pass(48.1);
    const failed = await settle(id);
    expect(failed).toMatchObject({
      nextStep: { code: "pay_damage", by: "renter", until: failed.claim?.payBy },
      claim: { status: "decided" },
    });
    expect(await noticesOf(renter, id, "damage_failed")).toEqual([
      expect.stringContaining("Pay the $30.00 for damage"),
    ]);
    await damage.pay(await as(renter, payBooking, id, { kind: "damage" }), "pm_card_mastercard");
    await pass(48.1);
    expect((await settle(id)).claim).toMatchObject({ status: "charged", collectedCents: 9_000 });
    await expectSettled(id, 9_000);
  });

  test("a damage claim is charged to the card once more a day after it failed, then written off", async () => {
    const { owner, renter } = here();
    const { id } = await claimed(9_000, {}, { isCardLost: true });
    await decide(id, 9_000);
    const tries = async () => {
      const { rows } = await database().db.execute<{ tries: number }>(
        sql`select charge_tries as tries from damage_claims where booking_id = ${id}`,
      );
      return [rows[0]?.tries, (await noticesOf(renter, id, "damage_failed")).length];
    };
    for (const [hours, count] of [
      [47.9, 0],
      [0.2, 1],
      [23.8, 1],
      [0.2, 2],
      [23.8, 2],
    ] as const) {
      await pass(hours);
      expect({ hours, tries: await tries() }).toEqual({ hours, tries: [count, count] });
    }
    expect((await settle(id)).claim).toMatchObject({ status: "decided" });
    await pass(0.3);
    expect((await settle(id)).claim).toMatchObject({ status: "uncollectible", collectedCents: 6_000 });
    expect(await damagePayment(id)).toMatchObject({ status: "canceled" });
    expect(await noticesOf(renter, id, "damage_settled")).toEqual([
      "We took $60.00 from your deposit. $30.00 couldn't be collected.",
    ]);
    expect(await noticesOf(owner, id, "damage_settled")).toEqual([
      "You'll get $60.00 with your next payout. $30.00 couldn't be collected.",
    ]);
    await expectSettled(id, 6_000);
  });
});
