import { describe, expect, it, test } from "vitest";
import { DAY, HOUR } from "../kernel/duration.ts";
import { averageRating, isFiledAfterReading, isTypeOfRole, REVIEW_TYPES, refusalOfReview } from "./reviews.ts";

const RETURNED = new Date("2026-06-01T12:00:00Z");
const after = (ms: number) => new Date(RETURNED.getTime() + ms);
const CLOSED = { status: "closed", returnedAt: RETURNED, closedAt: after(2 * DAY) } as const;

describe("[REV-01] who can review", () => {
  it.each([
    ["at the return", CLOSED, 0, [], null],
    ["a moment before the end", CLOSED, 14 * DAY - 1, [], null],
    ["at the end", CLOSED, 14 * DAY, [], "too_late"],
    ["before the return", { ...CLOSED, status: "in_possession", returnedAt: null }, 0, [], "too_early"],
    ["after a cancellation", { ...CLOSED, status: "canceled" }, 0, [], "too_early"],
    [
      "in a claim for a lost item",
      { status: "damaged_admin_review", returnedAt: null, closedAt: null },
      0,
      [],
      "too_early",
    ],
    ["when a lost item's claim is closed", { ...CLOSED, returnedAt: null }, 15 * DAY, [], null],
    ["while the other's is secret", CLOSED, HOUR, [{ byRole: "owner", publishedAt: null }], null],
    ["after the other's was published", CLOSED, HOUR, [{ byRole: "owner", publishedAt: after(1) }], "too_late"],
    ["twice", CLOSED, HOUR, [{ byRole: "renter", publishedAt: null }], "already_reviewed"],
  ] as const)("%s", (_, booking, ms, written, refusal) =>
    expect(refusalOfReview(booking, { role: "renter", written, now: after(ms) })).toBe(refusal),
  );
});

test.each([
  ["renter", ["general", "item", "owner"]],
  ["owner", ["general", "renter"]],
] as const)("[REV-01] a review by the %s can be about %j", (role, types) => {
  expect(REVIEW_TYPES.filter((type) => isTypeOfRole(role, type))).toEqual(types);
});

test("[REV-01] a claim is marked only if the review was published before", () => {
  expect(isFiledAfterReading(after(2), after(1))).toBe(true);
  expect(isFiledAfterReading(after(1), after(2))).toBe(false);
  expect(isFiledAfterReading(after(1), null)).toBe(false);
  expect(isFiledAfterReading(null, after(1))).toBe(false);
});

test("[REV-01] averages have two decimals, and none without reviews", () => {
  expect(averageRating(14, 3)).toBe(4.67);
  expect(averageRating(0, 0)).toBeNull();
});
