import { localDate } from "@nexby/domain/kernel/calendar";
import { expect, test } from "vitest";
import { browserToday, dateOf, daysIn, localMidnight, monthOf, monthsBetween, monthsLater, weeksIn } from "../dates.ts";

const day = localDate;

test("counts months across the turn of the year", () => {
  expect(monthOf(day("2026-11-15"))).toBe("2026-11-01");
  expect(monthsLater(day("2026-11-01"), 2)).toBe("2027-01-01");
  expect(monthsLater(day("2026-01-01"), -1)).toBe("2025-12-01");
  expect([daysIn(day("2028-02-01")), daysIn(day("2026-12-01"))]).toEqual([29, 31]);
});

test("lists the months of a range up to a limit", () => {
  expect(monthsBetween(day("2026-11-15"), day("2027-01-01"), 9)).toEqual(["2026-11-01", "2026-12-01", "2027-01-01"]);
  expect(monthsBetween(day("2026-11-15"), day("2030-01-01"), 2)).toHaveLength(2);
});

test("starts weeks on Sunday", () => {
  expect(["2026-02-01", "2026-11-01", "2026-08-01"].map((month) => weeksIn(day(month)))).toEqual([4, 5, 6]);
});

test("converts a day to a browser date and back", () => {
  expect(dateOf(localMidnight(day("2026-03-08")))).toBe("2026-03-08");
  expect(browserToday(new Date(2026, 10, 15, 23, 59))).toBe("2026-11-15");
});
