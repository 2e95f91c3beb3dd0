import { confirmTime, declineBooking, markReturned, proposeTime } from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { notifications } from "../../../schema/notifications.ts";
import { bookingReminders } from "../../../schema/rentals.ts";
import type { Member } from "../../../testing/people/members.ts";
import { useRentals } from "./rentals.fixture.ts";

const {
  here,
  item,
  as,
  request,
  requested,
  reserve,
  database,
  reach,
  settle,
  scheduled,
  inPossession,
  notificationsOf,
} = useRentals();

const remindersFor = async (member: Member, bookingId = "") =>
  (await notificationsOf(member, bookingId))
    .filter((kind) => /_reminder$|_soon$|return_due|return_overdue|late_fee_accrued|review_prompt/.test(kind ?? ""))
    .reverse();
const textsFor = async (member: Member, bookingId: string) => {
  const rows = await database().db.select().from(notifications).where(eq(notifications.userId, member.id));
  return rows
    .filter(({ actionUrl }) => actionUrl?.endsWith(bookingId))
    .map(({ title, message }) => `${title}: ${message}`);
};
const planned = async (bookingId: string) => {
  const rows = await database().db.select().from(bookingReminders).where(eq(bookingReminders.bookingId, bookingId));
  return rows.map(({ kind, recipient, sentAt }) => `${kind} to ${recipient}${sentAt ? ", sent" : ""}`).sort();
};

test("[DATA-18] an owner is reminded of a request before it expires, and of nothing that wasn't sent or is declined", async () => {
  const { owner } = here();
  const { bookingId } = await reserve(await request(await item()));
  expect(await planned(bookingId ?? "")).toEqual([]);
  const open = await requested(await item(), { inDays: 9 });
  const declined = await requested(await item(), { inDays: 9 });
  expect(await planned(declined.id)).toEqual(["request to owner", "request_soon to owner"]);
  await as(owner, declineBooking, declined.id, { reason: "Not that week" });
  expect(await planned(declined.id)).toEqual([]);
  const deadline = (await as(owner, getBooking, open.id)).nextStep?.until ?? "";
  await reach(deadline, -6.1);
  expect(await remindersFor(owner)).toEqual([]);
  await reach(deadline, -6);
  expect(await remindersFor(owner)).toEqual(["request_reminder"]);
  await settle(open.id);
  expect(await remindersFor(owner)).toEqual(["request_reminder"]);
  await reach(deadline, -1);
  expect(await remindersFor(owner)).toEqual(["request_reminder", "request_reminder"]);
});

test("[DATA-18] reminders of a pickup move with it, are repeated only if it moves to a later time, and are not sent after it", async () => {
  const { owner, renter } = here();
  const { id, startDate, startAt } = await scheduled({}, { inDays: 5 });
  const move = async (time: string) => {
    const proposed = await as(owner, proposeTime, id, { kind: "pickup", date: startDate, time });
    const proposalId = proposed.plannedTimes.find(({ kind }) => kind === "pickup")?.proposal?.id;
    await as(renter, confirmTime, id, { kind: "pickup", proposalId });
  };
  await move("12:00");
  await reach(startAt, -24);
  const { pickupAt } = await as(renter, getBooking, id);
  expect(await remindersFor(renter, id)).toEqual([]);
  await reach(pickupAt ?? "", -24);
  expect([await remindersFor(renter, id), await remindersFor(owner, id)]).toEqual([
    ["pickup_reminder"],
    ["pickup_reminder"],
  ]);
  await move("17:00");
  await reach(pickupAt ?? "", -22);
  expect(await remindersFor(renter, id)).toEqual(["pickup_reminder"]);
  await reach(pickupAt ?? "", -19);
  expect(await remindersFor(renter, id)).toEqual(["pickup_reminder", "pickup_reminder"]);

  // As if no worker had run before.
  const passed = await scheduled({}, { inDays: 3 });
  await reach(passed.startAt, 0.5);
  expect(await planned(passed.id)).toContain("pickup to renter, sent");
  expect(await remindersFor(renter, passed.id)).toEqual([]);
});

test("[DATA-18] both are reminded of the return, the owner to inspect the item, and both to review, each time once", async () => {
  const { owner, renter } = here();
  const { id, endAt } = await inPossession({}, { days: 4 });
  await reach(endAt, -24);
  expect([await remindersFor(renter, id), await remindersFor(owner, id)]).toEqual([
    ["return_reminder"],
    ["return_reminder"],
  ]);
  await reach(endAt, -2);
  await as(renter, markReturned, id, {});
  const { exchange } = await settle(id);
  for (const hours of [25, 37]) await reach(exchange.actualReturnAt ?? "", hours);
  expect(await remindersFor(owner, id)).toEqual([
    "return_reminder",
    "return_soon",
    "review_prompt",
    "inspection_reminder",
  ]);
  await reach(endAt, 6 * 24);
  expect(await remindersFor(renter, id)).toEqual(["return_reminder", "return_soon", "review_prompt", "review_prompt"]);
  expect(await planned(id)).toContain("second_review to renter, sent");
});

test("[DATA-18] [LATE-01] a late return is announced before, at and after the due time, each once and with its own text", async () => {
  const { owner, renter } = here();
  const { id, endAt } = await inPossession({}, { days: 4 });
  await reach(endAt, -3);
  const told = await remindersFor(renter, id);
  for (const [hours, kinds] of [
    [-2 - 1 / 60, []],
    [-2, ["return_soon"]],
    [-1 / 60, []],
    [0, ["return_due"]],
    [2 - 1 / 60, []],
    [2 + 1 / 60, ["return_overdue"]],
    [4 - 1 / 60, []],
    [4 + 1 / 60, ["return_overdue"]],
    [26 - 1 / 60, []],
    [26 + 1 / 60, ["late_fee_accrued"]],
    [50 + 1 / 60, ["late_fee_accrued"]],
  ] as const) {
    await reach(endAt, hours);
    told.push(...kinds);
    expect([hours, await remindersFor(renter, id), await remindersFor(owner, id)]).toEqual([hours, told, told]);
  }
  for (const day of [3, 4, 5, 6]) await reach(endAt, day * 24 + 2 + 1 / 60);
  for (const member of [renter, owner]) {
    const texts = await textsFor(member, id);
    const late = texts.filter((text) => /due now|Due |Overdue|overdue|late fee|hasn't returned|Still not/.test(text));
    expect(late.length).toBeGreaterThanOrEqual(8);
    expect(new Set(late).size).toBe(late.length);
  }
});
