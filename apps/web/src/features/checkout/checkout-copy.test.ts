import { expect, test } from "vitest";
import { isDepositCharged } from "../../components/rental/price-lines.tsx";
import { decisionCopy, depositCopy } from "./copy.ts";

test("promises no response time before the request is sent", () => {
  const text = decisionCopy({ owner: "Maya", isInstant: false });
  expect(text).toContain("you’ll see Maya’s deadline");
  expect(text).not.toMatch(/\d|day|hour/);
});

test.each([
  [14, "We hold the deposit on your card"],
  [15, "We charge the deposit"],
])("describes the deposit of a %d-day rental as: %s", (days, text) => {
  const now = new Date("2026-06-01T00:00:00Z");
  const startAt = "2026-06-20T13:00:00.000Z";
  const endAt = new Date(Date.parse(startAt) + days * 86_400_000).toISOString();
  expect(depositCopy(isDepositCharged({ startAt, endAt }, now))).toContain(text);
  expect(isDepositCharged(null, now)).toBe(false);
});
