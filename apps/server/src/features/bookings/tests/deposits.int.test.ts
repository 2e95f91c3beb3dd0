import {
  claimDamage,
  confirmPickupTime,
  confirmReturn,
  markReturned,
  resolveDamageClaim,
} from "@nexby/contract/bookings/booking-commands";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { callExpectingError } from "../../../testing/call.ts";
import { asViewer } from "../../../testing/test-app.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, item, as, origin, database, passHours, reach, settle } = rentals;
const { admin, column, holdsAtProvider, inPossession, loseCard, notificationsOf } = rentals;

describe("the deposit", () => {
  test("[PAY-03] is held a day before the start and released when the rental is closed", async () => {
    const { owner, renter, money } = here();
    const before = await holdsAtProvider();
    const { id } = await inPossession({ depositAmountCents: 6_000 });
    expect(await holdsAtProvider()).toBe(before + 1);
    await as(renter, markReturned, id, {});
    await as(owner, confirmReturn, id, {});
    expect(await settle(id)).toMatchObject({ depositStatus: "released" });
    expect([await column("deposit_released", id), await column("deposit_refunded_at", id)]).toEqual([
      true,
      expect.anything(),
    ]);
    expect(await holdsAtProvider()).toBe(before);
    await money.expectBalanced();
  });

  test("[PAY-03] is captured in part, once, for damage decided by an admin", async () => {
    const { owner, renter, money } = here();
    const { id } = await inPossession({ depositAmountCents: 6_000 });
    await as(renter, markReturned, id, {});
    const adminUser = await admin();
    await as(owner, claimDamage, id, { amountCents: 5_000, notes: "A torn seam" });
    expect(await settle(id, owner)).toMatchObject({ status: "damaged_admin_review", payoutStatus: "on_hold" });
    expect((await notificationsOf(adminUser))[0]).toBe("A claim waits for a decision");
    const tooMuch = {
      body: { damageCents: 5_001, notes: "All of it" },
      params: { bookingId: id },
      headers: adminUser.headers,
    };
    expect(await callExpectingError(origin(), resolveDamageClaim, tooMuch)).toMatchObject({ status: 400 });
    for (const member of [owner, renter]) {
      const headers = asViewer({ id: member.id, isAdmin: true, isApproved: true });
      const asInvolved = { body: { damageCents: 2_000, notes: "By my own word" }, params: { bookingId: id }, headers };
      expect(await callExpectingError(origin(), resolveDamageClaim, asInvolved)).toMatchObject({
        status: 403,
        error: { code: "forbidden", message: "Somebody else has to decide about your own booking" },
      });
    }
    await as(adminUser, resolveDamageClaim, id, { damageCents: 2_000, notes: "By the photos" });
    const closed = await settle(id);
    expect(closed).toMatchObject({ status: "closed", damageCents: 2_000, depositStatus: "partly_kept" });
    const deposit = closed.payments.find(({ kind }) => kind === "deposit");
    expect(deposit).toMatchObject({ capturedCents: 2_000 });
    await passHours(49);
    const paid = await settle(id, owner);
    expect(paid).toMatchObject({ payoutStatus: "paid" });
    const { rows } = await database().db.execute(
      sql`select sum(amount_cents)::int as sum from transfers where booking_id = ${id}`,
    );
    expect(rows[0]?.sum).toBe((paid.ownerEarningsCents ?? 0) + 2_000);
    expect(await money.ledgerOf(id)).toMatchObject({});
    await money.expectBalanced();
  });

  test("[PAY-03] is renewed on longer rentals before the hold expires", async () => {
    const { renter } = here();
    const before = await holdsAtProvider();
    const { id } = await inPossession({ depositAmountCents: 6_000 }, { days: 9 });
    await passHours(24 * 6.8);
    expect(await settle(id)).toMatchObject({ status: "in_possession", depositStatus: "secured" });
    expect((await settle(id)).payments.filter(({ kind }) => kind === "deposit")).toHaveLength(2);
    expect(await holdsAtProvider()).toBe(before + 1);
    await as(renter, markReturned, id, {});
    await passHours(49);
    expect(await settle(id)).toMatchObject({ status: "closed", depositStatus: "released" });
  });

  test("pays a claim from the remaining hold when renewal fails, and notifies both sides", async () => {
    const { owner, renter, money } = here();
    const before = await holdsAtProvider();
    const { id } = await inPossession({ depositAmountCents: 6_000 }, { days: 9 });
    await loseCard(id);
    const { rows } = await database().db.execute<{ until: Date }>(
      sql`select auth_expires_at as until from payments where booking_id = ${id} and kind = 'deposit'`,
    );
    const until = new Date(rows[0]?.until ?? 0).toISOString();
    await reach(until, -11);
    const open = (await settle(id)).payments.filter(({ kind }) => kind === "deposit").map(({ status }) => status);
    expect(open.toSorted()).toEqual(["authorized", "awaiting_payment"]);
    await as(owner, markReturned, id, {});
    await as(owner, claimDamage, id, { amountCents: 5_000, notes: "A torn seam" });
    await settle(id);
    await as(await admin(), resolveDamageClaim, id, { damageCents: 2_000, notes: "By the photos" });
    expect(await settle(id)).toMatchObject({ status: "closed", depositStatus: "partly_kept" });
    expect(await holdsAtProvider()).toBe(before);
    await passHours(49);
    expect(await settle(id, owner)).toMatchObject({ payoutStatus: "paid" });
    await money.expectBalanced();

    const { id: expiring } = await inPossession({ depositAmountCents: 6_000 }, { days: 9 });
    await loseCard(expiring);
    await passHours(24 * 8);
    await rentals.payments().control("pump");
    expect(await settle(expiring)).toMatchObject({ status: "in_possession", depositStatus: "action_required" });
    expect(await notificationsOf(owner)).toContain("The deposit is no longer held");
    expect(await notificationsOf(renter)).toContain("Your deposit could not be held");
  });

  test("cancels the booking two hours after the start when it can't be held", async () => {
    const { owner, money } = here();
    const { id, totalCents, startAt } = await rentals.approved(await item({ depositAmountCents: 6_000 }), {
      inDays: 3,
    });
    await loseCard(id);
    await as(owner, confirmPickupTime, id, {});
    await reach(startAt, -11);
    expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "action_required" });
    expect((await settle(id)).allowedActions).toContain("pay_deposit");
    await reach(startAt, 2.1);
    const canceled = await settle(id);
    expect(canceled).toMatchObject({ status: "canceled", cancellation: { reason: "deposit_failed", percent: 50 } });
    expect(canceled.cancellation?.refundCents).toBeLessThan(totalCents);
    await money.expectBalanced();
  });

  test("retries a rejected refund three times, then leaves it to admins", async () => {
    const { owner, renter, money } = here();
    const { id } = await inPossession({ depositAmountCents: 6_000 }, { days: 20 });
    const { rows } = await database().db.execute<{ id: string }>(
      sql`select provider_charge_id as id from payments where booking_id = ${id} and kind = 'deposit'`,
    );
    // The provider no longer refunds a charge after a dispute we won.
    const { id: dispute } = await money.control<{ id: string }>(`charges/${rows[0]?.id}/dispute`);
    await money.control(`disputes/${dispute}/close`, { verdict: "won" });
    await as(renter, markReturned, id, {});
    await as(owner, confirmReturn, id, {});
    await settle(id);
    const rejectedCount = async () => {
      const found = await database().db.execute<{ count: number }>(sql`
        select count(*)::int from refunds r join payments p on p.id = r.payment_id
        where p.booking_id = ${id} and r.status in ('refused', 'failed') and r.amount_cents = 6000`);
      return found.rows[0]?.count;
    };
    for (const times of [1, 2, 3, 3]) {
      expect(await rejectedCount()).toBe(times);
      await passHours(25);
    }
    expect(await money.ledgerOf(id)).toMatchObject({ refunds_payable: -6_000 });
    await money.expectBalanced();
  });
});
