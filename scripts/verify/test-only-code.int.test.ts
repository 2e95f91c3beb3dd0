import { expect, it } from "vitest";
import { testOnlyProblems } from "./test-only-code.mjs";

const issue = (file: string, name?: string) => ({
  file,
  files: name ? [] : [{ name: file }],
  exports: name ? [{ name }] : [],
});

it("reports files and exports that only tests use, except those on the waiting list", () => {
  const report = {
    issues: [issue("apps/web/src/review.ts"), issue("packages/domain/src/fee.ts", "feeFor"), issue("a/b.ts", "later")],
  };
  expect(testOnlyProblems(report, { Reviews: ["a/b.ts later"] })).toEqual([
    "apps/web/src/review.ts: only tests use it",
    "packages/domain/src/fee.ts feeFor: only tests use it",
  ]);
});

it("reports a line of the waiting list whose code is used or gone", () => {
  expect(testOnlyProblems({ issues: [] }, { Reviews: ["a/b.ts later"] })).toEqual([
    "a/b.ts later: no longer waits, remove it from the list",
  ]);
});

it("ignores fixtures and test support, which packages export for tests", () => {
  const report = { issues: [issue("packages/a/src/b.fixture.ts", "b"), issue("packages/a/src/testing/c.ts", "c")] };
  expect(testOnlyProblems(report, {})).toEqual([]);
});
