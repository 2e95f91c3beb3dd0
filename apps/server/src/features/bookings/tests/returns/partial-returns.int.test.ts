import {
  confirmReturn,
  confirmUnits,
  enterHandoffCode,
  markReturned,
  resolveDamageClaim,
  showHandoffCode,
} from "@nexby/contract/bookings/booking-commands";
import { payBooking } from "@nexby/contract/bookings/checkout";
import { verifyEvidence } from "@nexby/contract/bookings/condition";
import { getExtensionOptions, requestExtension } from "@nexby/contract/bookings/extensions";
import { getItemCalendar } from "@nexby/contract/bookings/quotes";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "../../../../platform/ids.ts";
import { sendReport } from "../../../../testing/bookings/condition-reports.ts";
import { call, callExpectingError } from "../../../../testing/call.ts";
import { useLateRentals } from "../late-fees/late-rentals.fixture.ts";
import { digitsShown } from "../rentals.fixture.ts";

const rentals = useLateRentals();
const { here, as, origin, database, settle, inPossession, notificationsOf, admin } = rentals;
const { pass, passUntil, feeOf } = rentals;

type Terms = Parameters<typeof inPossession>[0];

/** Three of four units are with the renter, for three days. */
const threeOut = (terms: Terms = {}, request: Parameters<typeof inPossession>[1] = {}) =>
  inPossession({ quantityTotal: 4, turnaroundMinutes: 60, ...terms }, { quantity: 3, days: 3, ...request });

const some = (units: number, unitsOut: number) => ({ units, unitsOut });

const refusalOf = async (
  endpoint: typeof markReturned | typeof confirmUnits,
  id: string,
  member: { headers: Record<string, string> },
  body: object,
) => {
  const { status, error } = await callExpectingError(origin(), endpoint, {
    params: { bookingId: id },
    headers: member.headers,
    body: body as never,
  });
  return [status, error.message];
};

/** Live holds of the booking: kind, units, and whether they are still open. */
async function holdsOf(id: string): Promise<string[]> {
  const { rows } = await database().db.execute<{ hold: string }>(sql`
    select kind || ' ' || quantity || case when expires_at is null then '' else ' ended' end as hold
    from inventory_holds where booking_id = ${id} and released_at is null order by created_at, id`);
  return rows.map(({ hold }) => hold);
}

/** The most units that can be booked on the item's day after today. */
async function freeTomorrow(itemId: string): Promise<number | undefined> {
  const { body } = await call(origin(), getItemCalendar, { params: { itemId }, query: { days: "2" } });
  return body.days[1]?.freeOvernight;
}

describe("[BOOK-01] a part of several units", () => {
  test("a part of several units comes back without ending the rental, and is free after the turnaround once the owner has it", async () => {
    const { owner, renter } = here();
    const rental = await threeOut();
    const { id } = rental;
    await rentals.reach(rental.startAt, 3);
    const after = await as(owner, markReturned, id, { ...some(2, 3), notes: "Two are fine" });
    expect(after).toMatchObject({
      status: "in_possession",
      unitsOut: 1,
      returns: [{ units: 2, byRole: "owner", isByCode: false, notes: "Two are fine", confirmedAt: null }],
    });
    expect(after.timeline.at(-1)).toMatchObject({
      type: "units_returned",
      by: "owner",
      notes: "2 of 3 units. Two are fine",
    });
    expect((await notificationsOf(renter, id))[0]).toBe("units_returned");
    expect(await holdsOf(id)).toEqual(["reservation 1", "reservation 2 ended"]);
    expect(await freeTomorrow(rental.item.id)).toBe(3);

    const last = await as(owner, markReturned, id, some(1, 1));
    expect(last).toMatchObject({ status: "return_submitted", unitsOut: 0, returns: [{ units: 2 }, { units: 1 }] });
    expect(await freeTomorrow(rental.item.id)).toBe(4);
    await as(owner, confirmReturn, id, {});
    expect(await settle(id)).toMatchObject({ status: "closed" });
    const evidence = await as(renter, verifyEvidence, id);
    expect(evidence.state).toBe("intact");
    expect(evidence.links.filter(({ kind }) => kind === "return").map(({ byRole }) => byRole)).toEqual([
      "owner",
      "owner",
    ]);
    await here().money.expectBalanced();
  });

  test("a part of several units keeps its booked days until the owner confirms what the renter marked", async () => {
    const { owner, renter } = here();
    const { id, startAt, item } = await threeOut();
    await rentals.reach(startAt, 3);
    const reportId = newId();
    await sendReport(origin(), renter, { bookingId: id, reportId, phase: "check_in" });
    const marked = await as(renter, markReturned, id, some(2, 3));
    const [first] = marked.returns;
    expect(first).toMatchObject({ byRole: "renter", confirmedAt: null, reportId });
    expect(marked.allowedActions).not.toContain("confirm_units");
    expect(await freeTomorrow(item.id)).toBe(1);
    const returnId = first?.id ?? "";
    expect((await refusalOf(confirmUnits, id, renter, { returnId }))[0]).toBe(409);
    expect((await refusalOf(confirmUnits, id, owner, { returnId: id }))[0]).toBe(409);

    const confirmed = await Promise.allSettled([
      as(owner, confirmUnits, id, { returnId }),
      as(owner, confirmUnits, id, { returnId }),
    ]);
    expect(confirmed.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await freeTomorrow(item.id)).toBe(3);
    expect(await settle(id, owner)).toMatchObject({ unitsOut: 1, returns: [{ confirmedAt: expect.any(String) }] });
    expect((await settle(id, owner)).allowedActions).not.toContain("confirm_units");
    expect((await notificationsOf(renter, id))[0]).toBe("units_confirmed");
    expect((await as(renter, verifyEvidence, id)).state).toBe("intact");
    await as(renter, markReturned, id, {});
    await as(owner, confirmReturn, id, {});
    expect(await freeTomorrow(item.id)).toBe(4);
  });

  test("a part of several units is confirmed by both with a code, and each return has a code of its own", async () => {
    const { owner, renter } = here();
    const { id, startAt } = await threeOut();
    await rentals.reach(startAt, 3);
    const enter = async (key: string, body: object) =>
      as(renter, enterHandoffCode, id, { kind: "return", code: digitsShown(key), ...body });
    const { key } = await as(owner, showHandoffCode, id);
    const after = await enter(key, some(1, 3));
    expect(after).toMatchObject({ status: "in_possession", unitsOut: 2, returns: [{ units: 1, isByCode: true }] });
    expect(after.returns[0]?.confirmedAt).not.toBeNull();
    expect(await holdsOf(id)).toEqual(["reservation 2", "reservation 1 ended"]);
    const { key: next } = await as(owner, showHandoffCode, id);
    expect(next).not.toBe(key);
    // The same request again is refused before it counts as a wrong code.
    const again = { params: { bookingId: id }, headers: renter.headers };
    const body = { kind: "return", code: digitsShown(key), ...some(1, 3) } as const;
    expect(await callExpectingError(origin(), enterHandoffCode, { ...again, body })).toMatchObject({ status: 409 });
    expect(await enter(next, {})).toMatchObject({ status: "return_submitted", unitsOut: 0 });
  });

  test("a part of several units is refused for more units than are out, without what was seen, after a change, and for others", async () => {
    const { owner, renter } = here();
    const { id } = await threeOut();
    expect(await refusalOf(markReturned, id, renter, some(4, 3))).toEqual([400, "Enter at most 3"]);
    expect((await refusalOf(markReturned, id, renter, { units: 1 }))[0]).toBe(400);
    expect((await refusalOf(markReturned, id, renter, some(0, 3)))[0]).toBe(400);
    expect((await refusalOf(markReturned, id, await admin(), some(1, 3)))[0]).toBe(404);
    const both = await Promise.allSettled([
      as(renter, markReturned, id, some(2, 3)),
      as(owner, markReturned, id, some(2, 3)),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await refusalOf(markReturned, id, renter, some(1, 3))).toEqual([409, expect.stringContaining("still out")]);
    expect(await settle(id)).toMatchObject({ unitsOut: 1, status: "in_possession" });
    await as(renter, markReturned, id, some(1, 1));
    expect((await refusalOf(markReturned, id, renter, some(1, 1)))[0]).toBe(409);
  });

  test("a part of several units ends a request for an extension, and prevents another one", async () => {
    const { renter } = here();
    const { id } = await threeOut();
    const { options } = await as(renter, getExtensionOptions, id);
    const [day] = options;
    const body = { endDate: day?.endDate ?? "", totalCents: day?.price.totalCents ?? 0 };
    await as(renter, requestExtension, id, body);
    await rentals.pay(await as(renter, payBooking, id, { kind: "extension" }));
    expect((await settle(id)).extensions).toMatchObject([{ status: "requested" }]);
    await as(renter, markReturned, id, some(1, 3));
    const ended = await settle(id);
    expect(ended.extensions).toMatchObject([{ status: "withdrawn" }]);
    expect(ended.allowedActions).not.toContain("extend");
    await here().money.expectBalanced();
  });
});

describe("[LATE-01] units that come back on different days", () => {
  test("units that come back on different days cost a late fee per day for those still out", async () => {
    const { owner, renter } = here();
    const { id, endAt, item } = await threeOut();
    await passUntil(endAt, 5);
    expect(await feeOf(id)).toMatchObject({ daysLate: 1, owedCents: 7_500 });
    expect(await holdsOf(id)).toEqual(["overdue 3"]);
    await as(renter, markReturned, id, some(2, 3));
    expect(await holdsOf(id)).toEqual(["overdue 1", "overdue 2 ended"]);
    expect(await freeTomorrow(item.id)).toBe(3);
    await passUntil(endAt, 30);
    expect(await feeOf(id)).toMatchObject({ daysLate: 2, owedCents: 10_000 });
    await as(owner, markReturned, id, {});
    await as(owner, confirmReturn, id, {});
    const closed = await settle(id);
    expect(closed).toMatchObject({
      status: "closed",
      lateFee: { daysLate: 2, owedCents: 10_000, status: "calculated" },
    });
    await pass(24.2);
    expect(await feeOf(id)).toMatchObject({ status: "charged", chargedCents: 10_000 });
    await rentals.expectSettled(id, 9_000);
  });

  test("units that come back on different days are lost with the rest: the claim counts only the units still out, which stay taken", async () => {
    const { renter } = here();
    const { id, endAt, item } = await threeOut({ depositAmountCents: 6_000, replacementValueCents: 20_000 });
    await passUntil(endAt, -1);
    await as(renter, markReturned, id, some(2, 3));
    await passUntil(endAt, 7 * 24 + 0.1);
    const lost = await settle(id);
    expect(lost).toMatchObject({
      status: "damaged_admin_review",
      rentalStatus: "lost",
      unitsOut: 1,
      claim: { filedBy: "system", amountCents: 20_000 },
      lossLimitCents: 20_000,
      // Seven days of one unit.
      lateFee: { daysLate: 7, owedCents: 17_500 },
    });
    expect(await holdsOf(id)).toEqual(["overdue 1"]);
    expect(await freeTomorrow(item.id)).toBe(3);
    await as(await admin(), resolveDamageClaim, id, { damageCents: 20_000, notes: "One is missing" });
    await pass(24 * 4);
    expect(await settle(id)).toMatchObject({ claim: { collectedCents: 20_000 } });
    expect(await holdsOf(id)).toEqual(["overdue 1"]);
    await here().money.expectBalanced();
  });
});

test("[BOOK-01] one unit is returned as ever, without a record of its own", async () => {
  const { id, startAt } = await inPossession({ quantityTotal: 4 });
  await rentals.reach(startAt, 3);
  const returned = await as(here().renter, markReturned, id, {});
  expect(returned).toMatchObject({ status: "return_submitted", unitsOut: 0, returns: [] });
  const { links } = await as(here().renter, verifyEvidence, id);
  expect(links.filter(({ kind }) => kind === "return")).toEqual([]);
});
