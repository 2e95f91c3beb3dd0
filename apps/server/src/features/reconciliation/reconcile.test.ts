import { expect, test } from "vitest";
import { lastDueAt } from "./reconcile.ts";

test.each([
  ["2026-03-08T06:00:00.000Z", "2026-03-08T06:00:00.000Z"],
  ["2026-03-08T05:59:59.999Z", "2026-03-07T06:00:00.000Z"],
  ["2026-03-08T23:59:00.000Z", "2026-03-08T06:00:00.000Z"],
  ["2026-01-01T00:00:00.000Z", "2025-12-31T06:00:00.000Z"],
])("at %s the last comparison was due at %s", (now, due) => {
  expect(lastDueAt(new Date(now)).toISOString()).toBe(due);
});
