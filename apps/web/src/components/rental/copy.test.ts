import { expect, test } from "vitest";
import { viewedFrom } from "../../lib/testing/viewed-from.ts";
import { refundCopy } from "./copy.ts";

viewedFrom("America/New_York");

const stay = (now: string) => ({
  startAt: "2026-06-20T13:00:00Z",
  timezone: "America/New_York",
  now: new Date(now),
});

test("shows general deadlines before dates are chosen", () => {
  expect(refundCopy("moderate", null)).toEqual([
    "Cancel until 5 days before the start and everything comes back.",
    "Until 24 hours before the start half of the rental comes back.",
  ]);
});

test("shows deadlines to the minute in the item's time zone", () => {
  expect(refundCopy("flexible", stay("2026-06-01T00:00:00Z"))).toEqual([
    "Cancel until Jun 19, 9:00 AM and everything comes back.",
    "Until Jun 20, 9:00 AM half of the rental comes back.",
  ]);
});

test("omits deadlines that have passed", () => {
  expect(refundCopy("strict", stay("2026-06-10T00:00:00Z"))).toEqual([
    "Until Jun 13, 9:00 AM half of the rental comes back.",
  ]);
  expect(refundCopy("strict", stay("2026-06-19T00:00:00Z"))).toEqual([
    "The rental itself does not come back any more.",
  ]);
});
