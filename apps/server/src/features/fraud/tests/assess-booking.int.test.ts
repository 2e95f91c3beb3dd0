import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import type { MoneyUnderTest } from "../../../testing/bookings/payments-under-test.ts";
import { useMoney } from "../../../testing/bookings/payments-under-test.ts";
import { createUser } from "../../../testing/factories.ts";
import { findPayment } from "../../payments/payments.queries.ts";
import { assessBooking } from "../assess-booking.ts";
import {
  analysisOf,
  createRenter,
  hoursFrom,
  notificationsOf,
  REQUEST_CENTS,
  request,
  SUSPECT,
} from "./flagged-requests.fixture.ts";

let money: MoneyUnderTest;
useMoney((ready) => {
  money = ready;
});

let adminId: string;
beforeAll(async () => {
  adminId = await createUser(money.db, { isAdmin: true, isApproved: true });
});

describe("a request whose card is authorized", () => {
  test("[FRAUD-01] [DATA-16] F1: a request whose card is authorized is flagged before its owner sees it, and admins are notified", async () => {
    const before = (await notificationsOf(money, adminId)).length;
    const booking = await request(money, SUSPECT);
    const analysis = await analysisOf(money, booking.id);
    expect(analysis).toMatchObject({
      userId: booking.renterId,
      riskScore: 54,
      riskLevel: "high",
      recommendation: "review",
      status: "in_review",
      patterns: ["account", "history", "amount", "timing", "card"],
      ruleSetVersion: 1,
      adminDecision: null,
    });
    expect(analysis.redFlags.map(({ code, weight }) => [code, weight])).toEqual([
      ["new_account", 15],
      ["phone_unverified", 10],
      ["no_completed_rental", 5],
      ["large_first_rental", 10],
      ["resale_prone", 5],
      ["short_notice", 8],
      ["provider_risk", 1],
    ]);
    expect(analysis.features).toMatchObject({ totalAndDepositCents: REQUEST_CENTS, requestsLastDay: 1, message: null });
    expect(analysis.confidence).toBeCloseTo(0.95, 1);
    expect(analysis.reviewBy?.getTime()).toBe(analysis.createdAt.getTime() + 12 * 3_600_000);
    expect(booking).toMatchObject({ status: "pending", approvalStatus: "draft" });
    expect(await notificationsOf(money, booking.ownerId)).toEqual([]);
    expect((await notificationsOf(money, adminId)).slice(before)).toEqual([
      expect.objectContaining({ action_url: "/admin/fraud-detection" }),
    ]);
  });

  test("[FRAUD-01] the system sends a clean renter's request straight to the owner (F2)", async () => {
    const renterId = await createRenter(money);
    for (const late of [0, 0, 0, 0, 0, 9]) {
      const endAt = hoursFrom(Date.now(), -500);
      const over = {
        status: "closed",
        paymentStatus: "captured",
        returnedAt: hoursFrom(endAt.getTime(), late),
      } as const;
      await createBooking(money.db, {
        renterId,
        startAt: hoursFrom(Date.now(), -600),
        endAt,
        createdAt: hoursFrom(Date.now(), -700),
        ...over,
      });
    }
    const booking = await request(money, { renterId });
    expect(await analysisOf(money, booking.id)).toMatchObject({
      riskScore: 0,
      riskLevel: "low",
      recommendation: "approve",
      status: "auto_cleared",
      patterns: ["card"],
      features: expect.objectContaining({ completedRentals: 6, cleanRentals: 5 }),
      reviewBy: null,
    });
    expect(booking).toMatchObject({ status: "pending", approvalStatus: "pending_owner" });
    expect(await notificationsOf(money, booking.ownerId)).toHaveLength(1);
  });

  test("[FRAUD-01] [DATA-16] F3: a request whose card is authorized with a suspended user's card is declined, and the authorization is voided", async () => {
    const payments = { ...money.payments, environment: "live" as const };
    const card = "pm_card_amex";
    const shared = await request(money, { payments, card });
    expect(shared).toMatchObject({ approvalStatus: "pending_owner" });
    await money.db.execute(sql`update users set suspended_at = now() where id = ${shared.renterId}`);
    const booking = await request(money, { payments, card });
    expect(await analysisOf(money, booking.id)).toMatchObject({
      riskLevel: "critical",
      recommendation: "decline",
      status: "pending",
      patterns: expect.arrayContaining(["links"]),
    });
    expect(booking).toMatchObject({ status: "declined", approvalStatus: "denied", declineReason: null });
    await money.runJobs();
    expect(await money.payment(booking.paymentId)).toMatchObject({ status: "canceled" });
    expect(JSON.stringify(await notificationsOf(money, booking.renterId))).not.toMatch(/fraud|risk|suspended/i);
  });

  test("[FRAUD-01] a request whose card is authorized is analyzed with more confidence the more is known about it", async () => {
    const [unknown, known] = [
      await request(money),
      await request(money, {
        exchangeType: "delivery",
        exchangeLatitude: 40.73,
        exchangeLongitude: -74.27,
        message: "For a birthday",
      }),
    ];
    expect(await analysisOf(money, unknown.id)).toMatchObject({ confidence: 0.96 });
    expect(await analysisOf(money, known.id)).toMatchObject({ confidence: 1 });
  });

  test("a request whose card is authorized is not linked to other users by a shared test card", async () => {
    const owner = await request(money);
    const { ownerId: _, ...booking } = await request(money, { ownerId: owner.renterId });
    expect((await analysisOf(money, booking.id)).features).toMatchObject({
      isLinkedToOwner: false,
      isLinkedToSuspended: false,
    });
  });

  test("a request whose card is authorized is linked by a phone number only if the other user verified it", async () => {
    const phoneNumber = "+12015559001";
    const ownerId = await createUser(money.db, { phoneNumber });
    const typed = await request(money, { ownerId, renter: { phoneNumber } });
    expect((await analysisOf(money, typed.id)).features.isLinkedToOwner).toBe(false);
    await money.db.execute(sql`update users set phone_verified_at = now() where id = ${ownerId}`);
    const proven = await request(money, { ownerId, renter: { phoneNumber } });
    expect((await analysisOf(money, proven.id)).features).toMatchObject({
      isLinkedToOwner: true,
      isLinkedToSuspended: false,
    });
    await money.db.execute(sql`update users set suspended_at = now() where id = ${ownerId}`);
    const suspended = await request(money, { renter: { phoneNumber } });
    expect(await analysisOf(money, suspended.id)).toMatchObject({ riskLevel: "critical", recommendation: "decline" });
  });

  test("a request whose card is authorized counts each declined card of all payments in the last hour once", async () => {
    const renterId = await createRenter(money);
    const [lost, stolen] = ["pm_card_chargeDeclinedLostCard", "pm_card_chargeDeclinedStolenCard"];
    const first = await request(money, { renterId, declinedCards: [lost, stolen], card: "pm_card_cvcCheckFail" });
    expect(await money.payment(first.paymentId)).toMatchObject({
      failed_tries: 2,
      card_funding: "credit",
      risk_level: "normal",
      risk_score: 12,
      cvc_check: "fail",
      postal_code_check: "pass",
      card_fingerprint: null,
    });
    const second = await request(money, {
      renterId,
      declinedCards: [lost, stolen],
      card: "pm_card_mastercard_prepaid",
    });
    expect((await analysisOf(money, first.id)).features).toMatchObject({ failedCardsLastHour: 2, isCodeRight: false });
    expect((await analysisOf(money, second.id)).features).toMatchObject({
      failedCardsLastHour: 4,
      requestsLastDay: 2,
      isPrepaid: true,
      isCodeRight: true,
    });
    await money.db.execute(sql`update payments set last_failed_at = now() - interval '61 minutes'`);
    const later = await request(money, { renterId });
    expect((await analysisOf(money, later.id)).features.failedCardsLastHour).toBe(0);
  });

  test("a request whose card is authorized scores the provider's risk, a distant delivery and an off-platform payment", async () => {
    const booking = await request(money, {
      card: "pm_card_riskLevelElevated",
      exchangeType: "delivery",
      exchangeLatitude: 42.36,
      exchangeLongitude: -71.06,
      message: "Could I pay you by Venmo?",
    });
    const { redFlags, features } = await analysisOf(money, booking.id);
    const found = Object.fromEntries(redFlags.map(({ code, weight }) => [code, weight]));
    expect(found).toMatchObject({ provider_risk: 20, far_delivery: 8, off_platform_payment: 12 });
    expect(features.deliveryMiles).toBeGreaterThan(180);
    expect(features.deliveryMiles).toBeLessThan(240);
    const highest = await request(money, { card: "pm_card_riskLevelHighest" });
    expect(await analysisOf(money, highest.id)).toMatchObject({ riskLevel: "high", recommendation: "review" });
  });

  test("a request whose card is authorized counts the renter's chargebacks, and is declined after a fraud warning", async () => {
    const renterId = await createRenter(money);
    const before = await request(money, { renterId });
    await money.db.execute(sql`
      insert into chargebacks (id, payment_id, provider_dispute_id, amount_cents, is_inquiry, status, reason, opened_at)
      values (gen_random_uuid(), ${before.paymentId}, 'dp_1', 100, false, 'lost', 'fraudulent', now()),
        (gen_random_uuid(), ${before.paymentId}, 'dp_2', 100, true, 'open', 'general', now())`);
    const after = await request(money, { renterId });
    expect((await analysisOf(money, after.id)).features).toMatchObject({ chargebacks: 1, disputesLost: 1 });
    await money.db.execute(sql`update payments set fraud_warned_at = now() where id = ${before.paymentId}`);
    const warned = await request(money, { renterId });
    expect(await analysisOf(money, warned.id)).toMatchObject({ riskLevel: "critical", recommendation: "decline" });
  });

  test("a request whose card is authorized gets one analysis and one admin notification from concurrent and repeated runs", async () => {
    const booking = await createBooking(money.db, { renterId: await createRenter(money) });
    const paymentInput = { bookingId: booking.id, payerId: booking.renterId, ownerId: booking.ownerId, accountId: "" };
    const payment = await findPayment(money.db, await money.authorized(paymentInput, "pm_card_riskLevelHighest"));
    if (!payment) throw new Error("There is no payment");
    const before = (await notificationsOf(money, adminId)).length;
    const assess = () => money.db.transaction((tx) => assessBooking(tx, booking, payment));
    await Promise.all([assess(), assess(), assess()]);
    await assess();
    const { rows } = await money.db.execute(sql`select id from fraud_analyses where booking_id = ${booking.id}`);
    expect(rows).toHaveLength(1);
    expect((await notificationsOf(money, adminId)).slice(before)).toHaveLength(1);
  });
});
