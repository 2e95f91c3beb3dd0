import { describe, expect, it } from "vitest";
import { HOUR } from "../kernel/duration.ts";
import { isInTime, remindersOf } from "./reminders.ts";

const START = new Date("2026-06-05T09:00:00Z");
const END = new Date("2026-06-08T18:00:00Z");
const hours = (from: Date, count: number) => new Date(from.getTime() + count * HOUR);

const NO_PLAN = { isConfirmed: false, proposal: null };
const BOOKING = {
  status: "approved",
  startAt: START,
  endAt: END,
  scheduledPickupAt: null,
  scheduledReturnAt: null,
  ownerDecisionDeadline: null,
  ownerHandedOverAt: null,
  handoverObjectedAt: null,
  noShowReportedAt: null,
  returnedAt: null,
  closedAt: null,
  isFoodTruck: false,
  plans: { pickup: NO_PLAN, return: NO_PLAN },
  extensions: [],
  outages: [],
  lateFeeTerms: null,
};

const planned = (changes: object) =>
  remindersOf({ ...BOOKING, ...changes } as unknown as Parameters<typeof remindersOf>[0]).map(
    ({ kind, to, at }) => `${kind} to ${to} at ${at.toISOString().slice(0, 16)}`,
  );

const proposal = (by: "renter" | "owner") => ({ id: "p", by, at: hours(START, 2), expiresAt: hours(START, -20) });

describe("[DATA-18] reminders", () => {
  it.each([
    [
      "an owner six hours and one hour before a request expires",
      { status: "pending", ownerDecisionDeadline: START },
      ["request to owner at 2026-06-05T03:00", "request_soon to owner at 2026-06-05T08:00"],
    ],
    ["nobody of a checkout that the owner doesn't know of", { status: "pending" }, []],
    [
      "both a day and two hours before the rental starts",
      {},
      [
        "pickup to renter at 2026-06-04T09:00",
        "pickup to owner at 2026-06-04T09:00",
        "pickup_soon to renter at 2026-06-05T07:00",
        "pickup_soon to owner at 2026-06-05T07:00",
      ],
    ],
    [
      "both before the agreed time",
      { status: "scheduled", scheduledPickupAt: hours(START, 5) },
      [
        "pickup to renter at 2026-06-04T14:00",
        "pickup to owner at 2026-06-04T14:00",
        "pickup_soon to renter at 2026-06-05T12:00",
        "pickup_soon to owner at 2026-06-05T12:00",
      ],
    ],
    ["nobody of a pickup that was reported", { status: "scheduled", ownerHandedOverAt: START }, []],
    [
      "the person who has to reply to a time",
      { plans: { pickup: { isConfirmed: false, proposal: proposal("renter") }, return: NO_PLAN } },
      [
        "pickup_time to owner at 2026-06-04T10:00",
        "pickup to renter at 2026-06-04T09:00",
        "pickup to owner at 2026-06-04T09:00",
        "pickup_soon to renter at 2026-06-05T07:00",
        "pickup_soon to owner at 2026-06-05T07:00",
      ],
    ],
    [
      "both a day and two hours before the return, and when it is due",
      { status: "in_possession" },
      [
        "return to renter at 2026-06-07T18:00",
        "return to owner at 2026-06-07T18:00",
        "return_soon to renter at 2026-06-08T16:00",
        "return_soon to owner at 2026-06-08T16:00",
        "return_due to renter at 2026-06-08T18:00",
        "return_due to owner at 2026-06-08T18:00",
      ],
    ],
    [
      "of the agreed return instead of the end",
      { status: "in_possession", scheduledReturnAt: hours(END, -6) },
      [
        "return to renter at 2026-06-07T12:00",
        "return to owner at 2026-06-07T12:00",
        "return_soon to renter at 2026-06-08T10:00",
        "return_soon to owner at 2026-06-08T10:00",
        "return_due to renter at 2026-06-08T18:00",
        "return_due to owner at 2026-06-08T18:00",
      ],
    ],
    ["nobody of a food truck's end", { status: "in_possession", isFoodTruck: true }, []],
    [
      "an owner who hasn't answered about more days",
      {
        status: "in_possession",
        isFoodTruck: true,
        extensions: [{ id: "e", status: "requested", expiresAt: hours(END, -1), payment: null }],
      },
      ["extension to owner at 2026-06-08T15:00"],
    ],
    [
      "an owner twelve hours before the inspection ends, and both to review",
      { status: "return_submitted", returnedAt: END },
      [
        "inspection to owner at 2026-06-10T06:00",
        "review to renter at 2026-06-09T18:00",
        "review to owner at 2026-06-09T18:00",
        "second_review to renter at 2026-06-13T18:00",
        "second_review to owner at 2026-06-13T18:00",
      ],
    ],
    ["nobody of a canceled booking", { status: "canceled", closedAt: END }, []],
  ])("reminders reach %s", (_, changes, expected) => expect(planned(changes)).toEqual(expected));

  it("reminders tell nobody that a return is still free where there is no grace period", () => {
    const dueWith = (gracePeriodHours: number) =>
      planned({ status: "in_possession", lateFeeTerms: { gracePeriodHours } }).filter((text) =>
        /return_due/.test(text),
      );
    expect(dueWith(0)).toEqual([]);
    expect(dueWith(1)).toHaveLength(2);
  });

  it("reminders tell both daily of an overdue return, except on days on which the late fee grows", () => {
    const overdueOf = (lateFeeTerms: object | null) =>
      planned({ status: "in_possession", rentalStatus: "overdue", quantity: 1, timezone: "UTC", lateFeeTerms })
        .filter((reminder) => reminder.includes("to owner"))
        .map((reminder) => reminder.replace(/ to owner at (.*)/, " $1"));
    expect(overdueOf(null)).toEqual([
      "overdue_2_hours 2026-06-08T22:00",
      "overdue_1_day 2026-06-09T20:00",
      "overdue_2_days 2026-06-10T20:00",
      "overdue_3_days 2026-06-11T20:00",
      "overdue_4_days 2026-06-12T20:00",
      "overdue_5_days 2026-06-13T20:00",
      "overdue_6_days 2026-06-14T20:00",
    ]);
    const terms = {
      ruleId: null,
      baseCents: 2_000,
      basePercent: "100",
      gracePeriodHours: 2,
      dailyEscalationRate: "0",
      escalationCapDays: 7,
      maxFeeCents: 6_000,
      replacementValueCents: null,
    };
    expect(overdueOf(terms)).toEqual([
      "overdue_2_hours 2026-06-08T22:00",
      "overdue_3_days 2026-06-11T20:00",
      "overdue_4_days 2026-06-12T20:00",
      "overdue_5_days 2026-06-13T20:00",
      "overdue_6_days 2026-06-14T20:00",
    ]);
  });

  it("reminders come before what they remind of, or not at all", () => {
    const inspection = { kind: "inspection", at: START } as const;
    expect([11, 12].map((late) => isInTime(inspection, hours(START, late)))).toEqual([true, false]);
    const overdue = { kind: "overdue_1_day", at: START } as const;
    expect([23, 24].map((late) => isInTime(overdue, hours(START, late)))).toEqual([true, false]);
    const due = { kind: "return_due", at: START } as const;
    expect([1, 2].map((late) => isInTime(due, hours(START, late)))).toEqual([true, false]);
    expect(isInTime({ kind: "review", at: START }, hours(START, 99))).toBe(true);
  });
});
