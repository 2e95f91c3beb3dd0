import type { ItemDetailView } from "@nexby/contract/listings/items";
import { addDays, localDate } from "@nexby/domain/kernel/calendar";
import { describe, expect, test } from "vitest";
import { withQuery } from "../../lib/paths.ts";
import { blockedReason, type CalendarRules, type Range, withDay } from "./availability-calendar.tsx";
import { choiceQuery, fullChoice, mostUnits, quoteRequest, readChoice } from "./rental-choice.ts";

const NOTHING = readChoice("");

test("the form reads no choice from an empty query", () => {
  expect(NOTHING).toEqual({
    from: null,
    to: null,
    quantity: null,
    exchange: null,
    place: "",
    hasInsurance: false,
    mode: null,
    guests: null,
  });
});

test.each([
  "from=2026-06-04&to=2026-06-06&quantity=2&exchange=delivery&place=12+Elm+St%2C+07040&insurance=yes",
  "from=2026-06-04&to=2026-06-04&place=07040&mode=PER_PERSON&guests=60",
  "from=2026-06-04",
])("%s is read and written back unchanged", (search) => {
  expect(withQuery("/listings/1", choiceQuery(readChoice(search)))).toBe(`/listings/1?${search}`);
});

test.each([
  "from=2026-02-30",
  "to=2026-06-04",
  "quantity=0",
  "quantity=-1",
  "quantity=1e3",
  "quantity=100000",
  "exchange=catapult",
  "mode=BOTH",
  "guests=many",
  "insurance=1",
])("%s is ignored", (search) => {
  expect(readChoice(search)).toEqual(NOTHING);
});

test("the form drops an end before the start", () => {
  expect(readChoice("from=2026-06-04&to=2026-06-03")).toMatchObject({ from: "2026-06-04", to: null });
});

const ITEM = {
  allowQuantity: true,
  quantityTotal: 5,
  quantityMinPerBooking: 2,
  quantityMaxPerBooking: 4,
  offerPickup: false,
  offerMeetup: true,
  offerDelivery: true,
  deliveryRadius: 5,
  foodTruck: null,
} as ItemDetailView;
const TRUCK = {
  ...ITEM,
  foodTruck: { offeredModes: ["APPEARANCE"], perPersonMinHeadcount: 40 },
} as unknown as ItemDetailView;

const requestFor = (item: ItemDetailView, search: string) => quoteRequest(item, fullChoice(item, readChoice(search)));
const DATES = { startDate: "2026-06-04", endDate: "2026-06-06", hasInsurance: false };

describe("quote request", () => {
  test("the quote request is null without both dates", () => {
    expect(requestFor(ITEM, "quantity=2")).toBeNull();
    expect(requestFor(ITEM, "from=2026-06-04")).toBeNull();
  });

  test("quote request falls back to the owner's offer when nothing or something else was chosen", () => {
    const dates = "from=2026-06-04&to=2026-06-06";
    expect(requestFor(ITEM, dates)).toEqual({ ...DATES, quantity: 2, exchangeType: "meetup" });
    expect(requestFor(ITEM, `${dates}&exchange=pickup&quantity=99&place=07040`)).toEqual({
      ...DATES,
      quantity: 4,
      exchangeType: "meetup",
    });
    expect(requestFor(ITEM, `${dates}&exchange=delivery&place=07040&insurance=yes`)).toEqual({
      ...DATES,
      hasInsurance: true,
      quantity: 2,
      exchangeType: "delivery",
      destination: "07040",
    });
  });

  test("the quote request has the mode, guests and place of a food truck", () => {
    expect(requestFor(TRUCK, "from=2026-06-04&to=2026-06-06&mode=PER_PERSON&place=+x+")).toEqual({
      ...DATES,
      foodTruck: { mode: "APPEARANCE", headcount: 40 },
    });
  });

  test("the quote request is for one unit when the owner rents out one at a time", () => {
    expect(mostUnits({ ...ITEM, allowQuantity: false })).toBe(1);
    expect(fullChoice({ ...ITEM, allowQuantity: false }, readChoice("quantity=3")).quantity).toBe(1);
  });
});

const FIRST = localDate("2026-06-01");
const day = (number: number) => addDays(FIRST, number - 1);
const NO_DAYS: Range = { from: null, to: null };

/** June as letters: f = available, t = taken, c = closed to handoffs, n = night taken. */
function rulesOf(month: string, rest: Partial<CalendarRules> = {}): CalendarRules {
  const days = [...month].map((letter, index) => ({
    date: day(index + 1) as string,
    free: letter === "t" ? 1 : 2,
    freeOvernight: letter === "t" || letter === "n" ? 1 : 2,
    isHandoffDay: letter !== "c",
  }));
  return {
    days: new Map(days.map((one) => [one.date, one])),
    today: day(1),
    quantity: 2,
    minRentalDays: 1,
    maxRentalDays: null,
    ...rest,
  };
}
const reasons = (range: Range, rules: CalendarRules) =>
  [...rules.days.keys()].map((date) => blockedReason(localDate(date), range, rules));

describe("calendar days", () => {
  test("calendar days can start a rental when they are available, open for handoffs and not in the past", () => {
    expect(reasons(NO_DAYS, rulesOf("ftcnf", { today: day(1) }))).toEqual([
      null,
      "not available",
      "no handoff on this day",
      null,
      null,
    ]);
    expect(reasons(NO_DAYS, rulesOf("fff", { today: day(3) }))).toEqual(["in the past", "in the past", null]);
    expect(reasons(NO_DAYS, rulesOf("ft", { quantity: 1 }))).toEqual([null, null]);
  });

  test("calendar days can end a rental as far as every night is available; later days start a new one", () => {
    const rules = rulesOf("ffcftff");
    const chosen = { from: day(1), to: day(1) };
    expect(reasons(chosen, rules)).toEqual([null, null, "no handoff on this day", null, "not available", null, null]);
    expect(withDay(day(4), chosen, rules)).toEqual({ from: day(1), to: day(4) });
    expect(withDay(day(7), chosen, rules)).toEqual({ from: day(7), to: day(7) });
    const night = rulesOf("fnff");
    expect(withDay(day(2), { from: day(1), to: day(1) }, night)).toEqual({ from: day(1), to: day(2) });
    expect(withDay(day(3), { from: day(1), to: day(1) }, night)).toEqual({ from: day(3), to: day(3) });
  });

  test("calendar days explain a rental that is too short and start a new one when it is too long", () => {
    const rules = rulesOf("fffff", { minRentalDays: 3, maxRentalDays: 3 });
    const chosen = withDay(day(1), NO_DAYS, rules);
    expect(chosen).toEqual({ from: day(1), to: null });
    expect(reasons(chosen, rules)).toEqual([null, "the shortest rental is 3 days", null, null, null]);
    expect(withDay(day(3), chosen, rules)).toEqual({ from: day(1), to: day(3) });
    expect(withDay(day(4), chosen, rules)).toEqual({ from: day(4), to: null });
    expect(reasons(NO_DAYS, rulesOf("nf", { minRentalDays: 2 }))).toEqual(["not available", null]);
  });

  test("start a new range after a complete one or when they are earlier", () => {
    const rules = rulesOf("fffff");
    expect(withDay(day(4), { from: day(1), to: day(2) }, rules)).toEqual({ from: day(4), to: day(4) });
    expect(withDay(day(2), { from: day(3), to: day(3) }, rules)).toEqual({ from: day(2), to: day(2) });
  });

  test("calendar days are left to the server while they are unknown", () => {
    expect(blockedReason(day(60), NO_DAYS, rulesOf("f"))).toBeNull();
    expect(withDay(day(60), { from: day(1), to: day(1) }, rulesOf("f"))).toEqual({ from: day(1), to: day(60) });
  });
});
