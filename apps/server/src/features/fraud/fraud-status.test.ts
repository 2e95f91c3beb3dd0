import { expect, test } from "vitest";
import { type FraudAnalysis, fraudStatusOf } from "./fraud.queries.ts";
import { allowedDecisions } from "./fraud-review.ts";

type Known = Pick<FraudAnalysis, "status" | "recommendation" | "adminDecision">;

const RENTER_AND_OWNER = { renterId: "a renter", ownerId: "an owner" };

const known = (
  status: Known["status"],
  recommendation: Known["recommendation"],
  adminDecision: Known["adminDecision"] = null,
): Known => ({ status, recommendation, adminDecision });

test.each<[Known | null, string]>([
  [null, "unassessed"],
  [known("auto_cleared", "approve"), "cleared"],
  [known("in_review", "review"), "in_review"],
  [known("in_review", "review", "request_info"), "in_review"],
  [known("reviewed", "review", "approve"), "cleared"],
  [known("reviewed", "review", "decline"), "refused"],
  [known("pending", "decline"), "refused"],
])("%j gives a request the status %s", (analysis, expected) => expect(fraudStatusOf(analysis)).toBe(expected));

test("an admin decides while the request is pending, requests information at most once, and never decides on an ended one", () => {
  const waiting = known("in_review", "review");
  const startAt = new Date("2027-06-01T13:00:00Z");
  const state = (status: "pending" | "expired", now: string) => ({
    booking: { status, startAt, ...RENTER_AND_OWNER },
    now: new Date(now),
  });
  const allowed = (analysis: Known, status: "pending" | "expired" = "pending", by = "an administrator") =>
    allowedDecisions({ analysis, ...state(status, "2027-06-01T11:59:59Z") }, by);
  expect(allowed(waiting)).toEqual(["approve", "decline", "request_info"]);
  expect(allowed({ ...waiting, adminDecision: "request_info" })).toEqual(["approve", "decline"]);
  expect(allowed(waiting, "expired")).toEqual([]);
  expect(allowed(known("reviewed", "review", "approve"))).toEqual([]);
  expect(allowed(known("auto_cleared", "approve"))).toEqual([]);
  // From an hour before the start, the request can no longer be approved.
  const late = { analysis: waiting, ...state("pending", "2027-06-01T12:00:00Z") };
  expect(allowedDecisions(late, "an administrator")).toEqual(["decline"]);
  expect(Object.values(RENTER_AND_OWNER).map((userId) => allowed(waiting, "pending", userId))).toEqual([[], []]);
});
