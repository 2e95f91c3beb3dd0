import { describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../kernel/duration.ts";
import { isFastReplier } from "./deadlines.ts";

describe("fast replies", () => {
  it.each([
    ["no requests", [], false],
    ["four fast replies", [1, 2, 3, 4].map((minutes) => minutes * MINUTE), false],
    ["five fast replies", [1, 2, 3, 4, 60].map((minutes) => minutes * MINUTE), true],
    ["a median of exactly an hour", [HOUR, HOUR, HOUR, 2 * HOUR, 3 * HOUR], true],
    ["a median above an hour", [MINUTE, MINUTE, HOUR + 1, HOUR + 1, HOUR + 1], false],
    ["half of the replies slow", [MINUTE, MINUTE, MINUTE, DAY, DAY, DAY], false],
    ["most requests unanswered", [MINUTE, MINUTE, null, null, null], false],
    ["few requests unanswered", [MINUTE, null, MINUTE, null, MINUTE], true],
  ])("%s: %j is %s", (_, replies, isFast) => expect(isFastReplier(replies)).toBe(isFast));
});
