import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  clockTime,
  dayOfWeek,
  daysBetween,
  isLocalDate,
  isLocalTime,
  localDate,
  localTime,
} from "./calendar.ts";

describe("local dates", () => {
  test.each(["2025-06-01", "2024-02-29", "2000-02-29", "1999-12-31"])("accepts %s", (text) => {
    expect(isLocalDate(text)).toBe(true);
  });

  test.each(["2025-02-29", "1900-02-29", "2025-13-01", "2025-00-10", "2025-04-31", "2025-6-1", "20250601", ""])(
    "rejects %j",
    (text) => {
      expect(isLocalDate(text)).toBe(false);
      expect(() => localDate(text)).toThrow(RangeError);
    },
  );

  test("rejects text around a date", () => {
    expect(isLocalDate("2025-06-01T00:00:00Z")).toBe(false);
    expect(isLocalDate("2025-06-01\n")).toBe(false);
  });

  test("adding days crosses months, leap days and years", () => {
    expect(addDays(localDate("2024-02-28"), 2)).toBe("2024-03-01");
    expect(addDays(localDate("2025-12-31"), 1)).toBe("2026-01-01");
    expect(addDays(localDate("2025-03-01"), -1)).toBe("2025-02-28");
  });

  test("addDays and daysBetween are inverses", () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 40_000 }), fc.integer({ min: -5_000, max: 5_000 }), (from, days) => {
        const date = addDays(localDate("1970-01-01"), from);
        expect(daysBetween(date, addDays(date, days))).toBe(days);
      }),
    );
  });

  test("computes weekdays, including before 1970", () => {
    expect(dayOfWeek(localDate("2025-06-02"))).toBe("monday");
    expect(dayOfWeek(localDate("2025-06-08"))).toBe("sunday");
    expect(dayOfWeek(localDate("1970-01-01"))).toBe("thursday");
    expect(dayOfWeek(localDate("1969-12-28"))).toBe("sunday");
    expect(dayOfWeek(localDate("1900-01-01"))).toBe("monday");
  });
});

describe("local times", () => {
  test("are hours and minutes from 00:00 to 23:59", () => {
    expect(isLocalTime("00:00")).toBe(true);
    expect(isLocalTime("23:59")).toBe(true);
    for (const text of ["24:00", "9:00", "09:60", "09:00:00", "0900", ""]) {
      expect(isLocalTime(text)).toBe(false);
      expect(() => localTime(text)).toThrow(RangeError);
    }
  });
});

test.each([
  ["00:05", "12:05 AM"],
  ["09:00", "9:00 AM"],
  ["12:30", "12:30 PM"],
  ["23:59", "11:59 PM"],
])("formats %s as %s", (time, text) => expect(clockTime(localTime(time))).toBe(text));
