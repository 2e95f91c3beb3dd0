import { BOOKING_STEPS, type BookingDetailView } from "@nexby/contract/bookings/bookings";
import { HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import { latenessOf } from "@nexby/domain/late-fees/late-fee-collection";
import { describe, expect, it } from "vitest";
import { staleTimes } from "../../../../lib/testing/stale-times.ts";
import { viewedFrom } from "../../../../lib/testing/viewed-from.ts";
import { BOOKING, LATE_FEE_TERMS } from "../../../../testing/booking.fixture.ts";
import { stepCopy } from "../next-step.ts";
import { chipOf } from "../status.ts";
import { durationText, endangeredCopy, overdueItem } from "./lateness.ts";

viewedFrom("America/New_York");

/** Due on Sat, Jun 6, 6:00 PM in New York. */
const END = Date.parse(BOOKING.endAt);
const ROLES = ["renter", "owner", "admin"] as const;

const lateAt = (at: number, terms: typeof LATE_FEE_TERMS | null = LATE_FEE_TERMS): BookingDetailView["lateness"] => {
  const rental = {
    lateFeeTerms: terms,
    endAt: new Date(END),
    timezone: BOOKING.timezone,
    quantity: 1,
    returns: [],
    status: "in_possession" as const,
    rentalStatus: "active" as const,
    returnedAt: null,
  };
  const lateness = latenessOf(rental, new Date(at));
  return (
    lateness && {
      ...lateness,
      freeUntil: lateness.freeUntil.toISOString(),
      nextDayAt: lateness.nextDayAt?.toISOString() ?? null,
    }
  );
};

/** As the server sends it at an instant. */
const rentedAt = (at: number, changes: Partial<BookingDetailView> = {}): BookingDetailView => {
  const isOverdue = at > END + 2 * HOUR;
  return {
    ...BOOKING,
    status: "in_possession",
    rentalStatus: isOverdue ? "overdue" : "active",
    nextStep: { code: isOverdue ? "overdue" : "return", by: "renter", until: BOOKING.endAt },
    lateness: lateAt(at),
    ...changes,
  };
};

describe("[LATE-01] a return that is due", () => {
  it.each([
    [-1, "Return it by Sat, Jun 6, 6:00 PM."],
    [1, "It was due Sat, Jun 6, 6:00 PM. Return it by 8:00 PM to avoid a late fee."],
    [120, "It was due Sat, Jun 6, 6:00 PM. Return it by 8:00 PM to avoid a late fee."],
    [
      165,
      "It’s 2 hours 45 minutes late, billed as 1 day: $25.00. The next day starts Sun, Jun 7, 8:00 PM: $50.00. Please return it now.",
    ],
    [
      26 * 60 + 45,
      "It’s 1 day 2 hours late, billed as 2 days: $50.00. The next day starts Mon, Jun 8, 8:00 PM: $60.00. Please return it now.",
    ],
    [
      50 * 60 + 1,
      "It’s 2 days 2 hours late, billed as 3 days: $60.00. The fee doesn’t grow anymore. Please return it now.",
    ],
  ])("a return that is due tells the renter after %i minutes how it is counted: %s", (minutes, text) => {
    const at = END + minutes * MINUTE;
    expect(stepCopy(rentedAt(at), at)).toBe(text);
  });

  it("a return that is due tells the owner what the renter can do and what it costs them", () => {
    const texts = [1, 165].map((minutes) => {
      const at = END + minutes * MINUTE;
      return stepCopy(rentedAt(at, { role: "owner" }), at);
    });
    expect(texts).toEqual([
      "It was due Sat, Jun 6, 6:00 PM. Omar can return it by 8:00 PM without a late fee.",
      "It’s 2 hours 45 minutes late, billed as 1 day: $25.00. The next day starts Sun, Jun 7, 8:00 PM: $50.00.",
    ]);
  });

  it("a return that is due names no amounts where none were agreed on", () => {
    const at = END + 3 * HOUR;
    const text = stepCopy(rentedAt(at, { lateness: lateAt(at, null) }), at);
    expect(text).toBe("It’s 3 hours late. Please return it now.");
  });

  it("a return that is due goes on to the next day on a page that hasn't heard from the server", () => {
    const opened = rentedAt(END + 3 * HOUR);
    expect(stepCopy(opened, END + 27 * HOUR)).toBe(
      "It’s 1 day 3 hours late, billed as 2 days: $50.00. Please return it now.",
    );
    expect(stepCopy(rentedAt(END - HOUR), END + HOUR)).toBe(
      "It was due back on Sat, Jun 6, 6:00 PM. Please return it now.",
    );
  });

  it("a return that is due leads on home and in lists, with its cost", () => {
    const titleOf = (minutes: number, changes: Partial<BookingDetailView> = {}) => {
      const at = END + minutes * MINUTE;
      return overdueItem(rentedAt(at, changes), at)?.title;
    };
    expect([-1, 1, 121].map((minutes) => titleOf(minutes))).toEqual([
      undefined,
      "Due now: Dome tent",
      "Overdue: Dome tent",
    ]);
    expect(titleOf(121, { role: "owner" })).toBe("Omar hasn’t returned it: Dome tent");
    expect(titleOf(121, { item: { ...BOOKING.item, isFoodTruck: true } })).toBeUndefined();
    expect([-1, 1, 121].map((minutes) => chipOf(rentedAt(END + minutes * MINUTE)).label)).toEqual([
      "With you",
      "Due now",
      "Overdue",
    ]);
  });

  it("a return that is due is counted in words", () => {
    const lengths = [0, 30_000, MINUTE, 61 * MINUTE, 24 * HOUR, 50 * HOUR + MINUTE];
    expect(lengths.map(durationText)).toEqual([
      "less than a minute",
      "less than a minute",
      "1 minute",
      "1 hour 1 minute",
      "1 day",
      "2 days 2 hours",
    ]);
  });
});

describe("the step card", () => {
  const MINUTES = [-1441, -61, -2, -1, 0, 1, 2, 59, 61, 119, 120, 121, 122, 1439, 1441];

  it.each(BOOKING_STEPS)(
    "the step card never names a time to come that has passed, at any minute around the deadline of %s",
    (code) => {
      for (const role of ROLES) {
        for (const by of ["renter", "owner", "platform"] as const) {
          for (const exchangeType of ["pickup", "meetup", "delivery"] as const) {
            for (const isFoodTruck of [false, true]) {
              for (const minutes of MINUTES) {
                const now = END + minutes * MINUTE;
                const item = { ...BOOKING.item, isFoodTruck };
                const isRented = code === "return" || code === "overdue";
                const shown = {
                  role,
                  exchangeType,
                  item,
                  pickupAt: BOOKING.endAt,
                  lateness: isRented ? lateAt(now) : null,
                };
                const text = stepCopy({ ...BOOKING, ...shown, nextStep: { code, by, until: BOOKING.endAt } }, now);
                expect([text, staleTimes(text ?? "", now)]).toEqual([text, []]);
              }
            }
          }
        }
      }
    },
  );

  it("the step card names a time that is still to come, which the search for passed times would find", () => {
    const text = stepCopy({ ...BOOKING, nextStep: { code: "pickup", by: "renter", until: null } }, 0);
    expect(text).toBe("Pick it up on Thu, Jun 4, 9:00 AM.");
    expect(staleTimes(text ?? "", Date.parse(BOOKING.pickupAt) + MINUTE)).toEqual(["Thu, Jun 4, 9:00 AM"]);
  });
});

it("the step card tells the next renter and the owner what they can do, before and after the pickup's time", () => {
  const start = Date.parse(BOOKING.startAt);
  expect(endangeredCopy(BOOKING, start - 1)).toEqual({
    title: "It may not be back in time",
    text: "The previous renter still has it or returned it late. If it isn’t ready in time, you can choose other dates or another item: we’ll cancel this booking and refund you in full.",
  });
  expect(endangeredCopy(BOOKING, start)).toMatchObject({
    title: "It may not be back yet",
    text: expect.stringMatching(/late\. If it isn’t ready, you can choose other dates/),
  });
  expect(endangeredCopy({ ...BOOKING, role: "owner" }, start).text).toMatch(/we’ll cancel this booking and refund/);
});
