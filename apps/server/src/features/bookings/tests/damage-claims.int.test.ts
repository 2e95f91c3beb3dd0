import { listUndecidedClaims } from "@nexby/contract/admin/tasks";
import {
  agreeToClaim,
  claimDamage,
  contestClaim,
  markReturned,
  resolveDamageClaim,
} from "@nexby/contract/bookings/booking-commands";
import { payBooking, startCheckout } from "@nexby/contract/bookings/checkout";
import { verifyEvidence } from "@nexby/contract/bookings/condition";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { items } from "../../../schema/listings.ts";
import { addPhoto, CLAIM } from "../../../testing/bookings/condition-reports.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, as, origin, database, passHours, reach, settle, inPossession, loseCard, notificationsOf, admin } =
  rentals;

const STEP_HOURS = 11;

/** In steps, so that a hold is captured before it expires. */
async function pass(hours: number) {
  for (let left = hours; left > 0; left -= STEP_HOURS) await passHours(Math.min(left, STEP_HOURS));
}

type Terms = Parameters<typeof inPossession>[0];

/** Returned and claimed by the owner, with a photo that was sent before. */
async function claimed(amountCents: number, terms: Terms = {}, { isCardLost = false } = {}) {
  const { owner, renter } = here();
  const { id } = await inPossession({ depositAmountCents: 6_000, replacementValueCents: 20_000, ...terms });
  if (isCardLost) await loseCard(id);
  await as(renter, markReturned, id, {});
  const { id: photoId } = await addPhoto(origin(), owner, { bookingId: id, stage: "return" });
  await as(owner, claimDamage, id, { ...CLAIM, amountCents, photoIds: [photoId] });
  return { id, photoId };
}

const decide = async (id: string, damageCents: number) =>
  as(await admin(), resolveDamageClaim, id, { damageCents, notes: "By the photos" });

const damagePayment = async (id: string) => (await settle(id)).payments.findLast(({ kind }) => kind === "damage");

/** The owner has what was really collected, the books are closed, and the provider agrees. */
async function expectSettled(id: string, collectedCents: number) {
  await pass(49);
  const { ownerEarningsCents, claim } = await settle(id, here().owner);
  expect(claim?.collectedCents).toBe(collectedCents);
  const { rows } = await database().db.execute<{ sum: number }>(
    sql`select coalesce(sum(amount_cents), 0)::int as sum from transfers where booking_id = ${id} and status = 'paid'`,
  );
  expect(rows[0]?.sum).toBe((ownerEarningsCents ?? 0) + collectedCents);
  expect(await rentals.column("settled_at", id)).not.toBeNull();
  await here().money.expectBalanced();
}

describe("a damage claim", () => {
  test("[DATA-07] keeps its photos with type, description and severity, and is part of the evidence", async () => {
    const { owner, renter } = here();
    const { id, photoId } = await claimed(15_000);
    const { rows } = await database().db.execute(sql`select * from damage_photos where booking_id = ${id}`);
    expect(rows).toMatchObject([
      {
        photo_id: photoId,
        uploaded_by: owner.id,
        user_role: "owner",
        stage: "return",
        photo_url: `/api/bookings/${id}/photos/${photoId}`,
        filename: "photo.jpg",
        mime_type: "image/jpeg",
        damage_type: "broken",
        damage_description: CLAIM.notes,
        damage_severity: "medium",
      },
    ]);
    expect(Number(rows[0]?.file_size)).toBeGreaterThan(0);
    expect((await settle(id, renter)).claim).toMatchObject({
      status: "open",
      photos: [{ id: photoId, isRemoved: false }],
    });
    const evidence = await as(renter, verifyEvidence, id);
    expect(evidence).toMatchObject({ isIntact: true });
    expect(evidence.links.map(({ kind }) => kind)).toContain("claim");
    await database().owner.execute(sql`update damage_claims set claimed_cents = 16000 where booking_id = ${id}`);
    expect(await as(renter, verifyEvidence, id)).toMatchObject({ isIntact: false });
    await database().owner.execute(sql`update damage_claims set claimed_cents = 15000 where booking_id = ${id}`);
    await decide(id, 0);
    expect(await settle(id)).toMatchObject({ depositStatus: "released", claim: { status: "dismissed" } });
    await expectSettled(id, 0);
  });

  test("beyond the deposit is charged to the card 48 hours after the decision, and paid out", async () => {
    const { owner, renter } = here();
    const { id } = await claimed(15_000);
    await as(renter, contestClaim, id, { reason: "It was torn before" });
    const twice = { params: { bookingId: id }, headers: renter.headers, body: {} };
    expect(await callExpectingError(origin(), agreeToClaim, twice)).toMatchObject({ status: 409 });
    expect((await notificationsOf(owner))[0]).toBe("claim_answered");
    const decider = await admin();
    const { body: tasks } = await call(origin(), listUndecidedClaims, { headers: decider.headers });
    expect(tasks).toMatchObject([
      { bookingId: id, status: "contested", amountCents: 15_000, photoCount: 1, contestReason: "It was torn before" },
    ]);
    expect((await settle(id, decider)).damageLimitCents).toBe(20_000);
    await decide(id, 14_000);

    const decided = await settle(id);
    expect(decided).toMatchObject({
      status: "closed",
      damageCents: 14_000,
      depositStatus: "kept",
      nextStep: { code: "damage_notice", until: decided.claim?.chargeableAt },
      claim: { status: "decided", depositCents: 6_000, cardCents: 8_000 },
    });
    expect(decided.allowedActions).toContain("pay_damage");
    for (const member of [owner, renter]) expect(await notificationsOf(member)).toContain("claim_decided");
    const { rows: mails } = await database().db.execute<{ body: string }>(
      sql`select body from outgoing_messages where channel = 'mail' and body like ${`%/checkout/${id}%`}`,
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain("We charge $80.00 to your card on");
    await pass(47);
    expect(await damagePayment(id)).toMatchObject({ capturedCents: 0 });
    expect(await rentals.column("settled_at", id)).toBeNull();
    await pass(1.1);
    expect(await damagePayment(id)).toMatchObject({ status: "captured", capturedCents: 8_000, hasReceipt: true });
    expect((await settle(id)).claim).toMatchObject({ status: "charged" });
    expect(await notificationsOf(owner)).toContain("damage_settled");
    await expectSettled(id, 14_000);
  });

  test("can be paid at checkout before the notice ends, and is not charged again", async () => {
    const { renter } = here();
    const { id } = await claimed(9_000);
    await as(renter, agreeToClaim, id, {});
    await decide(id, 9_000);
    await settle(id);
    const checkout = await as(renter, payBooking, id, { kind: "damage" });
    expect(checkout.payment).toMatchObject({ kind: "damage", amountCents: 3_000 });
    await rentals.pay(checkout, "pm_card_mastercard");
    await settle(id);
    expect((await settle(id)).claim).toMatchObject({ status: "charged" });
    await pass(49);
    expect((await settle(id)).payments.filter(({ kind }) => kind === "damage")).toHaveLength(1);
    await expectSettled(id, 9_000);
  });

  test("is payable after the card failed, and written off when nobody pays", async () => {
    const { renter } = here();
    const paying = await claimed(9_000, {}, { isCardLost: true });
    const unpaid = await claimed(9_000, {}, { isCardLost: true });
    for (const { id } of [paying, unpaid]) await decide(id, 9_000);
    await pass(48.1);
    const failed = await settle(paying.id);
    expect(failed).toMatchObject({
      nextStep: { code: "pay_damage", by: "renter", until: failed.claim?.payBy },
      claim: { status: "decided" },
    });
    expect(await notificationsOf(renter)).toContain("damage_failed");
    await rentals.pay(await as(renter, payBooking, paying.id, { kind: "damage" }), "pm_card_mastercard");
    await pass(48.1);
    expect((await settle(paying.id)).claim).toMatchObject({ status: "charged", collectedCents: 9_000 });
    expect((await settle(unpaid.id)).claim).toMatchObject({ status: "uncollectible", collectedCents: 6_000 });
    expect(await damagePayment(unpaid.id)).toMatchObject({ status: "canceled" });
    await expectSettled(unpaid.id, 6_000);
    await expectSettled(paying.id, 9_000);
  });

  test("costs at most the replacement value agreed at checkout, or the deposit if the renter agreed to the earlier terms", async () => {
    const { id } = await claimed(30_000);
    const { headers } = await admin();
    const expectMost = async (cents: number) => {
      const tooMuch = { params: { bookingId: id }, headers, body: { damageCents: cents + 1, notes: "Too much" } };
      expect(await callExpectingError(origin(), resolveDamageClaim, tooMuch)).toMatchObject({
        status: 400,
        error: { message: `You can award at most $${(cents / 100).toFixed(2)}` },
      });
    };
    await expectMost(20_000);
    await database().db.execute(sql`update bookings set charge_consent_version = 1 where id = ${id}`);
    await expectMost(6_000);
    await decide(id, 6_000);
    await expectSettled(id, 6_000);
  });

  test("is filed for all units that never came back, up to the replacement value agreed at checkout", async () => {
    const terms = { depositAmountCents: 3_000, replacementValueCents: 10_000, quantityTotal: 2 };
    const { id, endAt, item } = await inPossession(terms, { quantity: 2 });
    await database().db.update(items).set({ replacementValueCents: 90_000 }).where(eq(items.id, item.id));
    await database().db.execute(
      sql`update bookings set price_breakdown = price_breakdown - 'lateFee' where id = ${id}`,
    );
    await reach(endAt, 2.1);
    await pass(7 * 24);
    expect(await settle(id)).toMatchObject({
      rentalStatus: "lost",
      lateFee: null,
      claim: { filedBy: "system", damageType: "lost", amountCents: 20_000, photos: [] },
    });
    await decide(id, 20_000);
    await pass(48.1);
    expect((await settle(id)).claim).toMatchObject({ status: "charged" });
    await expectSettled(id, 20_000);
  });
});

test("a checkout that showed another replacement value is refused", async () => {
  const itemId = await rentals.item({ replacementValueCents: 20_000 });
  const body = { ...(await rentals.request(itemId)), damageLimitCents: 10_000 };
  const { headers } = here().renter;
  expect(await callExpectingError(origin(), startCheckout, { headers, body })).toMatchObject({
    status: 409,
    error: { code: "price_changed" },
  });
});
