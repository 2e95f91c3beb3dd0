import { claimDamage, markReturned, resolveDamageClaim } from "@nexby/contract/bookings/booking-commands";
import { startCheckout } from "@nexby/contract/bookings/checkout";
import { verifyEvidence } from "@nexby/contract/bookings/condition";
import type { DamageType } from "@nexby/domain/damage/damage-claim-statuses";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "../../../../schema/accounts.ts";
import { items } from "../../../../schema/listings.ts";
import { tasksOf } from "../../../../testing/admin-tasks.ts";
import { CLAIM, reportWithPhoto } from "../../../../testing/bookings/condition-reports.ts";
import { callExpectingError } from "../../../../testing/call.ts";
import type { Member } from "../../../../testing/people/members.ts";
import { useDamageClaims } from "./damage-claims.fixture.ts";

const damage = useDamageClaims();
const { here, as, origin, database, reach, settle, inPossession, admin } = damage;
const { pass, returned, photoOf, claimed, decide, noticesOf, expectSettled } = damage;

/** An admin can award that much and not a cent more. */
async function expectMost(id: string, cents: number): Promise<void> {
  const { headers } = await admin();
  const tooMuch = { params: { bookingId: id }, headers, body: { damageCents: cents + 1, notes: "Too much" } };
  expect(await callExpectingError(origin(), resolveDamageClaim, tooMuch)).toMatchObject({
    status: 400,
    error: { message: `You can award at most $${(cents / 100).toFixed(2)}` },
  });
}

const claimOf = async (id: string, amountCents: number, damageType: DamageType = CLAIM.damageType) =>
  as(here().owner, claimDamage, id, { ...CLAIM, damageType, amountCents, photoIds: [await photoOf(id)] });

/** Says why the owner can't claim that much. */
async function refusedClaim(id: string, amountCents: number, damageType: DamageType = CLAIM.damageType) {
  const body = { ...CLAIM, damageType, amountCents, photoIds: [await photoOf(id)] };
  const claiming = { params: { bookingId: id }, headers: here().owner.headers, body };
  const { status, error } = await callExpectingError(origin(), claimDamage, claiming);
  expect([status, error.details?.map(({ field }) => field)]).toEqual([400, ["amountCents"]]);
  expect((await settle(id)).claim).toBeNull();
  return error.details?.[0]?.message;
}

/** The owner can claim that much and not a cent more, and is shown the limit. */
async function expectClaimable(id: string, cents: number, source: string): Promise<void> {
  expect(await settle(id)).toMatchObject({ damageLimitCents: cents });
  expect(await refusedClaim(id, cents + 1)).toBe(`Enter at most ${dollarText(cents)}, ${source}`);
}

describe("[DMG-01] a damage claim", () => {
  test("[DATA-07] a damage claim keeps its photos with type, description and severity, and is part of the evidence", async () => {
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
    // As someone with all rights on the database could.
    const claimCents = (cents: number) =>
      database().owner.transaction(async (tx) => {
        await tx.execute(sql`alter table damage_claims disable trigger user`);
        await tx.execute(sql`update damage_claims set claimed_cents = ${cents} where booking_id = ${id}`);
        await tx.execute(sql`alter table damage_claims enable trigger user`);
      });
    await claimCents(16_000);
    expect(await as(renter, verifyEvidence, id)).toMatchObject({ isIntact: false });
    await claimCents(15_000);
    await decide(id, 0);
    expect(await settle(id)).toMatchObject({ depositStatus: "released", claim: { status: "dismissed" } });
    await expectSettled(id, 0);
  });

  test("[COND-01] [DATA-07] a damage claim needs the owner's own photo of the return, not one of the pickup or of the rental", async () => {
    const { owner, renter } = here();
    const { id, startAt } = await damage.scheduled({ depositAmountCents: 6_000 }, { inDays: 2 });
    await reach(startAt, -20);
    const ofPickup = await photoOf(id, "pickup");
    await damage.pickUp(id);
    const ofRental = await photoOf(id, "during");
    await as(renter, markReturned, id, {});
    const ofReturn = await photoOf(id);
    const closeUp = await photoOf(id);
    const ofRenter = await reportWithPhoto(origin(), renter, { bookingId: id, phase: "check_in" });
    const claim = { ...CLAIM, amountCents: 1_000 };
    for (const photoIds of [[], [ofPickup], [ofRental], [ofRenter], [ofReturn, ofPickup]]) {
      const claiming = { params: { bookingId: id }, headers: owner.headers, body: { ...claim, photoIds } };
      expect(await callExpectingError(origin(), claimDamage, claiming)).toMatchObject({
        status: 400,
        error: { details: [{ field: "photoIds" }] },
      });
    }
    const severe = { ...claim, severity: "high", photoIds: [closeUp, ofReturn] } as const;
    const claimed = await as(owner, claimDamage, id, severe);
    expect(claimed).toMatchObject({
      status: "damaged_admin_review",
      claim: { severity: "high", photos: [{ id: closeUp }, { id: ofReturn }] },
    });
    await decide(id, 0);
  });

  test("a damage claim can be filed until 48 hours after the return, when the rental closes and the deposit is released", async () => {
    const { owner, money } = here();
    const [onTime, tooLate] = [await returned(), await returned()];
    const filing = async (id: string) => ({ ...CLAIM, amountCents: 5_000, photoIds: [await photoOf(id)] });
    const [first, second] = [await filing(onTime), await filing(tooLate)];
    await pass(47.9);
    expect(await as(owner, claimDamage, onTime, first)).toMatchObject({ status: "damaged_admin_review" });
    // Before the job that closes the rental runs, and after it.
    await money.passMinutes(12);
    const late = { params: { bookingId: tooLate }, headers: owner.headers, body: second };
    expect(await callExpectingError(origin(), claimDamage, late)).toMatchObject({ status: 409 });
    const closed = await settle(tooLate, owner);
    expect(closed).toMatchObject({ status: "closed", depositStatus: "released", claim: null });
    expect(closed.allowedActions).not.toContain("claim_damage");
    expect(await callExpectingError(origin(), claimDamage, late)).toMatchObject({ status: 409 });
    await decide(onTime, 5_000);
    await expectSettled(onTime, 5_000);
  });

  test("a damage claim waits with the others, oldest first, for an admin who isn't part of the booking", async () => {
    const { owner } = here();
    const ids = [(await claimed(5_000)).id, (await claimed(6_000)).id];
    const claimsFor = async ({ headers }: Member) =>
      (await tasksOf(origin(), "damage_claim", headers))
        .filter(({ subject }) => ids.includes(subject.bookingId))
        .map(({ subject, moneyAtStakeCents, decisions }) => [subject.bookingId, moneyAtStakeCents, decisions]);
    const amounts = [5_000, 6_000];
    expect(await claimsFor(await admin())).toEqual(ids.map((id, index) => [id, amounts[index], ["resolve"]]));
    await database().db.update(users).set({ isAdmin: true }).where(eq(users.id, owner.id));
    expect(await claimsFor(owner)).toEqual(ids.map((id, index) => [id, amounts[index], []]));
    const own = { headers: owner.headers, body: { damageCents: 1, notes: "Mine" } };
    for (const bookingId of ids) {
      const refused = await callExpectingError(origin(), resolveDamageClaim, { ...own, params: { bookingId } });
      expect(refused).toMatchObject({ status: 403 });
    }
    await database().db.update(users).set({ isAdmin: false }).where(eq(users.id, owner.id));
    for (const id of ids) await decide(id, 0);
  });

  test("a damage claim can be decided with a single cent, which is no dismissal", async () => {
    const { id } = await claimed(5_000);
    await decide(id, 1);
    expect((await settle(id)).claim).toMatchObject({ status: "uncollectible", depositCents: 1, collectedCents: 0 });
    expect(await noticesOf(here().renter, id, "claim_decided")).toEqual([expect.stringContaining("You'll pay $0.01 ")]);
  });

  test("[PAY-03] a damage claim costs at most what the owner claimed, even if deposit and replacement value are worth more", async () => {
    const { id } = await claimed(5_000);
    await expectMost(id, 5_000);
    await decide(id, 5_000);
    await expectSettled(id, 5_000);
  });

  test("a damage claim costs at most the piece prices agreed at checkout if the owner named no replacement value", async () => {
    const pieces = [
      { name: "Tent pole", count: 4, priceCents: 1_200 },
      { name: "Peg", count: 12, priceCents: 150 },
    ];
    const id = await returned({ pieces, replacementValueCents: null, depositAmountCents: 1_000 });
    const { item } = await settle(id);
    const dearer = pieces.map((piece) => ({ ...piece, priceCents: 9_000 }));
    await database().db.update(items).set({ pieces: dearer }).where(eq(items.id, item.id));
    await expectClaimable(id, 6_600, "the value the renter agreed to at checkout");
    await claimOf(id, 6_600);
    await expectMost(id, 6_600);
    await decide(id, 6_600);
    expect((await settle(id)).claim).toMatchObject({ depositCents: 1_000, cardCents: 5_600 });
    await pass(48.1);
    await expectSettled(id, 6_600);
  });

  test("a damage claim is at most the replacement value agreed at checkout, or the deposit if the renter agreed to the earlier terms", async () => {
    const id = await returned();
    const { item } = await settle(id);
    await database().db.update(items).set({ replacementValueCents: 90_000 }).where(eq(items.id, item.id));
    await expectClaimable(id, 20_000, "the value the renter agreed to at checkout");
    await claimOf(id, 20_000);
    await expectMost(id, 20_000);
    await database().db.execute(sql`update bookings set charge_consent_version = 1 where id = ${id}`);
    await expectMost(id, 6_000);
    await decide(id, 6_000);
    await expectSettled(id, 6_000);
  });

  test("a damage claim is at most the deposit if the owner named no replacement value, also after the hold was released", async () => {
    const id = await returned({ replacementValueCents: null });
    await expectClaimable(id, 6_000, "the deposit");
    await database().db.execute(
      sql`update payments set status = 'canceled' where booking_id = ${id} and kind = 'deposit'`,
    );
    await expectClaimable(id, 6_000, "the deposit");
    await database().db.execute(
      sql`update payments set status = 'authorized' where booking_id = ${id} and kind = 'deposit'`,
    );
    await claimOf(id, 6_000);
    await decide(id, 0);
  });

  test("a damage claim of an item without deposit and replacement value is refused, except for a loss, up to what an owner can name", async () => {
    const id = await returned({ replacementValueCents: null, depositAmountCents: 0 });
    expect(await refusedClaim(id, 1)).toBe(
      "The renter agreed to no deposit or replacement value, so nothing can be charged",
    );
    const { lossLimitCents, damageLimitCents } = await settle(id);
    expect([damageLimitCents, lossLimitCents > 0]).toEqual([0, true]);
    const most = `Enter at most ${dollarText(lossLimitCents)}, the value the renter agreed to at checkout`;
    expect(await refusedClaim(id, lossLimitCents + 1, "lost")).toBe(most);
    await claimOf(id, lossLimitCents, "lost");
    expect((await settle(id)).claim).toMatchObject({ damageType: "lost", amountCents: lossLimitCents });
    await decide(id, 0);
  });

  test("a damage claim is filed for all units that never came back, up to the replacement value agreed at checkout", async () => {
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

test("[DMG-01] a checkout that showed another replacement value is refused", async () => {
  const itemId = await damage.item({ replacementValueCents: 20_000 });
  const body = { ...(await damage.request(itemId)), damageLimitCents: 10_000 };
  const { headers } = here().renter;
  expect(await callExpectingError(origin(), startCheckout, { headers, body })).toMatchObject({
    status: 409,
    error: { code: "price_changed" },
  });
});
