import { describe, expect, test } from "vitest";
import { HOUR } from "./duration.ts";
import { endOfLimit, lengthened } from "./outages.ts";

const at = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * HOUR);
const outage = (from: number, to: number) => ({ from: at(from), to: at(to) });

describe("a time limit of 12 hours from hour 0", () => {
  test.each([
    ["has no outage", [], 12],
    ["ends before the outage", [outage(12, 48)], 12],
    ["begins after the outage", [outage(-36, 0)], 12],
    ["begins in the outage", [outage(-6, 6)], 18],
    ["ends in the outage", [outage(11, 47)], 48],
    ["contains the outage", [outage(2, 5)], 15],
    ["is within the outage", [outage(-1, 99)], 111],
    ["reaches the second outage only because of the first", [outage(1, 5), outage(14, 20)], 22],
  ])("a time limit of 12 hours from hour 0 that %s", (_, outages, hours) => {
    expect(endOfLimit(outages, at(0), 12 * HOUR)).toEqual(at(hours));
    expect(lengthened(outages, at(12), 12 * HOUR)).toEqual(at(hours));
  });
});

test("an instant within an outage becomes the outage's end", () => {
  expect(endOfLimit([outage(-5, 7)], at(0), 0)).toEqual(at(7));
  expect(endOfLimit([outage(-5, 0)], at(0), 0)).toEqual(at(0));
});
