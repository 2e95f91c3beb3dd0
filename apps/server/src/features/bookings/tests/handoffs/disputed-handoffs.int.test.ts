import {
  disputeHandoff,
  markHandedOver,
  rejectHandoff,
  resolveDamageClaim,
  upholdHandoff,
} from "@nexby/contract/bookings/booking-commands";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readClock } from "../../../../platform/clock.ts";
import { newId } from "../../../../platform/ids.ts";
import { tasksOf } from "../../../../testing/admin-tasks.ts";
import { call, callExpectingError } from "../../../../testing/call.ts";
import { useRentals } from "../rentals.fixture.ts";

const rentals = useRentals();
const { here, as, origin, database, passHours, reach, settle, scheduled, notificationsOf, admin } = rentals;

/** The owner marked the item as handed over, and the renter disputes it an hour later. */
async function disputed(terms: Parameters<typeof scheduled>[0] = { depositAmountCents: 5_000 }) {
  const { id, startAt } = await scheduled(terms, { inDays: 2, days: 1 });
  await reach(startAt, 1);
  await as(here().owner, markHandedOver, id, {});
  const markedAt = await readClock(database().db);
  await passHours(1);
  await as(here().renter, disputeHandoff, id, { reason: "I have nothing" });
  return { ...(await settle(id)), markedAt };
}

const tasks = (headers: Record<string, string>) => tasksOf(origin(), "disputed_handoff", headers);

describe("[BOOK-01] a disputed handoff that an admin upholds", () => {
  test("a disputed handoff that an admin upholds puts the rental in possession since the owner's mark, with the deposit still held", async () => {
    const { owner, renter, money } = here();
    const decider = await admin();
    const { id, endAt, markedAt } = await disputed();
    expect(await tasks(decider.headers)).toContainEqual(
      expect.objectContaining({
        subject: expect.objectContaining({ bookingId: id }),
        details: expect.objectContaining({ reason: "I have nothing" }),
        decisions: ["uphold_handoff", "reject_handoff"],
      }),
    );
    const upheld = await as(decider, upholdHandoff, id, { reason: "The photos show it" });
    expect(upheld).toMatchObject({ status: "in_possession", depositStatus: "secured" });
    expect(Math.abs(Date.parse(upheld.exchange.actualPickupAt ?? "") - markedAt.getTime())).toBeLessThan(60_000);
    expect(upheld.timeline.at(-1)).toMatchObject({ type: "uphold_handoff", by: "admin", notes: "The photos show it" });
    for (const person of [owner, renter]) expect((await notificationsOf(person, id))[0]).toBe("handoff_upheld");
    expect((await tasks(decider.headers)).map(({ subject }) => subject.bookingId)).not.toContain(id);

    // Day by day, so that the hold is renewed in time.
    for (let day = 1; day <= 7; day += 1) await reach(endAt, 24 * day + 0.1);
    expect(await settle(id)).toMatchObject({ status: "damaged_admin_review", rentalStatus: "lost" });
    await as(decider, resolveDamageClaim, id, { damageCents: 5_000, notes: "Not returned" });
    expect(await settle(id, owner)).toMatchObject({ status: "closed", depositStatus: "secured" });
    // The deposit pays once the late fee is paid by card.
    for (let day = 1; day <= 4; day += 1) await passHours(24);
    expect(await settle(id, owner)).toMatchObject({ depositStatus: "kept" });
    await money.expectBalanced();
  });

  test("a disputed handoff that an admin upholds keeps a deposit whose hold the bank ended, because it is held again", async () => {
    const decider = await admin();
    const { id } = await disputed();
    const { rows } = await database().db.execute(
      sql`select id from payments where booking_id = ${id} and kind = 'deposit'`,
    );
    const { payments } = here().money;
    const hold = (await payments.listOpenAuthorizations()).items.find(({ paymentId }) => paymentId === rows[0]?.id);
    await payments.cancelPayment({ key: newId(), id: hold?.id ?? "" });
    await rentals.payments().control("pump");
    expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "secured" });
    await as(decider, upholdHandoff, id, { reason: "The photos show it" });
    expect(await settle(id)).toMatchObject({ status: "in_possession", depositStatus: "secured" });
  });
});

test("[BOOK-01] a disputed handoff that an admin rejects cancels the booking with a full refund", async () => {
  const { owner, money } = here();
  const decider = await admin();
  const { id, totalCents } = await disputed();
  await as(decider, rejectHandoff, id, { reason: "Nobody was there" });
  expect(await settle(id)).toMatchObject({
    status: "canceled",
    paymentStatus: "refunded",
    depositStatus: "released",
    cancellation: { by: "admin", absent: null, reason: "Nobody was there", percent: 100, refundCents: totalCents },
  });
  expect(await notificationsOf(owner, id)).toContain("booking_canceled");
  expect(await settle(id, owner)).toMatchObject({ ownerEarningsCents: 0 });
  await money.expectBalanced();
});

test("[BOOK-01] a handoff that nobody disputes can't be decided, and only an admin decides one", async () => {
  const { owner, renter } = here();
  const decider = await admin();
  const { id, startAt } = await scheduled({}, { inDays: 2, days: 1 });
  await reach(startAt, 1);
  await as(owner, markHandedOver, id, {});
  for (const decision of [upholdHandoff, rejectHandoff]) {
    const input = { params: { bookingId: id }, body: { reason: "Decided" } };
    expect(await callExpectingError(origin(), decision, { ...input, headers: decider.headers })).toMatchObject({
      error: { code: "action_not_allowed" },
    });
    for (const { headers } of [owner, renter])
      expect(await callExpectingError(origin(), decision, { ...input, headers })).toMatchObject({ status: 403 });
  }
  await as(renter, disputeHandoff, id, { reason: "I have nothing" });
  const decide = () =>
    call(origin(), upholdHandoff, { params: { bookingId: id }, headers: decider.headers, body: { reason: "Seen" } });
  const outcomes = await Promise.allSettled([decide(), decide()]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});
