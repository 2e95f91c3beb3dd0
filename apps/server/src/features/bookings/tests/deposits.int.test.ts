import { confirmReturn, markReturned, resolveDamageClaim } from "@nexby/contract/bookings/booking-commands";
import { SETTLED_ACCOUNTS } from "@nexby/domain/ledger/accounts";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { callExpectingError } from "../../../testing/call.ts";
import { asViewer } from "../../../testing/test-app.ts";
import { syncPayment } from "../../payments/sync/sync-payment.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, as, origin, database, passHours, reach, settle } = rentals;
const { admin, claim, column, holdsAtProvider, inPossession, loseCard, notificationsOf } = rentals;

describe("the deposit", () => {
  test("[PAY-03] the deposit is captured in part, once, for damage decided by an admin", async () => {
    const { owner, renter, money } = here();
    const { id } = await inPossession({ depositAmountCents: 6_000 });
    await as(renter, markReturned, id, {});
    const adminUser = await admin();
    await claim(id, 5_000);
    expect(await settle(id, owner)).toMatchObject({ status: "damaged_admin_review", payoutStatus: "on_hold" });
    expect((await notificationsOf(adminUser))[0]).toBe("admin_claim");
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
        error: { code: "forbidden", message: "This is your own booking. Another admin has to decide." },
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
    const ledger = await money.ledgerOf(id);
    expect([ledger.deposit_liability ?? 0, ledger.owner_payable ?? 0]).toEqual([0, 0]);
    await money.expectBalanced();
  });

  test("[BOOK-01] [PAY-03] the deposit is held at pickup, renewed before the hold expires, and released when the rental closes 48 hours after the return", async () => {
    const { owner, renter, money } = here();
    const { id } = await inPossession({ depositAmountCents: 6_000 }, { days: 9 });
    expect(await holdsAtProvider(id)).toBe(1);
    await passHours(24 * 6.8);
    const renewed = await settle(id);
    expect(renewed).toMatchObject({ status: "in_possession", depositStatus: "secured" });
    expect(renewed.payments.filter(({ kind }) => kind === "deposit")).toHaveLength(2);
    expect(await holdsAtProvider(id)).toBe(1);
    await as(renter, markReturned, id, {});
    await passHours(48.1);
    expect(await settle(id, owner)).toMatchObject({
      status: "closed",
      depositStatus: "released",
      payoutStatus: "paid",
    });
    expect([await column("deposit_released", id), await column("deposit_refunded_at", id)]).toEqual([
      true,
      expect.anything(),
    ]);
    expect(await holdsAtProvider(id)).toBe(0);
    await money.expectBalanced();
  });

  test("the deposit pays a claim from the remaining hold when renewal fails", async () => {
    const { owner, money } = here();
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
    await claim(id, 5_000);
    await settle(id);
    await as(await admin(), resolveDamageClaim, id, { damageCents: 2_000, notes: "By the photos" });
    expect(await settle(id)).toMatchObject({ status: "closed", depositStatus: "partly_kept" });
    expect(await holdsAtProvider(id)).toBe(0);
    await passHours(49);
    expect(await settle(id, owner)).toMatchObject({ payoutStatus: "paid" });
    await money.expectBalanced();
  });

  test("the deposit is lost when renewal fails and the hold expires, and both sides are notified", async () => {
    const { owner, renter } = here();
    const { id } = await inPossession({ depositAmountCents: 6_000 }, { days: 9 });
    await loseCard(id);
    await passHours(24 * 8);
    await rentals.payments().control("pump");
    expect(await settle(id)).toMatchObject({ status: "in_possession", depositStatus: "action_required" });
    expect(await notificationsOf(owner, id)).toContain("deposit_renewal_failed");
    expect(await notificationsOf(renter, id)).toContain("deposit_renewal_failed");
  });

  test("the deposit retries a rejected refund three times, then leaves it to admins", async () => {
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

  test("the deposit pays no damage claim from a charged-back deposit, before and after the bank decides", async () => {
    const { owner, renter, money } = here();
    const { id } = await inPossession({ depositAmountCents: 6_000 }, { days: 20 });
    const { rows } = await database().db.execute<{ payment: string; charge: string }>(sql`
      select id as payment, provider_charge_id as charge from payments where booking_id = ${id} and kind = 'deposit'`);
    const { payment = "", charge } = rows[0] ?? {};
    const { id: dispute } = await money.control<{ id: string }>(`charges/${charge}/dispute`);
    await syncPayment(money, payment);
    expect(await settle(id)).toMatchObject({ depositStatus: "secured" });
    await as(renter, markReturned, id, {});
    await claim(id, 5_000);
    const adminUser = await admin();
    const expectNothingLeft = async () => {
      const body = { damageCents: 1, notes: "A cent" };
      const tooMuch = { body, params: { bookingId: id }, headers: adminUser.headers };
      expect(await callExpectingError(origin(), resolveDamageClaim, tooMuch)).toMatchObject({
        status: 400,
        error: { message: "You can award at most $0.00" },
      });
    };
    await expectNothingLeft();
    await money.control(`disputes/${dispute}/close`, { verdict: "lost" });
    await syncPayment(money, payment);
    expect(await settle(id)).toMatchObject({ depositStatus: "unsecured" });
    await expectNothingLeft();
    await as(adminUser, resolveDamageClaim, id, { damageCents: 0, notes: "Nothing is there" });
    await passHours(49);
    expect(await settle(id, owner)).toMatchObject({
      status: "closed",
      depositStatus: "unsecured",
      payoutStatus: "paid",
    });
    const ledger = await money.ledgerOf(id);
    expect(SETTLED_ACCOUNTS.filter((account) => (ledger[account] ?? 0) !== 0)).toEqual([]);
    expect(ledger.chargeback_loss ?? 0).toBe(0);
    expect(await column("settled_at", id)).not.toBeNull();
    await money.expectBalanced();
  });
});
