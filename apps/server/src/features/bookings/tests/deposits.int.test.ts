import {
  approveBooking,
  confirmReturn,
  confirmTime,
  markReturned,
  resolveDamageClaim,
} from "@nexby/contract/bookings/booking-commands";
import { payBooking } from "@nexby/contract/bookings/checkout";
import { SETTLED_ACCOUNTS } from "@nexby/domain/ledger/accounts";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { callExpectingError } from "../../../testing/call.ts";
import { asViewer } from "../../../testing/test-app.ts";
import { syncPayment } from "../../payments/sync/sync-payment.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, item, as, origin, database, passHours, reach, settle } = rentals;
const { admin, claim, column, holdsAtProvider, inPossession, loseCard, notificationsOf } = rentals;

describe("the deposit", () => {
  test("[PAY-03] is captured in part, once, for damage decided by an admin", async () => {
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

  test("[BOOK-01] [PAY-03] is held at pickup, renewed before the hold expires, and released when the rental closes 48 hours after the return", async () => {
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

  test("pays a claim from the remaining hold when renewal fails, and notifies both sides", async () => {
    const { owner, renter, money } = here();
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

    const { id: expiring } = await inPossession({ depositAmountCents: 6_000 }, { days: 9 });
    await loseCard(expiring);
    await passHours(24 * 8);
    await rentals.payments().control("pump");
    expect(await settle(expiring)).toMatchObject({ status: "in_possession", depositStatus: "action_required" });
    expect(await notificationsOf(owner)).toContain("deposit_renewal_failed");
    expect(await notificationsOf(renter)).toContain("deposit_renewal_failed");
  });

  test("cancels the booking two hours after the start when it can't be held", async () => {
    const { owner, money } = here();
    const { id, totalCents, startAt } = await rentals.approved(await item({ depositAmountCents: 6_000 }), {
      inDays: 3,
    });
    await loseCard(id);
    await as(owner, confirmTime, id, {});
    await reach(startAt, -11);
    expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "action_required" });
    expect((await settle(id)).allowedActions).toContain("pay_deposit");
    await reach(startAt, 2.1);
    const canceled = await settle(id);
    expect(canceled).toMatchObject({ status: "canceled", cancellation: { reason: "deposit_failed", percent: 50 } });
    expect(canceled.cancellation?.refundCents).toBeLessThan(totalCents);
    await money.expectBalanced();
  });

  const ALWAYS_ASKS = "pm_card_authenticationRequired";

  /** Scheduled, paid with a card whose bank asked the cardholder at checkout. */
  async function confirmedAtBank(card: string, inDays = 3) {
    const itemId = await item({ depositAmountCents: 6_000 });
    const checkout = await rentals.checkout(await rentals.request(itemId, { inDays }));
    const { id } = await rentals.payAtBank(checkout, card);
    await as(here().owner, approveBooking, id, {});
    await as(here().owner, confirmTime, id, {});
    return settle(id);
  }

  const mailsAbout = async (id: string) => {
    const { rows } = await database().db.execute<{ body: string }>(
      sql`select body from outgoing_messages where channel = 'mail' and body like ${`%/checkout/${id}%`}`,
    );
    return rows.map(({ body }) => body);
  };

  test("[PAY-03] is held without the renter on a card that was set up at checkout", async () => {
    const { id, startAt } = await confirmedAtBank("pm_card_authenticationRequiredOnSetup");
    await reach(startAt, -23);
    expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "secured" });
    expect(await mailsAbout(id)).toEqual([]);
  });

  test("[PAY-03] reminds the renter 24, 18 and 12 hours before the start until the renter confirms it, by text as well but not at night", async () => {
    const { renter, money } = here();
    const wantTexts = (isWanted: boolean) =>
      database().db.execute(sql`update users set notify_sms = ${isWanted} where id = ${renter.id}`);
    await wantTexts(true);
    const { id, startAt } = await confirmedAtBank(ALWAYS_ASKS);
    const reminders = async () => {
      const notified = (await notificationsOf(renter)).filter((kind) => kind === "deposit_reminder");
      return [notified.length, (await mailsAbout(id)).length];
    };
    const [before = 0] = await reminders();
    await reach(startAt, -24.1);
    expect(await reminders()).toEqual([before, 0]);
    for (const [count, hours] of [-24, -23, -18, -17, -12].entries()) {
      await reach(startAt, hours);
      await settle(id);
      const times = Math.floor(count / 2) + 1;
      expect(await reminders(), `${hours} h`).toEqual([before + times, times]);
    }
    const waiting = await settle(id);
    expect(waiting).toMatchObject({ depositStatus: "action_required", nextStep: { code: "secure_deposit" } });
    const [mail] = await mailsAbout(id);
    expect(mail).toContain("We couldn't hold the $60.00 deposit for ");
    expect(mail).toContain("The bank asks the cardholder to confirm this payment.");
    expect(mail).toContain(`Confirm the deposit: http://nexby.example/checkout/${id}`);

    const { rows } = await database().db.execute<{ card: string; attempts: number }>(
      sql`select card_id as card, attempts from payments where booking_id = ${id} and kind = 'deposit'`,
    );
    expect(rows[0]?.attempts, "only the cardholder can confirm, so the card is tried once").toBe(1);
    const deposit = await as(renter, payBooking, id, { kind: "deposit" });
    expect(await rentals.payAtBank(deposit, rows[0]?.card ?? "")).toMatchObject({ depositStatus: "secured" });
    await reach(startAt, 2.1);
    expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "secured" });
    expect(await reminders()).toEqual([before + 3, 3]);
    // The rental starts at 9:00 AM, so the last reminder was due at 9:00 PM.
    const { rows: texts } = await database().db.execute(
      sql`select recipient from outgoing_messages where channel = 'sms' and body like ${`%/checkout/${id}`}`,
    );
    expect(texts).toHaveLength(2);
    await wantTexts(false);
    await money.expectBalanced();
  });

  test("[PAY-03] is refunded in full when the renter was reminded less than 12 hours before the cancellation", async () => {
    const { owner, money } = here();
    const { id, totalCents, startAt } = await rentals.approved(await item({ depositAmountCents: 6_000 }), {
      inDays: 3,
    });
    await loseCard(id);
    await as(owner, confirmTime, id, {});
    await reach(startAt, -9);
    expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "action_required" });
    expect(await mailsAbout(id)).toHaveLength(1);
    await reach(startAt, 2.1);
    const cancellation = { reason: "deposit_failed", percent: 100, refundCents: totalCents };
    expect(await settle(id)).toMatchObject({ status: "canceled", paymentStatus: "refunded", cancellation });
    expect(await money.ledgerOf(id)).not.toHaveProperty("owner_payable");
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

test("pays no damage claim from a charged-back deposit, before and after the bank decides", async () => {
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
