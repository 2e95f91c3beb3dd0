import { decideFraudAnalysis, listFraudAnalyses } from "@nexby/contract/fraud";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBooking } from "../../../testing/booking-rows.ts";
import { call, callRefused } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import type { MoneyUnderTest } from "../../../testing/money-under-test.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useMoney } from "../../../testing/use-money.ts";
import { findPayment } from "../../payments/public.ts";
import { assessBooking } from "./assess-booking.ts";
import { fraudAnalyses } from "./fraud-analyses.table.ts";
import { createRenter, hoursFrom, REQUEST_CENTS, request } from "./stopped-requests.fixture.ts";

let money: MoneyUnderTest;
const { sandbox } = useMoney((ready) => {
  money = ready;
});

let app: TestApp;
let adminId: string;
let asAdmin: ReturnType<typeof asViewer>;
beforeAll(async () => {
  app = await startTestApp({ db: money.db, ...sandbox().deps });
  adminId = await createUser(money.db, { isAdmin: true, isApproved: true, firstName: "Ada", lastName: "Min" });
  asAdmin = asViewer({ id: adminId, isAdmin: true, isApproved: true });
});
afterAll(() => app.close());

/** As the first vector of the rules, by which a person must look. */
const SUSPECT = {
  renter: { createdAt: hoursFrom(Date.now(), -2), phoneVerifiedAt: null },
  category: "electronics",
  leadHours: 4,
};

const analysisOf = async (bookingId: string) => {
  const [analysis] = await money.db.select().from(fraudAnalyses).where(eq(fraudAnalyses.bookingId, bookingId));
  if (!analysis) throw new Error("There is no analysis");
  return analysis;
};
const notificationsOf = async (userId: string) => {
  const { rows } = await money.db.execute(sql`
    select title, message, action_url from notifications where user_id = ${userId} order by created_at, id`);
  return rows;
};
const decide = (analysisId: string, body: object, headers: Record<string, string> = asAdmin) =>
  call(app.origin, decideFraudAnalysis, { params: { analysisId }, body, headers });
const refused = (analysisId: string, body: object) =>
  callRefused(app.origin, decideFraudAnalysis, { params: { analysisId }, body, headers: asAdmin });

describe("a request whose card is authorized", () => {
  test("[FRAUD-01] F1: is stopped before its owner sees it, and administrators are called", async () => {
    const before = (await notificationsOf(adminId)).length;
    const booking = await request(money, SUSPECT);
    const analysis = await analysisOf(booking.id);
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
    expect(await notificationsOf(booking.ownerId)).toEqual([]);
    expect((await notificationsOf(adminId)).slice(before)).toEqual([
      expect.objectContaining({ action_url: "/admin/fraud-detection" }),
    ]);
  });

  test("[FRAUD-01] F2: of somebody with clean rentals goes to its owner at once", async () => {
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
    expect(await analysisOf(booking.id)).toMatchObject({
      riskScore: 0,
      riskLevel: "low",
      recommendation: "approve",
      status: "auto_cleared",
      patterns: ["card"],
      features: expect.objectContaining({ completedRentals: 6, cleanRentals: 5 }),
      reviewBy: null,
    });
    expect(booking).toMatchObject({ status: "pending", approvalStatus: "pending_owner" });
    expect(await notificationsOf(booking.ownerId)).toHaveLength(1);
  });

  test("[FRAUD-01] F3: with the card of somebody suspended is refused, and the card let go", async () => {
    const payments = { ...money.payments, environment: "live" as const };
    const card = "pm_card_amex";
    const shared = await request(money, { payments, card });
    expect(shared).toMatchObject({ approvalStatus: "pending_owner" });
    await money.db.execute(sql`update users set suspended_at = now() where id = ${shared.renterId}`);
    const booking = await request(money, { payments, card });
    expect(await analysisOf(booking.id)).toMatchObject({
      riskLevel: "critical",
      recommendation: "decline",
      status: "pending",
      patterns: expect.arrayContaining(["links"]),
    });
    expect(booking).toMatchObject({ status: "declined", approvalStatus: "denied" });
    await money.runJobs();
    expect(await money.payment(booking.paymentId)).toMatchObject({ status: "canceled" });
    expect(JSON.stringify(await notificationsOf(booking.renterId))).not.toMatch(/fraud|risk|suspended/i);
  });

  test("a trial card that everybody has links nobody", async () => {
    const owner = await request(money);
    const { ownerId: _, ...booking } = await request(money, { ownerId: owner.renterId });
    expect((await analysisOf(booking.id)).features).toMatchObject({
      isLinkedToOwner: false,
      isLinkedToSuspended: false,
    });
  });

  test("a phone number links where its holder has proven it", async () => {
    const phoneNumber = "+12015559001";
    const ownerId = await createUser(money.db, { phoneNumber });
    const typed = await request(money, { ownerId, renter: { phoneNumber } });
    expect((await analysisOf(typed.id)).features.isLinkedToOwner).toBe(false);
    await money.db.execute(sql`update users set phone_verified_at = now() where id = ${ownerId}`);
    const proven = await request(money, { ownerId, renter: { phoneNumber } });
    expect((await analysisOf(proven.id)).features).toMatchObject({ isLinkedToOwner: true, isLinkedToSuspended: false });
    await money.db.execute(sql`update users set suspended_at = now() where id = ${ownerId}`);
    const suspended = await request(money, { renter: { phoneNumber } });
    expect(await analysisOf(suspended.id)).toMatchObject({ riskLevel: "critical", recommendation: "decline" });
  });

  test("counts refused cards over all payments of the last hour, each once", async () => {
    const renterId = await createRenter(money);
    const [lost, stolen] = ["pm_card_chargeDeclinedLostCard", "pm_card_chargeDeclinedStolenCard"];
    const first = await request(money, { renterId, refusedCards: [lost, stolen], card: "pm_card_cvcCheckFail" });
    expect(await money.payment(first.paymentId)).toMatchObject({
      failed_tries: 2,
      card_funding: "credit",
      risk_level: "normal",
      risk_score: 12,
      cvc_check: "fail",
      postal_code_check: "pass",
      card_fingerprint: null,
    });
    const second = await request(money, { renterId, refusedCards: [lost, stolen], card: "pm_card_mastercard_prepaid" });
    expect((await analysisOf(first.id)).features).toMatchObject({ failedCardsLastHour: 2, isCodeRight: false });
    expect((await analysisOf(second.id)).features).toMatchObject({
      failedCardsLastHour: 4,
      requestsLastDay: 2,
      isPrepaid: true,
      isCodeRight: true,
    });
    await money.db.execute(sql`update payments set last_failed_at = now() - interval '61 minutes'`);
    const later = await request(money, { renterId });
    expect((await analysisOf(later.id)).features.failedCardsLastHour).toBe(0);
  });

  test("the provider's doubts, a far delivery and a way around us count", async () => {
    const booking = await request(money, {
      card: "pm_card_riskLevelElevated",
      exchangeType: "delivery",
      exchangeLatitude: 42.36,
      exchangeLongitude: -71.06,
      message: "Could I pay you by Venmo?",
    });
    const { redFlags, features } = await analysisOf(booking.id);
    const found = Object.fromEntries(redFlags.map(({ code, weight }) => [code, weight]));
    expect(found).toMatchObject({ provider_risk: 20, far_delivery: 8, off_platform_payment: 12 });
    expect(features.deliveryMiles).toBeGreaterThan(180);
    expect(features.deliveryMiles).toBeLessThan(240);
    const highest = await request(money, { card: "pm_card_riskLevelHighest" });
    expect(await analysisOf(highest.id)).toMatchObject({ riskLevel: "high", recommendation: "review" });
  });

  test("who made a bank take money back, or whom it calls a fraud, is refused", async () => {
    const renterId = await createRenter(money);
    const before = await request(money, { renterId });
    await money.db.execute(sql`
      insert into chargebacks (id, payment_id, provider_dispute_id, amount_cents, is_inquiry, status, reason, opened_at)
      values (gen_random_uuid(), ${before.paymentId}, 'dp_1', 100, false, 'lost', 'fraudulent', now()),
        (gen_random_uuid(), ${before.paymentId}, 'dp_2', 100, true, 'open', 'general', now())`);
    const after = await request(money, { renterId });
    expect((await analysisOf(after.id)).features).toMatchObject({ chargebacks: 1, disputesLost: 1 });
    await money.db.execute(sql`update payments set fraud_warned_at = now() where id = ${before.paymentId}`);
    const warned = await request(money, { renterId });
    expect(await analysisOf(warned.id)).toMatchObject({ riskLevel: "critical", recommendation: "decline" });
  });

  test("two processes at once, and a second run after that, leave one analysis and call nobody twice", async () => {
    const booking = await createBooking(money.db, { renterId: await createRenter(money) });
    const parties = { bookingId: booking.id, payerId: booking.renterId, ownerId: booking.ownerId, accountId: "" };
    const payment = await findPayment(money.db, await money.authorized(parties, "pm_card_riskLevelHighest"));
    if (!payment) throw new Error("There is no payment");
    const before = (await notificationsOf(adminId)).length;
    const assess = () => money.db.transaction((tx) => assessBooking(tx, booking, payment));
    await Promise.all([assess(), assess(), assess()]);
    await assess();
    const { rows } = await money.db.execute(sql`select id from fraud_analyses where booking_id = ${booking.id}`);
    expect(rows).toHaveLength(1);
    expect((await notificationsOf(adminId)).slice(before)).toHaveLength(1);
  });
});

describe("an administrator's decision", () => {
  const stopped = async () => {
    const booking = await request(money, SUSPECT);
    return { booking, analysis: await analysisOf(booking.id) };
  };

  test("[FRAUD-01] yes shows the request to its owner, once", async () => {
    const { booking, analysis } = await stopped();
    const { body } = await decide(analysis.id, { decision: "approve", notes: "Called them: fine" });
    expect(body).toMatchObject({
      status: "reviewed",
      allowedActions: [],
      booking: { status: "pending" },
      review: { decision: "approve", actionTaken: "none", notes: "Called them: fine", by: "Ada Min" },
    });
    expect(await money.row("bookings", booking.id)).toMatchObject({
      status: "pending",
      approval_status: "pending_owner",
      payment_status: "authorized",
    });
    expect(await notificationsOf(booking.ownerId)).toHaveLength(1);
    expect((await refused(analysis.id, { decision: "decline", notes: "After all" })).error.code).toBe(
      "action_not_allowed",
    );
    const { rows } = await money.db.execute(sql`
      select actor_id, action, reason from audit_log where entity_type = 'fraud_analysis' and entity_id = ${analysis.id}`);
    expect(rows).toEqual([{ actor_id: adminId, action: "fraud_approve", reason: "Called them: fine" }]);
  });

  test("[FRAUD-01] no refuses it, lets the card go, and tells the renter nothing of why", async () => {
    const { booking, analysis } = await stopped();
    const { body } = await decide(analysis.id, { decision: "decline", notes: "Stolen card, says the bank" });
    expect(body).toMatchObject({
      status: "reviewed",
      booking: { status: "declined" },
      review: { decision: "decline", actionTaken: "request_voided" },
    });
    await money.runJobs();
    expect(await money.payment(booking.paymentId)).toMatchObject({ status: "canceled", captured_cents: 0 });
    const { rows } = await money.db.execute(sql`
      select released_at from inventory_holds where booking_id = ${booking.id}`);
    expect(rows).toEqual([{ released_at: expect.anything() }]);
    expect(await notificationsOf(booking.ownerId)).toEqual([]);
    const told = JSON.stringify(await notificationsOf(booking.renterId));
    expect(told).toContain("not accepted");
    expect(told).not.toMatch(/stolen|fraud|bank/i);
  });

  test("[FRAUD-01] a question keeps it waiting and asks the renter for proof; then yes or no", async () => {
    const { booking, analysis } = await stopped();
    await money.passMinutes(60);
    const { body } = await decide(analysis.id, { decision: "request_info", notes: "Is the phone theirs?" });
    expect(body).toMatchObject({
      status: "in_review",
      allowedActions: ["approve", "decline"],
      review: { decision: "request_info", actionTaken: "step_up" },
      booking: { status: "pending" },
    });
    expect(body.secondsLeft).toBe(12 * 3600);
    expect(await notificationsOf(booking.renterId)).toEqual([
      expect.objectContaining({ title: "Please confirm your details", action_url: "/verify-contact" }),
    ]);
    expect(JSON.stringify(await notificationsOf(booking.renterId))).not.toContain("theirs?");
    expect((await refused(analysis.id, { decision: "request_info", notes: "Again" })).status).toBe(409);
    await decide(analysis.id, { decision: "approve", notes: "They answered" });
    expect(await money.row("bookings", booking.id)).toMatchObject({ approval_status: "pending_owner" });
  });

  test("of two at once one is too late", async () => {
    const { booking, analysis } = await stopped();
    const answers = await Promise.allSettled([
      decide(analysis.id, { decision: "approve", notes: "Yes" }),
      decide(analysis.id, { decision: "decline", notes: "No" }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const { adminDecision } = await analysisOf(booking.id);
    const { approval_status } = await money.row("bookings", booking.id);
    expect(approval_status).toBe(adminDecision === "approve" ? "pending_owner" : "denied");
  });

  test("comes too late for a request that is over, and needs a reason", async () => {
    const { analysis } = await stopped();
    expect((await refused(analysis.id, { decision: "approve", notes: " " })).error.message).toBe("Please say why");
    const gone = await request(money, SUSPECT);
    const of = await analysisOf(gone.id);
    await money.db.execute(
      sql`update bookings set status = 'expired', approval_status = 'expired' where id = ${gone.id}`,
    );
    expect((await refused(of.id, { decision: "approve", notes: "Fine" })).error.code).toBe("action_not_allowed");
    expect((await refused(gone.id, { decision: "approve", notes: "Fine" })).status).toBe(404);
  });
});

test("[FRAUD-01] administrators read what waits by its deadline, and all by its age, page by page", async () => {
  await money.db.execute(
    sql`update fraud_analyses set status = 'reviewed', admin_decision = 'approve', reviewed_at = now()`,
  );
  const message = "Looking forward to it";
  const [late, soon, clear] = [
    await request(money, { ...SUSPECT, message }),
    await request(money, SUSPECT),
    await request(money),
  ];
  const [lateId, soonId, clearId] = [late, soon, clear].map(({ id }) => id);
  await money.db.execute(
    sql`update fraud_analyses set review_by = review_by - interval '9 hours' where booking_id = ${soonId}`,
  );

  const list = async (query: Record<string, string>) => {
    const { body, headers } = await call(app.origin, listFraudAnalyses, { query, headers: asAdmin });
    const next = /cursor=([^&>]+)/.exec(headers.get("link") ?? "")?.[1];
    return { ids: body.map(({ booking }) => booking.id), body, next };
  };
  const waiting = await list({});
  expect(waiting.ids).toEqual([soonId, lateId]);
  expect(waiting.body[1]).toMatchObject({
    riskScore: 54,
    item: { title: "Ladder" },
    renter: { firstName: "Robin", email: expect.stringContaining("@") },
    message,
    review: null,
    allowedActions: ["approve", "decline", "request_info"],
    booking: { totalCents: 46_358, depositCents: 20_000 },
  });
  const first = await list({ limit: "1" });
  expect(first.ids).toEqual([soonId]);
  expect((await list({ limit: "1", cursor: first.next ?? "" })).ids).toEqual([lateId]);
  const all = await list({ status: "all", limit: "2" });
  expect(all.ids).toEqual([clearId, soonId]);
  expect((await list({ status: "all", limit: "1", cursor: all.next ?? "" })).ids).toEqual([lateId]);
});
