import { decideFraudReview, listFraudAnalyses } from "@nexby/contract/admin/fraud";
import { cancelBooking } from "@nexby/contract/bookings/booking-commands";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MoneyUnderTest } from "../../../testing/bookings/payments-under-test.ts";
import { useMoney } from "../../../testing/bookings/payments-under-test.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { analysisOf, notificationsOf, request, SUSPECT } from "./flagged-requests.fixture.ts";

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

const decide = (analysisId: string, body: object) =>
  call(app.origin, decideFraudReview, { params: { analysisId }, body, headers: asAdmin });
const decideExpectingError = (analysisId: string, body: object) =>
  callExpectingError(app.origin, decideFraudReview, { params: { analysisId }, body, headers: asAdmin });

describe("an admin's decision", () => {
  const flaggedRequest = async () => {
    const booking = await request(money, SUSPECT);
    return { booking, analysis: await analysisOf(money, booking.id) };
  };

  test("[FRAUD-01] [DATA-16] an admin's decision to approve shows the request to its owner, once", async () => {
    const { booking, analysis } = await flaggedRequest();
    const { body } = await decide(analysis.id, { decision: "approve", notes: "Called them: fine" });
    expect(body).toMatchObject({
      analysisType: "authorization",
      status: "reviewed",
      allowedActions: [],
      renter: { id: booking.renterId },
      booking: { status: "pending" },
      review: { decision: "approve", actionTaken: "none", notes: "Called them: fine", by: "Ada Min" },
    });
    expect(await money.row("bookings", booking.id)).toMatchObject({
      status: "pending",
      approval_status: "pending_owner",
      payment_status: "authorized",
    });
    expect(await notificationsOf(money, booking.ownerId)).toHaveLength(1);
    expect((await decideExpectingError(analysis.id, { decision: "decline", notes: "After all" })).error.code).toBe(
      "action_not_allowed",
    );
    const { rows } = await money.db.execute(sql`
      select actor_id, action, reason from audit_log where entity_type = 'fraud_analysis' and entity_id = ${analysis.id}`);
    expect(rows).toEqual([{ actor_id: adminId, action: "fraud_approve", reason: "Called them: fine" }]);
  });

  test("[FRAUD-01] [DATA-16] an admin's decision to decline voids the authorization and does not tell the renter the reason", async () => {
    const { booking, analysis } = await flaggedRequest();
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
    expect(await notificationsOf(money, booking.ownerId)).toEqual([]);
    const notifications = JSON.stringify(await notificationsOf(money, booking.renterId));
    expect(notifications).toContain("was declined");
    expect(notifications).not.toMatch(/stolen|fraud|bank/i);
  });

  test("[FRAUD-01] an admin's request for information keeps the request pending and asks the renter to verify; then only approve or decline remain", async () => {
    const { booking, analysis } = await flaggedRequest();
    await money.passMinutes(60);
    const { body } = await decide(analysis.id, { decision: "request_info", notes: "Is the phone theirs?" });
    expect(body).toMatchObject({
      status: "in_review",
      allowedActions: ["approve", "decline"],
      review: { decision: "request_info", actionTaken: "step_up" },
      booking: { status: "pending" },
    });
    expect(body.secondsLeft).toBe(12 * 3600);
    expect(await notificationsOf(money, booking.renterId)).toEqual([
      expect.objectContaining({ title: "Please confirm your details", action_url: "/verify-contact" }),
    ]);
    expect(JSON.stringify(await notificationsOf(money, booking.renterId))).not.toContain("theirs?");
    const { rows: mails } = await money.db.execute(sql`
      select subject from outgoing_messages
      where recipient = (select email from users where id = ${booking.renterId}) and subject like 'Please%'`);
    expect(mails).toEqual([{ subject: "Please confirm your details" }]);
    expect((await decideExpectingError(analysis.id, { decision: "request_info", notes: "Again" })).status).toBe(409);
    await decide(analysis.id, { decision: "approve", notes: "They answered" });
    expect(await money.row("bookings", booking.id)).toMatchObject({ approval_status: "pending_owner" });
  });

  test("[ROLE-03] an admin's decision and the list of reviews are for admins only", async () => {
    const { booking, analysis } = await flaggedRequest();
    const params = { analysisId: analysis.id };
    const body = { decision: "approve", notes: "I know them well" };
    const people = [booking.renterId, booking.ownerId, await createUser(money.db)];
    const signedIn = people.map((id) => [asViewer({ id, isAdmin: false, isApproved: true }), 403] as const);
    for (const [headers, expected] of [...signedIn, [{}, 401] as const]) {
      expect((await callExpectingError(app.origin, listFraudAnalyses, { headers })).status).toBe(expected);
      expect((await callExpectingError(app.origin, decideFraudReview, { params, body, headers })).status).toBe(
        expected,
      );
    }
    expect(await analysisOf(money, booking.id)).toMatchObject({ status: "in_review", adminDecision: null });
    const { body: list } = await call(app.origin, listFraudAnalyses, { headers: asAdmin });
    expect(list.map(({ id }) => id)).toContain(analysis.id);
    expect((await decide(analysis.id, body)).body.status).toBe("reviewed");
  });

  test("an admin's decision is not allowed if the admin is the renter or the owner", async () => {
    const { booking, analysis } = await flaggedRequest();
    const params = { analysisId: analysis.id };
    const body = { decision: "approve", notes: "I know them well" };
    for (const id of [booking.renterId, booking.ownerId]) {
      const headers = asViewer({ id, isAdmin: true, isApproved: true });
      const { status, error } = await callExpectingError(app.origin, decideFraudReview, { params, body, headers });
      expect([status, error.message]).toEqual([403, "This is your own booking. Another admin has to decide."]);
      const { body: list } = await call(app.origin, listFraudAnalyses, { headers });
      expect(list.find((one) => one.id === analysis.id)?.allowedActions).toEqual([]);
    }
    expect(await analysisOf(money, booking.id)).toMatchObject({ status: "in_review", adminDecision: null });

    const asOwner = { headers: asViewer({ id: booking.ownerId, isAdmin: true, isApproved: true }) };
    const cancellation = { ...asOwner, params: { bookingId: booking.id }, body: { reason: "Mine", refundCents: 0 } };
    expect((await callExpectingError(app.origin, cancelBooking, cancellation)).status).toBe(404);
  });

  test("an admin's decision to approve expires the request if its authorization was lost in the meantime", async () => {
    const { booking, analysis } = await flaggedRequest();
    await money.db.execute(sql`update payments set status = 'canceled' where id = ${booking.paymentId}`);
    await decide(analysis.id, { decision: "approve", notes: "Called them: fine" });
    expect(await money.row("bookings", booking.id)).toMatchObject({ status: "expired" });
    expect(await notificationsOf(money, booking.ownerId)).toEqual([]);
  });

  test("an admin's decision is rejected if a concurrent one was first", async () => {
    const { booking, analysis } = await flaggedRequest();
    const results = await Promise.allSettled([
      decide(analysis.id, { decision: "approve", notes: "Yes" }),
      decide(analysis.id, { decision: "decline", notes: "No" }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const { adminDecision } = await analysisOf(money, booking.id);
    const { approval_status } = await money.row("bookings", booking.id);
    expect(approval_status).toBe(adminDecision === "approve" ? "pending_owner" : "denied");
  });

  test("an admin's decision is rejected for an ended request and requires a reason", async () => {
    const { analysis } = await flaggedRequest();
    expect((await decideExpectingError(analysis.id, { decision: "approve", notes: " " })).error.message).toBe(
      "Please give a reason",
    );
    const gone = await request(money, SUSPECT);
    const of = await analysisOf(money, gone.id);
    await money.db.execute(
      sql`update bookings set status = 'expired', approval_status = 'expired' where id = ${gone.id}`,
    );
    expect((await decideExpectingError(of.id, { decision: "approve", notes: "Fine" })).error.code).toBe(
      "action_not_allowed",
    );
    expect((await decideExpectingError(gone.id, { decision: "approve", notes: "Fine" })).status).toBe(404);
  });
});

test("[FRAUD-01] [DATA-16] the review list shows requests in review by deadline and all requests by age, in pages", async () => {
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
    riskLevel: "high",
    confidence: 0.99,
    patterns: ["account", "history", "amount", "timing", "card"],
    redFlags: expect.arrayContaining([{ code: "new_account", weight: 15, observed: expect.any(Number) }]),
    recommendation: "review",
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
