import { expect, test } from "vitest";
import { nextMorning } from "./counted-search.ts";

test.each([
  ["before eight", "2026-06-01T11:59:59.999Z", "America/New_York", "2026-06-01T12:00:00.000Z"],
  ["at eight", "2026-06-01T12:00:00.000Z", "America/New_York", "2026-06-02T12:00:00.000Z"],
  ["in another zone", "2026-06-01T12:00:00.000Z", "America/Los_Angeles", "2026-06-01T15:00:00.000Z"],
  ["on another local date", "2026-06-01T23:30:00.000Z", "Pacific/Auckland", "2026-06-02T20:00:00.000Z"],
  ["on the night the clocks go forward", "2026-03-07T20:00:00.000Z", "America/New_York", "2026-03-08T12:00:00.000Z"],
  ["on the night the clocks go back", "2026-10-31T20:00:00.000Z", "America/New_York", "2026-11-01T13:00:00.000Z"],
  ["at the end of a year", "2026-12-31T20:00:00.000Z", "America/New_York", "2027-01-01T13:00:00.000Z"],
])("the next morning %s: after %s in %s it is %s", (_, now, zone, expected) => {
  expect(nextMorning(new Date(now), zone).toISOString()).toBe(expected);
});
