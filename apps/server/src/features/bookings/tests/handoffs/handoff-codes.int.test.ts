import {
  confirmTime,
  disputeHandoff,
  enterHandoffCode,
  markHandedOver,
  renewHandoffCode,
  showHandoffCode,
} from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { quoteItem } from "@nexby/contract/bookings/quotes";
import type { Endpoint } from "@nexby/contract/endpoint";
import { addDays, localDate } from "@nexby/domain/kernel/calendar";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { call, callExpectingError, send } from "../../../../testing/call.ts";
import type { Member } from "../../../../testing/people/members.ts";
import { digitsShown, useRentals } from "../rentals.fixture.ts";

const rentals = useRentals();
const { here, as, origin, database, reach, settle, scheduled, inPossession, notificationsOf } = rentals;

// The same two people fail in many of these tests.
beforeEach(async () => {
  await database().db.execute(sql`truncate throttles`);
});

const SIDES = [
  ["owner", "renter"],
  ["renter", "owner"],
] as const;

const keyOf = async (member: Member, bookingId: string) => (await as(member, showHandoffCode, bookingId)).key;
const enter = (member: Member, bookingId: string, kind: "pickup" | "return", code: string) =>
  as(member, enterHandoffCode, bookingId, { kind, code });
const rejectionOf = async (member: Member, endpoint: Endpoint, bookingId: string, body?: object) => {
  const { status, error } = await callExpectingError(origin(), endpoint, {
    params: { bookingId },
    headers: member.headers,
    ...(body && { body }),
  });
  return { status, code: error.code, message: error.message };
};
const statusOf = async (member: Member, bookingId: string, code: string) =>
  (
    await send(origin(), enterHandoffCode, {
      params: { bookingId },
      headers: member.headers,
      body: { kind: "pickup", code },
    })
  ).status;

/** Digits that this key doesn't show in the minutes of a test, nor in the half hour before. */
const wrongFor = (key: string): string => {
  const shown = Array.from({ length: 45 }, (_, index) => digitsShown(key, index - 10));
  const wrong = ["111111", "222222", "333333"].find((digits) => !shown.includes(digits));
  return wrong ?? "444444";
};

const eventsOf = async (bookingId: string) => {
  const { rows } = await database().db.execute(sql`
    select event_type, metadata from rental_events where booking_id = ${bookingId} order by created_at, id`);
  return rows;
};
const countOf = async (table: string, bookingId: string) => {
  const { rows } = await database().db.execute(
    sql`select count(*)::int as count from ${sql.identifier(table)} where booking_id = ${bookingId}`,
  );
  return rows[0]?.count;
};
/** The newest live event; later ones have a higher id. */
const lastLiveEvent = async () => {
  const { rows } = await database().db.execute(sql`select coalesce(max(id), 0) as id from realtime_events`);
  return Number(rows[0]?.id);
};

describe("a pickup confirmed with a code", () => {
  test.each(SIDES)(
    "[BOOK-01] [EXCH-01] [CODE-01] a pickup confirmed with a code starts the rental at once, without a photo, when the %s enters the code of the %s, which an address in upper case doesn't change",
    async (by, shownBy) => {
      const { [by]: person, [shownBy]: other, renter } = here();
      const { id } = await scheduled({}, { inDays: 1 });
      expect(await rejectionOf(renter, markHandedOver, id, {})).toEqual({
        status: 409,
        code: "action_not_allowed",
        message: "Report the item's condition with at least one photo, then confirm receipt",
      });
      const key = await keyOf(other, id.toUpperCase());
      expect([await keyOf(other, id), (await as(other, renewHandoffCode, id.toUpperCase())).key]).toEqual([key, key]);
      const rental = await enter(person, id.toUpperCase(), "pickup", digitsShown(key));
      expect(rental).toMatchObject({ status: "in_possession", rentalStatus: "active" });
      expect(rental.exchange.actualPickupAt).not.toBeNull();
      expect(rental.plannedTimes.map(({ kind }) => kind)).toEqual(["return"]);
      const events = await eventsOf(id);
      expect(events.slice(-2)).toMatchObject([
        { event_type: "pickup_confirmed_by_code", metadata: { by, shownBy } },
        { event_type: "hand_over", metadata: { by } },
      ]);
      expect([await countOf("booking_condition_reports", id), await countOf("rental_photos", id)]).toEqual([0, 0]);
      expect((await notificationsOf(other))[0]).toBe("handed_over");
      // The return has a key of its own.
      expect(await keyOf(other, id)).not.toBe(key);
      const body = { kind: "return", code: digitsShown(key) };
      expect(await rejectionOf(person, enterHandoffCode, id, body)).toMatchObject({
        status: 422,
        code: "wrong_handoff_code",
      });
    },
  );

  test("[CODE-01] a pickup confirmed with a code settles a disputed handoff, also with a key from before the product's clock was moved", async () => {
    const { owner, renter } = here();
    const { id, startAt } = await scheduled({}, { inDays: 1 });
    const key = await keyOf(renter, id);
    await reach(startAt, 0.1);
    await as(owner, markHandedOver, id, {});
    await as(renter, disputeHandoff, id, { reason: "I was late" });
    await enter(owner, id, "pickup", digitsShown(key));
    expect(await settle(id)).toMatchObject({ status: "in_possession", nextStep: { code: "return" } });
  });

  test("[CODE-01] a pickup confirmed with a code is offered to both people, and only while the item can be handed over, which needs the deposit", async () => {
    const { owner, renter } = here();
    const { id, startAt } = await rentals.approved(await rentals.item({ depositAmountCents: 5_000 }), { inDays: 4 });
    for (const person of [owner, renter]) {
      expect((await as(person, getBooking, id)).allowedActions).not.toContain("use_code");
      expect(await rejectionOf(person, showHandoffCode, id)).toMatchObject({ status: 409, code: "action_not_allowed" });
      expect(await rejectionOf(person, renewHandoffCode, id)).toMatchObject({ status: 409 });
      const body = { kind: "pickup", code: "123456" };
      expect(await rejectionOf(person, enterHandoffCode, id, body)).toMatchObject({ status: 409 });
    }
    expect(await countOf("handoff_codes", id)).toBe(0);
    await as(owner, confirmTime, id, {});
    expect(await rejectionOf(renter, showHandoffCode, id)).toMatchObject({
      status: 409,
      message: "The deposit hold isn't in place yet",
    });
    await reach(startAt, -20);
    for (const person of [owner, renter]) {
      expect((await as(person, getBooking, id)).allowedActions).toContain("use_code");
    }
    expect(await rejectionOf(await rentals.admin(), showHandoffCode, id)).toMatchObject({ code: "not_found" });
    expect(await enter(owner, id, "pickup", digitsShown(await keyOf(renter, id)))).toMatchObject({
      status: "in_possession",
    });
  });
});

describe("a return confirmed with a code", () => {
  test.each(SIDES)(
    "[EXCH-01] [CODE-01] a return confirmed with a code takes effect for both when the %s enters the code of the %s",
    async (by, shownBy) => {
      const { [by]: person, [shownBy]: other } = here();
      const { id, item: rented, startAt, startDate } = await inPossession({}, { days: 7 });
      await reach(startAt, 3);
      const isAvailable = async () => {
        const [first, last] = [addDays(localDate(startDate), 3), addDays(localDate(startDate), 5)];
        const body = { startDate: first, endDate: last };
        return (await call(origin(), quoteItem, { params: { itemId: rented.id }, body })).body.isBookable;
      };
      expect(await isAvailable()).toBe(false);
      const returned = await enter(person, id, "return", digitsShown(await keyOf(other, id)));
      expect(returned).toMatchObject({ status: "return_submitted", nextStep: { code: "inspection", by: "owner" } });
      expect(returned.exchange.actualReturnAt).not.toBeNull();
      expect(await isAvailable()).toBe(true);
      expect((await eventsOf(id)).slice(-2)).toMatchObject([
        { event_type: "return_confirmed_by_code", metadata: { by, shownBy } },
        { event_type: "submit_return", metadata: { by } },
      ]);
      expect((await notificationsOf(other))[0]).toBe("returned");
    },
  );
});

describe("a code", () => {
  test("[EXCH-01] [CODE-01] a code allows five tries, also with expired digits, and then has to be renewed by the person who shows it", async () => {
    const { owner, renter } = here();
    const { id } = await scheduled({}, { inDays: 1 });
    const key = await keyOf(renter, id);
    const ownCode = { kind: "pickup", code: digitsShown(key) };
    expect(await rejectionOf(renter, enterHandoffCode, id, ownCode)).toMatchObject({ status: 422 });
    const expired = { kind: "pickup", code: digitsShown(key, 5) };
    expect(await rejectionOf(owner, enterHandoffCode, id, expired)).toEqual({
      status: 422,
      code: "handoff_code_expired",
      message: "This code has expired. Enter the one that's shown now. You have 4 tries left.",
    });
    const wrong = { kind: "pickup", code: wrongFor(key) };
    for (const left of ["3 tries", "2 tries", "1 try"]) {
      expect(await rejectionOf(owner, enterHandoffCode, id, wrong)).toEqual({
        status: 422,
        code: "wrong_handoff_code",
        message: `This code is incorrect. You have ${left} left.`,
      });
    }
    const before = await lastLiveEvent();
    const locked = { status: 409, code: "handoff_code_locked" };
    expect(await rejectionOf(owner, enterHandoffCode, id, wrong)).toMatchObject(locked);
    expect(await lastLiveEvent()).toBeGreaterThan(before);
    expect(await as(renter, showHandoffCode, id)).toMatchObject({ key, isLocked: true });
    expect((await notificationsOf(renter))[0]).toBe("handoff_code_locked");
    expect((await eventsOf(id)).at(-1)).toMatchObject({ event_type: "pickup_code_locked", metadata: { by: "owner" } });

    const right = () => ({ kind: "pickup", code: digitsShown(key) });
    expect(await rejectionOf(owner, enterHandoffCode, id, right())).toMatchObject(locked);
    expect((await notificationsOf(renter)).filter((kind) => kind === "handoff_code_locked")).toHaveLength(1);

    // The owner's own code doesn't give the owner more tries.
    await as(owner, renewHandoffCode, id);
    expect(await rejectionOf(owner, enterHandoffCode, id, right())).toMatchObject(locked);

    const renewed = await as(renter, renewHandoffCode, id);
    expect(renewed).toMatchObject({ kind: "pickup", isLocked: false });
    expect(renewed.key).not.toBe(key);
    expect(await as(renter, renewHandoffCode, id)).toEqual(renewed);
    expect(
      await rejectionOf(owner, enterHandoffCode, id, { kind: "pickup", code: wrongFor(renewed.key) }),
    ).toMatchObject({ status: 422, message: "This code is incorrect. You have 4 tries left." });
    expect(await enter(owner, id, "pickup", digitsShown(renewed.key))).toMatchObject({ status: "in_possession" });
  });

  test("[CODE-01] a code has one effect when it is sent many times at once and again, and other digits are too late", async () => {
    const { owner, renter } = here();
    const { id } = await scheduled({}, { inDays: 1 });
    const key = await keyOf(renter, id);
    const code = digitsShown(key);
    const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(owner, id, code)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const events = await eventsOf(id);
    const types = events.map(({ event_type }) => event_type);
    expect(types.filter((type) => type === "hand_over")).toHaveLength(1);
    expect(types.filter((type) => type === "pickup_confirmed_by_code")).toHaveLength(1);
    const { version } = await as(owner, getBooking, id);
    expect(await enter(owner, id, "pickup", code)).toMatchObject({ status: "in_possession", version });
    expect(await eventsOf(id)).toEqual(events);
    for (const [person, digits] of [
      [renter, code],
      [owner, wrongFor(key)],
    ] as const) {
      const body = { kind: "pickup", code: digits };
      expect(await rejectionOf(person, enterHandoffCode, id, body)).toMatchObject({
        status: 409,
        code: "action_not_allowed",
      });
    }
  });

  test("[CODE-01] a code allows five tries also when more are sent at once, and thirty failed tries an hour per account across all bookings", async () => {
    const { owner, renter } = here();
    const { id } = await scheduled({}, { inDays: 1 });
    const wrong = wrongFor(await keyOf(renter, id));
    const statuses = await Promise.all(Array.from({ length: 8 }, () => statusOf(owner, id, wrong)));
    expect(statuses.toSorted()).toEqual([409, 409, 409, 409, 422, 422, 422, 422]);
    const { rows } = await database().db.execute(sql`select wrong_tries from handoff_codes where booking_id = ${id}`);
    expect(rows).toEqual([{ wrong_tries: 5 }]);
    const tooShort = { kind: "pickup", code: "12345" };
    expect(await rejectionOf(owner, enterHandoffCode, id, tooShort)).toMatchObject({ status: 400 });
    let status = 0;
    for (let tries = 8; tries <= 30 && status !== 429; tries += 1) status = await statusOf(owner, id, "12345");
    expect(status).toBe(429);
  });
});
