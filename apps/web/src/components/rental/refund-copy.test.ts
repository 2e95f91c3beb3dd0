import { expect, test } from "vitest";
import { viewedFrom } from "../../lib/testing/viewed-from.ts";
import { refundCopy } from "./copy.ts";

viewedFrom("America/New_York");

const stay = (now: string) => ({
  startAt: "2026-06-20T13:00:00Z",
  timezone: "America/New_York",
  now: new Date(now),
});

test("in general, before there are dates", () => {
  expect(refundCopy("moderate", null)).toEqual([
    "Cancel until 5 days before the start and everything comes back.",
    "Until 24 hours before the start half of the rental comes back.",
  ]);
});

test("to the minute, on the clock where the item is", () => {
  expect(refundCopy("flexible", stay("2026-06-01T00:00:00Z"))).toEqual([
    "Cancel until Jun 19, 9:00 AM and everything comes back.",
    "Until Jun 20, 9:00 AM half of the rental comes back.",
  ]);
});

test("what is over is not promised", () => {
  expect(refundCopy("strict", stay("2026-06-10T00:00:00Z"))).toEqual([
    "Until Jun 13, 9:00 AM half of the rental comes back.",
  ]);
  expect(refundCopy("strict", stay("2026-06-19T00:00:00Z"))).toEqual([
    "The rental itself does not come back any more.",
  ]);
});
