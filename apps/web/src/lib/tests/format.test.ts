import { countOf } from "@nexby/domain/kernel/amount-text";
import { localDate } from "@nexby/domain/kernel/calendar";
import { milesBetween } from "@nexby/domain/kernel/distance";
import { containsWords } from "@nexby/domain/search/suggestions";
import { expect, test } from "vitest";
import {
  browserToday,
  dateOf,
  daysIn,
  localMidnight,
  monthOf,
  monthsBetween,
  monthsLater,
  timeAgo,
  weeksIn,
  zonedTime,
  zoneNote,
} from "../dates.ts";
import { formatCents, formatMiles, formatMoney } from "../format.ts";
import { ownerRecordCopy } from "../rental-labels.ts";

const TEXT = "Tandem Kayak, with two paddles";

test.each(["kayak", "KAYAK", "paddles kayak", "tand", "", "  "])("%j is found", (words) =>
  expect(containsWords(TEXT, words)).toBe(true),
);

test.each(["canoe", "kayak canoe", "tandemkayak"])("%j is not found", (words) =>
  expect(containsWords(TEXT, words)).toBe(false),
);

test("a count uses the singular for one and separates thousands", () =>
  expect([1, 0, 1000].map((count) => countOf(count, "item"))).toEqual(["1 item", "0 items", "1,000 items"]));

test.each([
  [0, "0.0 mi"],
  [2, "2.0 mi"],
  [7.25, "7.3 mi"],
  [12.34, "12.3 mi"],
])("[CONST-03] %d miles are shown as %s", (miles, text) => expect(formatMiles(miles)).toBe(text));

test("[CONST-03] a degree is 69.1 miles on an earth with a radius of 3959 miles", () =>
  expect(formatMiles(milesBetween({ latitude: 40, longitude: -74 }, { latitude: 41, longitude: -74 }))).toBe(
    "69.1 mi",
  ));

test.each([
  ["18.00", "$18"],
  ["18.50", "$18.50"],
  ["0.05", "$0.05"],
  ["1250.00", "$1,250"],
])("formatMoney writes %s as %s", (decimal, written) => expect(formatMoney(decimal)).toBe(written));

test("formatCents writes cents as dollars", () => expect(formatCents(2599)).toBe("$25.99"));

test.each([
  [0, 0, null],
  [2, 0, null],
  [3, 0, "Hasn’t canceled a rental in the last year"],
  [1, 1, "Canceled 1 of 1 rental in the last year"],
  [12, 1, "Canceled 1 of 12 rentals in the last year"],
  [1200, 3, "Canceled 3 of 1,200 rentals in the last year"],
])("%d rentals with %d canceled are described as: %s", (agreedCount, canceledCount, text) =>
  expect(ownerRecordCopy({ agreedCount, canceledCount })).toBe(text),
);

const day = localDate;

test("a period counts months across the turn of the year", () => {
  expect(monthOf(day("2026-11-15"))).toBe("2026-11-01");
  expect(monthsLater(day("2026-11-01"), 2)).toBe("2027-01-01");
  expect(monthsLater(day("2026-01-01"), -1)).toBe("2025-12-01");
  expect([daysIn(day("2028-02-01")), daysIn(day("2026-12-01"))]).toEqual([29, 31]);
});

test("a period lists the months of a range up to a limit", () => {
  expect(monthsBetween(day("2026-11-15"), day("2027-01-01"), 9)).toEqual(["2026-11-01", "2026-12-01", "2027-01-01"]);
  expect(monthsBetween(day("2026-11-15"), day("2030-01-01"), 2)).toHaveLength(2);
});

test("a calendar starts weeks on Sunday", () => {
  expect(["2026-02-01", "2026-11-01", "2026-08-01"].map((month) => weeksIn(day(month)))).toEqual([4, 5, 6]);
});

test("the calendar converts a day to a browser date and back", () => {
  expect(dateOf(localMidnight(day("2026-03-08")))).toBe("2026-03-08");
  expect(browserToday(new Date(2026, 10, 15, 23, 59))).toBe("2026-11-15");
});

const NOW = "2026-03-31T12:00:00.000Z";

test.each([
  ["2026-03-31T12:00:00.000Z", "less than a minute ago"],
  ["2026-03-31T11:59:00.001Z", "less than a minute ago"],
  ["2026-03-31T12:00:30.000Z", "less than a minute ago"],
  ["2026-03-31T11:59:00.000Z", "1 minute ago"],
  ["2026-03-31T11:00:00.001Z", "59 minutes ago"],
  ["2026-03-31T11:00:00.000Z", "1 hour ago"],
  ["2026-03-30T12:00:00.001Z", "23 hours ago"],
  ["2026-03-30T12:00:00.000Z", "1 day ago"],
  ["2026-03-02T12:00:00.000Z", "29 days ago"],
  ["2026-03-01T12:00:00.000Z", "1 month ago"],
  ["2025-04-01T12:00:00.000Z", "12 months ago"],
  ["2025-03-31T12:00:00.000Z", "1 year ago"],
  ["2023-01-01T00:00:00.000Z", "3 years ago"],
])("[CONST-03] %s is %s", (instant, text) => expect(timeAgo(instant, Date.parse(NOW))).toBe(text));

test("a formatted time returns an empty text for an invalid time", () => expect(timeAgo("soon", 0)).toBe(""));

const CLOCK = { hour: "numeric", minute: "2-digit" } as const;
const [SUMMER, WINTER] = [new Date("2026-06-04T19:00:00Z"), new Date("2026-12-04T19:00:00Z")];

test.each([
  [SUMMER, "America/New_York", "America/New_York", "3:00 PM"],
  [SUMMER, "America/New_York", "America/Detroit", "3:00 PM"],
  [SUMMER, "America/New_York", "America/Chicago", "3:00 PM EDT"],
  [WINTER, "America/New_York", "America/Chicago", "2:00 PM EST"],
  // These two differ only in summer.
  [SUMMER, "America/Denver", "America/Phoenix", "1:00 PM MDT"],
  [WINTER, "America/Denver", "America/Phoenix", "12:00 PM"],
])("%o in %s is shown in %s as %s", (instant, zone, ownZone, text) => {
  expect(zonedTime(instant, zone, CLOCK, ownZone)).toBe(text);
});

test("a text names the time zone only where the viewer's clock differs", () => {
  expect(zoneNote(SUMMER, "America/New_York", "America/New_York")).toBeNull();
  expect(zoneNote(SUMMER, "America/New_York", "America/Detroit")).toBeNull();
  expect(zoneNote(SUMMER, "America/New_York", "America/Chicago")).toBe("Times are Eastern Time.");
});
