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
import { DAY, HOUR, MINUTE } from "./duration.ts";
import { instantOf, localDateOf, localTimeOf, rentalDays } from "./zones.ts";

const NEW_YORK = "America/New_York";

/** Half-hour daylight saving, quarter-hour offsets, midnight changes and a skipped day (Apia, December 30, 2011). */
const ZONES = [
  "UTC",
  "America/New_York",
  "America/Los_Angeles",
  "America/St_Johns",
  "America/Sao_Paulo",
  "America/Havana",
  "Europe/London",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Chatham",
  "Africa/Casablanca",
];
const FROM = Date.parse("2011-01-01T00:00:00Z");
const TO = Date.parse("2021-01-01T00:00:00Z");

const utc = (date: string, time: string, zone: string) =>
  instantOf(localDate(date), localTime(time), zone).toISOString();
const wallOf = (epochMs: number, zone: string) => {
  const instant = new Date(epochMs);
  return `${localDateOf(instant, zone)}T${localTimeOf(instant, zone)}`;
};
const instantOfWall = (wall: string, zone: string) =>
  instantOf(localDate(wall.slice(0, 10)), localTime(wall.slice(11)), zone).getTime();
/** The zone's UTC offset, read from its wall clock. */
const offsetAt = (epochMs: number, zone: string) => Date.parse(`${wallOf(epochMs, zone)}:00Z`) - epochMs;

/** The first minute after each of the zone's clock changes. */
function changesOf(zone: string): number[] {
  const changes: number[] = [];
  let offset = offsetAt(FROM, zone);
  for (let day = FROM; day < TO; day += DAY) {
    const next = offsetAt(day + DAY, zone);
    if (next === offset) continue;
    let [before, after] = [day, day + DAY];
    while (after - before > MINUTE) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE;
      if (offsetAt(middle, zone) === offset) before = middle;
      else after = middle;
    }
    changes.push(after);
    offset = next;
  }
  return changes;
}

describe("the instant of a local time", () => {
  test("the instant of a local time moves a time skipped in spring forward", () => {
    expect(utc("2025-03-09", "02:30", NEW_YORK)).toBe("2025-03-09T07:30:00.000Z");
    expect(utc("2025-03-09", "01:59", NEW_YORK)).toBe("2025-03-09T06:59:00.000Z");
    expect(utc("2025-03-09", "03:00", NEW_YORK)).toBe("2025-03-09T07:00:00.000Z");
  });

  test("the instant of a local time is the first occurrence of a time repeated in fall", () => {
    expect(utc("2025-11-02", "01:30", NEW_YORK)).toBe("2025-11-02T05:30:00.000Z");
    expect(utc("2025-11-02", "02:00", NEW_YORK)).toBe("2025-11-02T07:00:00.000Z");
  });

  test("the instant of a local time is the first instant of the day for a midnight that does not exist", () => {
    expect(utc("2018-11-04", "00:00", "America/Sao_Paulo")).toBe("2018-11-04T03:00:00.000Z");
    expect(localTimeOf(new Date("2018-11-04T03:00:00Z"), "America/Sao_Paulo")).toBe("01:00");
  });

  test("the instant of a local time moves a day that does not exist to the next", () => {
    expect(utc("2011-12-30", "12:00", "Pacific/Apia")).toBe("2011-12-30T22:00:00.000Z");
    expect(localDateOf(new Date("2011-12-30T22:00:00Z"), "Pacific/Apia")).toBe("2011-12-31");
  });

  test("the instant of a local time handles half-hour changes and quarter-hour offsets", () => {
    expect(utc("2025-10-05", "02:15", "Australia/Lord_Howe")).toBe("2025-10-04T15:45:00.000Z");
    expect(utc("2025-04-06", "01:45", "Australia/Lord_Howe")).toBe("2025-04-05T14:45:00.000Z");
    expect(utc("2025-06-01", "09:00", "Asia/Kathmandu")).toBe("2025-06-01T03:15:00.000Z");
  });

  test.each(ZONES)(
    "%s: every minute of ten years round-trips to the same local time, at its first occurrence",
    (zone) => {
      fc.assert(
        fc.property(fc.integer({ min: FROM / MINUTE, max: TO / MINUTE }), (minute) => {
          const wall = wallOf(minute * MINUTE, zone);
          const back = instantOfWall(wall, zone);
          expect(wallOf(back, zone)).toBe(wall);
          expect(back).toBeLessThanOrEqual(minute * MINUTE);
        }),
        { numRuns: 300 },
      );
    },
  );

  test.each(ZONES)("%s: is correct around every clock change", (zone) => {
    for (const change of changesOf(zone)) {
      const before = offsetAt(change - MINUTE, zone);
      const shift = offsetAt(change, zone) - before;
      // Wall times between the old and the new clock reading at the change: skipped if forward, repeated if back.
      for (
        let wall = change + before - 2 * HOUR;
        wall < change + before + Math.abs(shift) + 2 * HOUR;
        wall += 5 * MINUTE
      ) {
        const found = instantOfWall(new Date(wall).toISOString().slice(0, 16), zone);
        const isPastChange = wall >= change + before + Math.max(0, shift);
        expect(found).toBe(isPastChange ? wall - before - shift : wall - before);
      }
    }
  });
});

describe("local dates of instants", () => {
  test("local dates of instants differ between zones for the same instant", () => {
    const instant = new Date("2025-06-01T03:59:59Z");
    expect(localDateOf(instant, NEW_YORK)).toBe("2025-05-31");
    expect(localDateOf(instant, "UTC")).toBe("2025-06-01");
    expect(localDateOf(new Date("2025-06-01T04:00:00Z"), NEW_YORK)).toBe("2025-06-01");
  });

  test.each([
    ["2025-06-06", "2025-06-06", 1],
    ["2025-06-06", "2025-06-08", 3],
    ["2025-03-08", "2025-03-10", 3],
    ["2024-02-28", "2024-03-01", 3],
    ["2025-11-01", "2025-11-02", 2],
  ])("a rental from %s to %s has %i days", (start, end, days) => {
    const startAt = instantOf(localDate(start), localTime("09:00"), NEW_YORK);
    const endAt = instantOf(localDate(end), localTime("18:00"), NEW_YORK);
    expect(rentalDays(startAt, endAt, NEW_YORK)).toBe(days);
  });
});

describe("time zone names", () => {
  test("time zone names work in any number of spellings", () => {
    for (let mask = 0; mask < 200; mask++) {
      const spelling = [..."america/new_york"].map((c, i) => (mask & (1 << i) ? c.toUpperCase() : c)).join("");
      expect(utc("2025-06-01", "09:00", spelling)).toBe("2025-06-01T13:00:00.000Z");
    }
  });
});

describe("local dates", () => {
  test.each(["2025-06-01", "2024-02-29", "2000-02-29", "1999-12-31"])("the date parser accepts %s", (text) => {
    expect(isLocalDate(text)).toBe(true);
  });

  test.each(["2025-02-29", "1900-02-29", "2025-13-01", "2025-00-10", "2025-04-31", "2025-6-1", "20250601", ""])(
    "the date parser rejects %j",
    (text) => {
      expect(isLocalDate(text)).toBe(false);
      expect(() => localDate(text)).toThrow(RangeError);
    },
  );

  test("the date parser rejects text around a date", () => {
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

  test("the calendar computes weekdays, including before 1970", () => {
    expect(dayOfWeek(localDate("2025-06-02"))).toBe("monday");
    expect(dayOfWeek(localDate("2025-06-08"))).toBe("sunday");
    expect(dayOfWeek(localDate("1970-01-01"))).toBe("thursday");
    expect(dayOfWeek(localDate("1969-12-28"))).toBe("sunday");
    expect(dayOfWeek(localDate("1900-01-01"))).toBe("monday");
  });
});

describe("local times", () => {
  test("local times are hours and minutes from 00:00 to 23:59", () => {
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
])("clockTime writes %s as %s", (time, text) => expect(clockTime(localTime(time))).toBe(text));
