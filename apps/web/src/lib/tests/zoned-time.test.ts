import { expect, test } from "vitest";
import { zonedTime, zoneNote } from "../dates.ts";

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

test("names the time zone only where the viewer's clock differs", () => {
  expect(zoneNote(SUMMER, "America/New_York", "America/New_York")).toBeNull();
  expect(zoneNote(SUMMER, "America/New_York", "America/Detroit")).toBeNull();
  expect(zoneNote(SUMMER, "America/New_York", "America/Chicago")).toBe("Times are Eastern Time.");
});
