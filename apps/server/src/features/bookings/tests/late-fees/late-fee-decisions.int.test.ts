import { contestLateFee, decideLateFee, waiveLateFee } from "@nexby/contract/bookings/booking-commands";
import { inArray, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "../../../../platform/ids.ts";
import { lateFees } from "../../../../schema/late-fees.ts";
import { tasksOf } from "../../../../testing/admin-tasks.ts";
import { createBooking } from "../../../../testing/bookings/booking-rows.ts";
import { callExpectingError } from "../../../../testing/call.ts";
import { asViewer } from "../../../../testing/test-app.ts";
import { CONTEST_HOURS, useLateRentals } from "./late-rentals.fixture.ts";

const rentals = useLateRentals();
const { here, as, origin, database, settle, notificationsOf, admin } = rentals;
const { pass, returnedLate, feeOf, lateFeePayment, expectSettled } = rentals;

/** The decisions about the booking's fee: actor, outcome, amounts. */
async function auditedOf(bookingId: string) {
  const { rows } = await database().db.execute<{ actor_id: string; action: string; details: { amountCents: number } }>(
    sql`select actor_id, action, details from audit_log where entity_id = ${bookingId} and action like 'late_fee_%'
      order by created_at, id`,
  );
  return rows.map(({ actor_id, action, details }) => [actor_id, action, details.amountCents] as const);
}

describe("[LATE-01] a late fee", () => {
  test("a late fee waits for an admin when the renter contests it, keeps the deposit longer than a hold lasts, and costs what the admin decides", async () => {
    const { renter, owner } = here();
    const decider = await admin();
    const { id } = await returnedLate(30, { depositAmountCents: 6_000 });
    await as(renter, contestLateFee, id, { reason: "The owner was away" });
    expect(await notificationsOf(owner, id)).toContain("late_fee_contested");
    expect(await notificationsOf(decider)).toContain("admin_late_fee");
    await pass(24 * 8);
    const contested = await settle(id);
    expect(contested).toMatchObject({
      depositStatus: "secured",
      lateFee: { status: "disputed", paymentStatus: "pending" },
    });
    const deposit = contested.payments.findLast(({ kind }) => kind === "deposit");
    expect(deposit).toMatchObject({ status: "captured", capturedCents: 5_000 });
    const tasks = await tasksOf(origin(), "contested_late_fee", decider.headers);
    expect(tasks.filter(({ subject }) => subject.bookingId === id)).toMatchObject([
      { moneyAtStakeCents: 5_000, details: { reason: "The owner was away" } },
    ]);
    const tooMuch = { params: { bookingId: id }, headers: decider.headers, body: { amountCents: 5_001, reason: "No" } };
    expect(await callExpectingError(origin(), decideLateFee, tooMuch)).toMatchObject({
      status: 400,
      error: { message: "The late fee is $50.00. Enter at most that." },
    });
    await as(decider, decideLateFee, id, { amountCents: 2_000, reason: "Half a day counts" });
    expect(await settle(id)).toMatchObject({
      depositStatus: "released",
      lateFee: { status: "charged", chargedCents: 2_000, waivedCents: 3_000, decisionReason: "Half a day counts" },
      timeline: expect.arrayContaining([
        expect.objectContaining({ type: "late_fee_contested", by: "renter", notes: "The owner was away" }),
        expect.objectContaining({ type: "late_fee_decided", by: "admin", notes: "Half a day counts" }),
      ]),
    });
    expect(await auditedOf(id)).toEqual([[decider.id, "late_fee_decided", 2_000]]);
    for (const member of [renter, owner]) expect(await notificationsOf(member, id)).toContain("late_fee_decided");
    await expectSettled(id, 1_800);
  });

  test("a late fee is charged as soon as an admin has decided, and can't be contested again", async () => {
    const { renter, owner } = here();
    const { id } = await returnedLate(30);
    const byOwner = { params: { bookingId: id }, headers: owner.headers, body: { reason: "Not enough" } };
    expect(await callExpectingError(origin(), contestLateFee, byOwner)).toMatchObject({ status: 409 });
    await as(renter, contestLateFee, id, { reason: "The owner was away" });
    await pass(1);
    await as(await admin(), decideLateFee, id, { amountCents: 3_000, reason: "The door was locked for a while" });
    expect(await settle(id)).toMatchObject({
      lateFee: { status: "charged", paymentStatus: "paid", chargedCents: 3_000, waivedCents: 2_000 },
    });
    expect(await lateFeePayment(id)).toMatchObject({ status: "captured", capturedCents: 3_000 });
    const again = { params: { bookingId: id }, headers: renter.headers, body: { reason: "Still too much" } };
    expect(await callExpectingError(origin(), contestLateFee, again)).toMatchObject({ status: 409 });
    await expectSettled(id, 2_700);
  });

  test("a late fee can't be contested again after a decision that the card didn't pay yet", async () => {
    const { renter } = here();
    const { id } = await returnedLate(30, {}, { isCardLost: true });
    await as(renter, contestLateFee, id, { reason: "The owner was away" });
    await pass(1);
    await as(await admin(), decideLateFee, id, { amountCents: 5_000, reason: "It was out all day" });
    const decided = await settle(id);
    expect(decided).toMatchObject({
      nextStep: { code: "pay_late_fee" },
      lateFee: {
        ...{ status: "calculated", paymentStatus: "failed", decisionReason: "It was out all day" },
        ...{ owedCents: 5_000, waivedCents: 0, waiverReason: null },
      },
    });
    expect(decided.allowedActions).not.toContain("contest_late_fee");
    const again = { params: { bookingId: id }, headers: renter.headers, body: { reason: "Still too much" } };
    expect(await callExpectingError(origin(), contestLateFee, again)).toMatchObject({ status: 409 });
  });

  test.each([
    ["in part", [400, 600], { status: "charged", chargedCents: 4_000, waivedCents: 1_000 }, 3_600],
    [
      "in whole",
      [2_000, 3_000],
      { status: "waived", chargedCents: 0, waivedCents: 5_000, paymentStatus: "pending" },
      0,
    ],
  ])(
    "a late fee can be waived %s by the owner, more than once, with a reason",
    async (_, amounts, expected, earnedCents) => {
      const { owner, renter } = here();
      const { id } = await returnedLate(30);
      const input = { params: { bookingId: id }, body: { amountCents: amounts[0], reason: "Rain" } };
      const byRenter = { ...input, headers: renter.headers };
      expect(await callExpectingError(origin(), waiveLateFee, byRenter)).toMatchObject({ status: 409 });
      const withoutReason = { ...input, headers: owner.headers, body: { ...input.body, reason: " " } };
      expect(await callExpectingError(origin(), waiveLateFee, withoutReason)).toMatchObject({ status: 400 });
      await as(owner, waiveLateFee, id, input.body);
      const waived = await as(owner, waiveLateFee, id, { amountCents: amounts[1], reason: "Traffic" });
      expect(waived.timeline.slice(-2)).toMatchObject([
        { type: "late_fee_reduced", by: "owner", notes: "Rain" },
        { type: earnedCents > 0 ? "late_fee_reduced" : "late_fee_waived", by: "owner", notes: "Traffic" },
      ]);
      expect((await auditedOf(id)).map(([actorId, , cents]) => [actorId, cents])).toEqual(
        amounts.map((cents) => [owner.id, cents]),
      );
      const told = await notificationsOf(renter, id);
      expect(told.filter((kind) => kind === "late_fee_waived")).toHaveLength(2);
      expect(await notificationsOf(owner, id)).not.toContain("late_fee_waived");
      await pass(CONTEST_HOURS);
      expect(await feeOf(id)).toMatchObject({ ...expected, waiverReason: "Traffic" });
      await expectSettled(id, earnedCents);
    },
  );

  test("a late fee waits with the others, contested first and then by id, and nobody decides on their own", async () => {
    const { db } = database();
    const at = new Date("2026-03-01T12:00:00Z");
    const waiting: string[] = [];
    for (const contestedAt of [new Date(at.getTime() + 1_000), at, at]) {
      const { id: bookingId } = await createBooking(db, { ownerId: here().owner.id });
      const amounts = { dailyLateFeeCents: 2_500, calculatedFeeCents: 5_000, cappedFeeCents: 5_000, daysLate: 2 };
      const state = {
        status: "disputed",
        contestedAt,
        contestReason: "Closed",
        stoppedAt: at,
        chargeableAt: at,
      } as const;
      await db.insert(lateFees).values({ id: newId(), bookingId, ...amounts, ...state });
      waiting.push(bookingId);
    }
    const feesFor = async ({ headers }: { headers: Record<string, string> }) =>
      (await tasksOf(origin(), "contested_late_fee", headers))
        .filter(({ subject }) => waiting.includes(subject.bookingId))
        .map(({ subject, decisions }) => [subject.bookingId, decisions]);
    const [last, ...first] = waiting;
    const inOrder = [...first, last];
    expect(await feesFor(await admin())).toEqual(inOrder.map((id) => [id, ["decide_late_fee"]]));
    const { id } = here().owner;
    const asAdmin = { headers: asViewer({ id, isAdmin: true, isApproved: true }) };
    expect(await feesFor(asAdmin)).toEqual(inOrder.map((one) => [one, []]));
    await db.delete(lateFees).where(inArray(lateFees.bookingId, waiting));
  });
});
