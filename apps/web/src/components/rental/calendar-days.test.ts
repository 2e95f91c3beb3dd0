import { addDays, localDate } from "@nexby/domain/kernel/calendar";
import { describe, expect, test } from "vitest";
import { blockedReason, type CalendarRules, type Range, withDay } from "./availability-calendar.tsx";

const FIRST = localDate("2026-06-01");
const day = (number: number) => addDays(FIRST, number - 1);
const NOTHING: Range = { from: null, to: null };

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
  test("can start a rental when they are available, open for handoffs and not in the past", () => {
    expect(reasons(NOTHING, rulesOf("ftcnf", { today: day(1) }))).toEqual([
      null,
      "not available",
      "no handoff on this day",
      null,
      null,
    ]);
    expect(reasons(NOTHING, rulesOf("fff", { today: day(3) }))).toEqual(["in the past", "in the past", null]);
    expect(reasons(NOTHING, rulesOf("ft", { quantity: 1 }))).toEqual([null, null]);
  });

  test("can end a rental as far as every night is available; later days start a new one", () => {
    const rules = rulesOf("ffcftff");
    const chosen = { from: day(1), to: day(1) };
    expect(reasons(chosen, rules)).toEqual([null, null, "no handoff on this day", null, "not available", null, null]);
    expect(withDay(day(4), chosen, rules)).toEqual({ from: day(1), to: day(4) });
    expect(withDay(day(7), chosen, rules)).toEqual({ from: day(7), to: day(7) });
    const night = rulesOf("fnff");
    expect(withDay(day(2), { from: day(1), to: day(1) }, night)).toEqual({ from: day(1), to: day(2) });
    expect(withDay(day(3), { from: day(1), to: day(1) }, night)).toEqual({ from: day(3), to: day(3) });
  });

  test("explain a rental that is too short and start a new one when it is too long", () => {
    const rules = rulesOf("fffff", { minRentalDays: 3, maxRentalDays: 3 });
    const chosen = withDay(day(1), NOTHING, rules);
    expect(chosen).toEqual({ from: day(1), to: null });
    expect(reasons(chosen, rules)).toEqual([null, "the shortest rental is 3 days", null, null, null]);
    expect(withDay(day(3), chosen, rules)).toEqual({ from: day(1), to: day(3) });
    expect(withDay(day(4), chosen, rules)).toEqual({ from: day(4), to: null });
    expect(reasons(NOTHING, rulesOf("nf", { minRentalDays: 2 }))).toEqual(["not available", null]);
  });

  test("start a new range after a complete one or when they are earlier", () => {
    const rules = rulesOf("fffff");
    expect(withDay(day(4), { from: day(1), to: day(2) }, rules)).toEqual({ from: day(4), to: day(4) });
    expect(withDay(day(2), { from: day(3), to: day(3) }, rules)).toEqual({ from: day(2), to: day(2) });
  });

  test("are left to the server while they are unknown", () => {
    expect(blockedReason(day(60), NOTHING, rulesOf("f"))).toBeNull();
    expect(withDay(day(60), { from: day(1), to: day(1) }, rulesOf("f"))).toEqual({ from: day(1), to: day(60) });
  });
});
