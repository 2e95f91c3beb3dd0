import {
  cancelBooking,
  confirmTime,
  keepTime,
  markReturned,
  previewCancellation,
  proposeTime,
} from "@nexby/contract/bookings/booking-commands";
import { type BookingDetailView, getBooking } from "@nexby/contract/bookings/bookings";
import type { Endpoint } from "@nexby/contract/endpoint";
import { listNotifications } from "@nexby/contract/messaging/notifications";
import { addDays, localDate, localTime } from "@nexby/domain/kernel/calendar";
import { instantOf } from "@nexby/domain/kernel/zones";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readClock } from "../../../platform/clock.ts";
import { users } from "../../../schema/accounts.ts";
import { call, callExpectingError, send } from "../../../testing/call.ts";
import type { Member } from "../../../testing/people/members.ts";
import { momentText } from "../../notifications/public.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, item, as, origin, database, passHours, reach, receive, settle, scheduled, inPossession } = rentals;

const ZONE = "America/Chicago";
const at = (day: string, time: string) => instantOf(localDate(day), localTime(time), ZONE).toISOString();
const planOf = (booking: BookingDetailView, kind: "pickup" | "return") => {
  const plan = booking.plannedTimes.find((planned) => planned.kind === kind);
  if (!plan) throw new Error(`There is no ${kind} to plan`);
  return plan;
};
const rejectionOf = async (member: Member, endpoint: Endpoint, bookingId: string, body: object) => {
  const { status, error } = await callExpectingError(origin(), endpoint, {
    params: { bookingId },
    headers: member.headers,
    body,
  });
  return { status, ...error };
};
const rowsOf = async (bookingId: string) => {
  const { rows } = await database().db.execute(sql`
    select kind, status, proposed_by as by from pickup_schedules where booking_id = ${bookingId} order by created_at, id`);
  const { owner } = here();
  return rows.map(({ kind, status, by }) => `${kind} ${status} by ${by === owner.id ? "owner" : "renter"}`);
};
const newestNotification = async (member: Member) =>
  (await call(origin(), listNotifications, { headers: member.headers })).body[0];
const approved = (terms = {}, request = {}) =>
  item(terms).then((id) => rentals.approved(id, { inDays: 5, ...request }));

describe("a first pickup time", () => {
  test("[PICK-01] [DATA-06] the renter's requested time is proposed, the owner counters, the renter confirms, and the booking is scheduled", async () => {
    const { owner, renter } = here();
    const { id, startDate, startAt } = await approved();
    const asked = await as(owner, getBooking, id);
    expect(asked).toMatchObject({ status: "approved", nextStep: { code: "confirm_pickup", by: "owner" } });
    expect(asked.allowedActions).toEqual(expect.arrayContaining(["confirm_pickup", "propose_pickup"]));
    const proposed = planOf(asked, "pickup");
    expect(proposed).toMatchObject({
      at: null,
      isConfirmed: false,
      turn: "owner",
      proposal: { by: "renter", at: startAt, isConfirmedAtDeadline: true },
    });

    const body = { kind: "pickup", date: startDate, time: "11:30", message: "I work until 11" };
    const proposalId = proposed.proposal?.id;
    const countered = await as(owner, proposeTime, id, { ...body, proposalId });
    expect(countered).toMatchObject({ status: "approved", nextStep: { code: "confirm_pickup", by: "renter" } });
    expect(countered.allowedActions).not.toContain("confirm_pickup");
    expect(await rowsOf(id)).toEqual(["pickup superseded by renter", "pickup proposed by owner"]);
    const { rows } = await database().db.execute(sql`
      select proposal_message, response_message from pickup_schedules where booking_id = ${id} order by created_at, id`);
    expect(rows).toEqual([
      { proposal_message: null, response_message: "I work until 11" },
      { proposal_message: "I work until 11", response_message: null },
    ]);
    expect(await newestNotification(renter)).toMatchObject({
      kind: "time_proposed",
      title: expect.stringContaining("Sam proposed a pickup time"),
      message: expect.stringMatching(
        /11:30 AM\. Confirm it or propose another time by .* Without a reply, it's confirmed/,
      ),
      actionUrl: `/my-bookings/${id}`,
    });
    const deadline = planOf(countered, "pickup").proposal?.expiresAt ?? "";
    expect((await newestNotification(renter))?.message).toContain(` by ${momentText(deadline, ZONE)}.`);

    const counter = planOf(await as(renter, getBooking, id), "pickup");
    expect(counter).toMatchObject({
      turn: "renter",
      proposal: {
        by: "owner",
        message: "I work until 11",
        isFlexible: false,
        inReplyTo: { at: startAt, response: "I work until 11" },
      },
    });
    const before = await readClock(database().db);
    const confirmed = await as(renter, confirmTime, id, { kind: "pickup", proposalId: counter.proposal?.id });
    expect(confirmed).toMatchObject({
      status: "scheduled",
      pickupAt: at(startDate, "11:30"),
      exchange: { isPickupConfirmed: true, scheduledPickupAt: at(startDate, "11:30") },
    });
    const { confirmation, ...plan } = planOf(confirmed, "pickup");
    expect(plan).toMatchObject({ at: at(startDate, "11:30"), isConfirmed: true, turn: null, proposal: null });
    expect(confirmation?.by).toBe("renter");
    const confirmedAt = new Date(confirmation?.at ?? 0);
    expect(confirmedAt >= before && confirmedAt <= (await readClock(database().db))).toBe(true);
    expect(confirmed.timeline.map(({ type, by }) => `${type} by ${by}`)).toEqual(
      expect.arrayContaining(["pickup_time_proposed by owner", "pickup_time_confirmed by renter"]),
    );
    expect(confirmed.timeline.find(({ type, by }) => type === "pickup_time_proposed" && by === "owner")?.notes).toBe(
      `${momentText(at(startDate, "11:30"), ZONE)}\nI work until 11`,
    );
  });

  test("[PICK-01] a time requested at checkout is the renter's first proposal", async () => {
    const times = { requestedPickupTime: "13:30", isPickupFlexible: true };
    const booking = await approved({}, times);
    expect(planOf(booking, "pickup")).toMatchObject({
      turn: "owner",
      proposal: { by: "renter", at: at(booking.startDate, "13:30"), isFlexible: true },
    });
  });

  test("[PICK-01] a return time requested at checkout counts once the pickup is confirmed", async () => {
    const { owner } = here();
    const booking = await approved({}, { days: 3, requestedDropoffTime: "12:30" });
    expect(booking.exchange.scheduledReturnAt).toBeNull();
    const confirmed = await as(owner, confirmTime, booking.id, { kind: "pickup" });
    const returnAt = at(booking.endDate, "12:30");
    expect(confirmed.exchange.scheduledReturnAt).toBe(returnAt);
    expect(planOf(confirmed, "return")).toMatchObject({ at: returnAt, isConfirmed: true, proposal: null });
  });

  test("[PICK-01] a requested return gives way to the rental's end if the pickup is confirmed for the same time", async () => {
    const { owner, renter } = here();
    const booking = await approved({}, { days: 1, requestedDropoffTime: "12:30" });
    const body = { kind: "pickup", date: booking.startDate, time: "12:30" };
    await as(owner, proposeTime, booking.id, { ...body, proposalId: planOf(booking, "pickup").proposal?.id });
    const confirmed = await as(renter, confirmTime, booking.id, { kind: "pickup" });
    expect(confirmed.exchange).toMatchObject({
      scheduledPickupAt: at(booking.endDate, "12:30"),
      scheduledReturnAt: booking.endAt,
    });
  });

  test("[PICK-01] only the person whose turn it is confirms or counters, and only the proposal in force", async () => {
    const { owner, renter } = here();
    const { id, startDate, ...booking } = await approved();
    const { proposal } = planOf({ id, startDate, ...booking }, "pickup");
    const another = { kind: "pickup", date: startDate, time: "10:00", proposalId: proposal?.id };
    for (const [endpoint, body] of [
      [confirmTime, { kind: "pickup" }],
      [proposeTime, another],
    ] as const) {
      expect(await rejectionOf(renter, endpoint, id, body)).toMatchObject({
        status: 409,
        code: "action_not_allowed",
        message: "You proposed this time. Wait for a reply, or for it to expire.",
      });
    }
    expect(await rejectionOf(owner, keepTime, id, { kind: "pickup" })).toMatchObject({ status: 409 });
    await as(owner, proposeTime, id, another);
    expect(await rejectionOf(owner, confirmTime, id, { kind: "pickup" })).toMatchObject({ status: 409 });
    const changed = { status: 409, message: "The proposed time has changed. Check the new one first." };
    const seen = { kind: "pickup", proposalId: proposal?.id };
    expect(await rejectionOf(renter, confirmTime, id, seen)).toMatchObject(changed);
    const blind = { ...another, time: "12:00", proposalId: null };
    expect(await rejectionOf(renter, proposeTime, id, blind)).toMatchObject(changed);
    expect(await rowsOf(id)).toEqual(["pickup superseded by renter", "pickup proposed by owner"]);
  });

  test("[PICK-01] an owner's time outside their own hours is confirmed as proposed when nobody replies", async () => {
    const { owner } = here();
    const { id, startDate, ...booking } = await approved();
    const proposalId = planOf({ id, startDate, ...booking }, "pickup").proposal?.id;
    await as(owner, proposeTime, id, { kind: "pickup", date: startDate, time: "20:00", proposalId });
    await passHours(25);
    expect(await settle(id)).toMatchObject({ status: "scheduled", pickupAt: at(startDate, "20:00") });
  });
});

describe("allowed times", () => {
  test("[PICK-01] the owner's hours bind the renter, the rental's days and end bind both, and only a meetup's place can change", async () => {
    const { owner, renter } = here();
    const { id, startDate, endDate } = await scheduled({}, { inDays: 5, days: 3 });
    const propose = (member: Member, kind: string, date: string, time: string) =>
      rejectionOf(member, proposeTime, id, { kind, date, time });
    const refused = (message: RegExp) => ({
      status: 400,
      code: "validation_failed",
      details: [{ field: "time", message: expect.stringMatching(message) }],
    });
    expect(await propose(renter, "pickup", startDate, "08:30")).toMatchObject(
      refused(/^This is outside the owner's hours/),
    );
    expect(await propose(renter, "return", endDate, "18:30")).toMatchObject(
      refused(/^The return can't be after the end/),
    );
    expect(await propose(owner, "return", endDate, "18:30")).toMatchObject(
      refused(/^The return can't be after the end/),
    );
    expect(await propose(owner, "return", startDate, "09:00")).toMatchObject(refused(/^Return must be after pickup/));
    expect(await propose(owner, "pickup", addDays(localDate(startDate), -1), "12:00")).toMatchObject(
      refused(/^Choose a time on/),
    );
    expect(await propose(owner, "pickup", "2026-01-05", "12:00")).toMatchObject(refused(/^This time has passed/));
    const moved = { kind: "pickup", date: startDate, time: "10:00", place: "Zilker Park" };
    expect(await rejectionOf(owner, proposeTime, id, moved)).toMatchObject({
      status: 400,
      details: [{ field: "place", message: "Only the place of a meetup can change" }],
    });
    // Returns have hours of their own.
    const { db } = database();
    const setHours = (defaultDropoffStart: string, defaultDropoffEnd: string) =>
      db.update(users).set({ defaultDropoffStart, defaultDropoffEnd }).where(eq(users.id, owner.id));
    await setHours("10:00", "16:00");
    expect(await propose(renter, "return", endDate, "16:30")).toMatchObject(
      refused(/^This is outside the owner's hours/),
    );
    expect(planOf(await as(renter, getBooking, id), "return").ownerHours).toEqual({ from: "10:00", to: "16:00" });
    await setHours("09:00", "18:00");
    const early = { kind: "pickup", date: startDate, time: "07:00" };
    expect(planOf(await as(owner, proposeTime, id, early), "pickup")).toMatchObject({
      turn: "renter",
      proposal: { at: at(startDate, "07:00") },
    });
  });

  test("[PICK-01] suggestions suit both people's hours, and every one can be proposed", async () => {
    const { owner, renter } = here();
    const { db } = database();
    const hours = { defaultPickupStart: "15:00", defaultPickupEnd: "21:00" };
    await db.update(users).set(hours).where(eq(users.id, renter.id));
    const { id, startDate } = await scheduled({}, { inDays: 5, isPickupFlexible: true });
    const { suggestions } = planOf(await as(renter, getBooking, id), "pickup");
    expect(suggestions).toEqual(
      ["15:00", "16:00", "17:00", "18:00"].map((time) => ({ at: at(startDate, time), date: startDate, time })),
    );
    for (const { date, time } of suggestions) {
      await as(renter, proposeTime, id, { kind: "pickup", date, time });
      const withdrawn = await as(renter, keepTime, id, { kind: "pickup" });
      expect(planOf(withdrawn, "pickup").proposal).toBeNull();
    }
    expect(planOf(await as(owner, getBooking, id), "pickup").suggestions).toEqual(suggestions);
    await db
      .update(users)
      .set({ defaultPickupStart: "09:00", defaultPickupEnd: "18:00" })
      .where(eq(users.id, renter.id));
  });
});

describe("a confirmed time", () => {
  test("[PICK-01] a confirmed time is moved by the same exchange, stays in force until the reply, and leaves the status alone", async () => {
    const { owner, renter } = here();
    const { id, startAt, startDate } = await scheduled({}, { inDays: 5 });
    const moved = await as(renter, proposeTime, id, { kind: "pickup", date: startDate, time: "14:00" });
    expect(moved).toMatchObject({ status: "scheduled", pickupAt: startAt });
    expect(planOf(moved, "pickup")).toMatchObject({
      at: startAt,
      isConfirmed: true,
      turn: "owner",
      proposal: { isConfirmedAtDeadline: false },
    });
    expect(await rowsOf(id)).toEqual(["pickup confirmed by renter", "pickup proposed by renter"]);
    expect(await newestNotification(owner)).toMatchObject({
      kind: "time_proposed",
      message: expect.stringMatching(/2:00 PM\. .* Without a reply, it stays .*9:00 AM\.$/),
    });
    const confirmed = await as(owner, confirmTime, id, { kind: "pickup" });
    expect(confirmed).toMatchObject({ status: "scheduled", pickupAt: at(startDate, "14:00") });
    expect(await rowsOf(id)).toEqual(["pickup superseded by renter", "pickup confirmed by renter"]);
    expect(await newestNotification(renter)).toMatchObject({ kind: "time_confirmed" });
    // The owner, who confirmed it, needs no notification.
    expect(await newestNotification(owner)).toMatchObject({ kind: "time_proposed" });
    const { rows } = await database().db.execute(
      sql`select count(*)::int as count from status_transitions where entity_id = ${id} and field = 'status' and to_status = 'scheduled'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("[PICK-01] a confirmed time stays when the other person declines, the proposer withdraws, or nobody replies in time", async () => {
    const { owner, renter } = here();
    const { id, startAt, startDate } = await scheduled({}, { inDays: 5 });
    const propose = () => as(renter, proposeTime, id, { kind: "pickup", date: startDate, time: "14:00" });
    await propose();
    expect(await as(owner, keepTime, id, { kind: "pickup" })).toMatchObject({ pickupAt: startAt });
    expect(await newestNotification(renter)).toMatchObject({
      kind: "time_kept",
      title: expect.stringContaining("Sam can't change the pickup time"),
    });
    await propose();
    await as(renter, keepTime, id, { kind: "pickup" });
    expect(await newestNotification(owner)).toMatchObject({
      title: expect.stringContaining("Ada withdrew the new pickup"),
    });
    await propose();
    await passHours(25);
    const after = await settle(id);
    expect(after).toMatchObject({ status: "scheduled", pickupAt: startAt });
    expect(planOf(after, "pickup").proposal).toBeNull();
    expect(await newestNotification(renter)).toMatchObject({ kind: "proposal_expired" });
    expect((await rowsOf(id)).slice(1)).toEqual([
      "pickup declined by renter",
      "pickup canceled by renter",
      "pickup expired by renter",
    ]);
  });

  test("[PICK-01] a confirmed time is completed with the handoff or the return, and open proposals end with them", async () => {
    const { owner, renter } = here();
    const { id, startDate, endDate } = await scheduled({}, { inDays: 2 });
    await as(owner, proposeTime, id, { kind: "pickup", date: startDate, time: "14:00" });
    await as(owner, proposeTime, id, { kind: "return", date: endDate, time: "14:00" });
    await as(renter, confirmTime, id, { kind: "return" });
    await receive(id);
    await as(owner, proposeTime, id, { kind: "return", date: endDate, time: "15:00" });
    await as(renter, markReturned, id, {});
    expect(await rowsOf(id)).toEqual([
      "pickup completed by renter",
      "pickup canceled by owner",
      "return completed by owner",
      "return canceled by owner",
    ]);
  });

  test("[PICK-01] a confirmed time is canceled with the booking, and so are open proposals", async () => {
    const { owner, renter } = here();
    const { id, endDate } = await scheduled({}, { inDays: 5 });
    await as(owner, proposeTime, id, { kind: "return", date: endDate, time: "14:00" });
    const { refundCents } = await as(renter, previewCancellation, id);
    await as(renter, cancelBooking, id, { refundCents });
    expect(await rowsOf(id)).toEqual(["pickup canceled by renter", "return canceled by owner"]);
  });
});

describe("a return time", () => {
  test("[PICK-01] a return time is planned while the renter has the item, and the return is due at the end until someone confirms another time", async () => {
    const { owner, renter } = here();
    const { id, endAt, endDate } = await inPossession({}, { days: 5 });
    const before = planOf(await as(owner, getBooking, id), "return");
    expect(before).toMatchObject({ at: endAt, turn: null, proposal: null });
    expect((await as(owner, getBooking, id)).plannedTimes.map(({ kind }) => kind)).toEqual(["return"]);
    const propose = () => as(renter, proposeTime, id, { kind: "return", date: endDate, time: "12:00" });
    await propose();
    await passHours(25);
    expect(planOf(await settle(id), "return")).toMatchObject({ at: endAt, proposal: null });
    expect(await rowsOf(id)).toEqual(["pickup completed by renter", "return expired by renter"]);
    await propose();
    expect(await as(owner, confirmTime, id, { kind: "return" })).toMatchObject({
      status: "in_possession",
      endAt,
      exchange: { scheduledReturnAt: at(endDate, "12:00") },
    });
    expect(await newestNotification(renter)).toMatchObject({ title: expect.stringMatching(/^Return time confirmed/) });
    // It can be moved again, and then the former time no longer counts.
    await as(owner, proposeTime, id, { kind: "return", date: endDate, time: "11:00" });
    await as(renter, confirmTime, id, { kind: "return" });
    expect((await rowsOf(id)).slice(2)).toEqual(["return superseded by renter", "return confirmed by owner"]);
    await as(owner, proposeTime, id, { kind: "return", date: endDate, time: "12:00" });
    await as(renter, confirmTime, id, { kind: "return" });
    // Late fees and reminders count from the rental's end.
    await reach(at(endDate, "12:00"), 2.5);
    expect(await settle(id)).toMatchObject({ rentalStatus: "active" });
  });
});

test("[PICK-01] [EXCH-01] [DATA-04] a meetup moves to another place with the time, and its place is confirmed with it", async () => {
  const { owner, renter } = here();
  const itemId = await item({ offerMeetup: true, location: "Austin, TX" });
  const meetup = { inDays: 5, exchangeType: "meetup", meetupLocation: "The library" } as const;
  const booking = await rentals.approved(itemId, meetup);
  const { id, startDate } = booking;
  const { proposal, place } = planOf(booking, "pickup");
  expect([place, proposal?.place]).toEqual(["The library", "The library"]);
  const body = { kind: "pickup", date: startDate, time: "09:00", place: "Zilker Park", proposalId: proposal?.id };
  const countered = await as(owner, proposeTime, id, body);
  expect(countered.exchange.address).toBe("The library");
  expect(planOf(countered, "pickup").proposal).toMatchObject({ place: "Zilker Park" });
  const confirmed = await as(renter, confirmTime, id, { kind: "pickup" });
  expect(confirmed.exchange).toMatchObject({ address: "Zilker Park", latitude: null, longitude: null });
  expect(planOf(confirmed, "return").place).toBe("Zilker Park");
  const { rows } = await database().db.execute(sql`select meetup_location from bookings where id = ${id}`);
  expect(rows).toEqual([{ meetup_location: "Zilker Park" }]);
});

test("[PICK-01] the calendar entry keeps its UID and gets a higher sequence with each moved time", async () => {
  const { owner, renter } = here();
  const { id, startDate, endDate } = await scheduled({}, { inDays: 5 });
  const readEntry = async () => {
    const text = await (await fetch(`${origin()}/api/bookings/${id}/calendar`, { headers: renter.headers })).text();
    const fieldOf = (name: string) => new RegExp(`^${name}:(.*)\r$`, "m").exec(text)?.[1];
    return {
      uid: fieldOf("UID"),
      sequence: Number(fieldOf("SEQUENCE")),
      from: fieldOf("DTSTART"),
      to: fieldOf("DTEND"),
    };
  };
  const compact = (instant: string) => instant.replace(/[-:]|\.000/g, "");
  const before = await readEntry();
  await as(renter, proposeTime, id, { kind: "pickup", date: startDate, time: "14:00" });
  await as(owner, confirmTime, id, { kind: "pickup" });
  const moved = await readEntry();
  expect(moved).toMatchObject({ uid: id, from: compact(at(startDate, "14:00")) });
  expect(moved.sequence).toBeGreaterThan(before.sequence);
  await as(owner, proposeTime, id, { kind: "return", date: endDate, time: "13:00" });
  await as(renter, confirmTime, id, { kind: "return" });
  const back = await readEntry();
  expect(back).toMatchObject({ uid: id, to: compact(at(endDate, "13:00")) });
  expect(back.sequence).toBeGreaterThan(moved.sequence);
});

describe("two people act at once", () => {
  const both = async (id: string, attempts: readonly (readonly [Member, Endpoint, object])[]) => {
    const responses = await Promise.all(
      attempts.map(([{ headers }, endpoint, body]) =>
        send(origin(), endpoint, { params: { bookingId: id }, headers, body }),
      ),
    );
    return responses.map(({ status }) => status).toSorted((a, b) => a - b);
  };

  test("[PICK-01] exactly one of a confirmation and a counterproposal wins, and the other gets an error", async () => {
    const { owner } = here();
    for (let round = 0; round < 2; round += 1) {
      const booking = await approved({}, { inDays: 5 + round });
      const proposalId = planOf(booking, "pickup").proposal?.id;
      const counter = { kind: "pickup", date: booking.startDate, time: "14:00", proposalId };
      expect(
        await both(booking.id, [
          [owner, confirmTime, { kind: "pickup", proposalId }],
          [owner, proposeTime, counter],
        ]),
      ).toEqual([200, 409]);
      const { status, plannedTimes } = await settle(booking.id);
      const pickup = plannedTimes.find(({ kind }) => kind === "pickup");
      expect(status === "scheduled").toBe(pickup?.proposal === null);
    }
  });

  test("[PICK-01] exactly one of two new proposals wins, and one of a confirmation and a withdrawal", async () => {
    const { owner, renter } = here();
    const { id, startDate } = await scheduled({}, { inDays: 5 });
    const proposing = (time: string) => ({ kind: "pickup", date: startDate, time });
    expect(
      await both(id, [
        [owner, proposeTime, proposing("14:00")],
        [renter, proposeTime, proposing("15:00")],
      ]),
    ).toEqual([200, 409]);
    const { proposal } = planOf(await as(owner, getBooking, id), "pickup");
    const [proposer, other] = proposal?.by === "owner" ? [owner, renter] : [renter, owner];
    const reply = { kind: "pickup", proposalId: proposal?.id };
    expect(
      await both(id, [
        [other, confirmTime, reply],
        [proposer, keepTime, reply],
      ]),
    ).toEqual([200, 409]);
  });
});
