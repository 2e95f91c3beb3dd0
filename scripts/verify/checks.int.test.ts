import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { codeSizeProblems, measureCode } from "./code-size.mjs";
import { apostropheProblems, spellingProblems } from "./spelling.mjs";
import { stripeKey, stripeResult } from "./stripe-line.mjs";
import { testOnlyProblems } from "./test-only-code.mjs";
import { canHaveTexts, userTexts } from "./user-texts.mjs";

const textsOf = (path: string, source: string) => userTexts(path, source).map(({ text }) => text);

test("npm run check lists what people read in code, and nothing else", () => {
  const source = `
    import { x } from "./Some Module.ts";
    type Kind = "Not shown";
    const style = "flex items-center gap-2 text-sm";
    const query = sql\`select Something from items\`;
    log.warn("Only for operators");
    if (!x) throw new Error("Only for developers");
    const answer = new AppError("not_found", "Booking not found");
    const due = \`Reply by \${deadline}, please.\`;
    const card = (
      <section className="Large Card" aria-label="Price details">
        You pay <b>{total}</b> today
        {isLate && <p>Late fee</p>}
      </section>
    );`;
  expect(textsOf("apps/web/src/card.tsx", source)).toEqual([
    "Booking not found",
    "Reply by {…}, please.",
    "You pay {…} today {…}",
    "Price details",
    "Late fee",
  ]);
});

test("npm run check lists texts of demo data and of rows that every installation starts with", () => {
  expect(textsOf("apps/server/src/demo/catalogue.json", '{\n  "slug": "tent",\n  "title": "Dome tent"\n}')).toEqual([
    "Dome tent",
  ]);
  expect(
    userTexts("apps/server/migrations/1.sql", "-- A note\ninsert into x values ('Owner''s terms\n\nPay on time.');"),
  ).toEqual([
    { path: "apps/server/migrations/1.sql", line: 2, text: "Owner's terms" },
    { path: "apps/server/migrations/1.sql", line: 4, text: "Pay on time." },
  ]);
});

test("npm run check leaves out tests and their helpers", () => {
  expect(
    ["apps/web/src/a.test.tsx", "apps/server/src/testing/b.ts", "e2e/c.ts", "apps/web/src/d.tsx"].filter(canHaveTexts),
  ).toEqual(["apps/web/src/d.tsx"]);
});

test.each(["colour", "neighbours", "Cancelling", "recieve", "litre"])(
  "npm run check reports “%s” with its place",
  (word) => {
    const text = { path: "apps/web/src/a.tsx", line: 7, text: `Your ${word} of {…}` };
    expect(spellingProblems([text])).toEqual([expect.stringContaining(`apps/web/src/a.tsx:7 “${word}”`)]);
  },
);

test("npm run check accepts US English, names, codes and addresses", () => {
  const text = "Nexby's neighbors can’t cancel 2x10A at https://colour.example or pay_colour, $5.50";
  expect(spellingProblems([{ path: "a.ts", line: 1, text }])).toEqual([]);
});

test.each([
  ["apps/web/src/a.tsx", "You can't", 1],
  ["apps/web/src/a.tsx", "You can’t", 0],
  ["apps/web/src/a.tsx", "{…}'s request", 1],
  ["apps/web/src/a.tsx", "You've successfully signed in.", 0],
  ["apps/server/src/a.ts", "You can’t", 1],
  ["packages/contract/src/a.ts", "You can't", 0],
  ["apps/server/src/demo/a.ts", "I can’t wait", 0],
  ["packages/card-sandbox/src/pages/a.ts", "It's you", 1],
])("in %s, “%s” has %i wrong apostrophes", (path, text, count) => {
  expect(apostropheProblems([{ path, line: 1, text }])).toHaveLength(count);
});

const SCRIPT = fileURLToPath(new URL("../verify-stripe.mjs", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "nexby-stripe-"));
afterAll(() => rmSync(directory, { recursive: true }));

test("npm run verify:stripe says “not run” without a key and rejects a live key", () => {
  const run = (key: string) => {
    const env = { ...process.env, STRIPE_SECRET_KEY: key };
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], { env, encoding: "utf8" });
    return { status, text: stdout + stderr };
  };
  expect(run("")).toEqual({ status: 0, text: expect.stringMatching(/^Stripe: not run\. /) });
  expect(run("sk_live_1")).toEqual({ status: 1, text: expect.stringContaining("must be a test key") });
});

test.each(["sk_test_1", "rk_test_1"])("npm run verify:stripe runs the suite with the key %s", (key) => {
  expect(stripeKey({ STRIPE_SECRET_KEY: key })).toBe(key);
});

test.each([
  [
    { numPassedTests: 21, numFailedTests: 0 },
    { ok: true, line: "Stripe: 21 passed, 0 failed" },
  ],
  [
    { numPassedTests: 20, numFailedTests: 1 },
    { ok: false, line: "Stripe: 20 passed, 1 failed" },
  ],
  [
    { numPassedTests: 0, numFailedTests: 0 },
    { ok: false, line: "Stripe: 0 passed, 0 failed" },
  ],
])("npm run check reports %j, and a run without tests as a failure", (content, result) => {
  const report = join(directory, "report.json");
  writeFileSync(report, JSON.stringify(content));
  expect(stripeResult(report, { STRIPE_TEST_ACCOUNT: "acct_1" })).toEqual(result);
  expect(stripeResult(report, {}).line).toBe(
    `${result.line}; transfers not run (STRIPE_TEST_ACCOUNT=acct_… adds them)`,
  );
});

const issue = (file: string, name?: string) => ({
  file,
  files: name ? [] : [{ name: file }],
  exports: name ? [{ name }] : [],
});

test("npm run check reports files and exports that only tests use, except those on the waiting list", () => {
  const report = {
    issues: [issue("apps/web/src/review.ts"), issue("packages/domain/src/fee.ts", "feeFor"), issue("a/b.ts", "later")],
  };
  expect(testOnlyProblems(report, { Reviews: ["a/b.ts later"] })).toEqual([
    "apps/web/src/review.ts: only tests use it",
    "packages/domain/src/fee.ts feeFor: only tests use it",
  ]);
});

test("npm run check reports a line of the waiting list whose code is used or gone", () => {
  expect(testOnlyProblems({ issues: [] }, { Reviews: ["a/b.ts later"] })).toEqual([
    "a/b.ts later: no longer waits, remove it from the list",
  ]);
});

test("npm run check ignores fixtures and test support, which packages export for tests", () => {
  const report = { issues: [issue("packages/a/src/b.fixture.ts", "b"), issue("packages/a/src/testing/c.ts", "c")] };
  expect(testOnlyProblems(report, {})).toEqual([]);
});

const some = (count: number, path: (index: number) => string) => Array.from({ length: count }, (_, i) => path(i));
const problems = (files: string[], lines = 100) => codeSizeProblems(measureCode(files, () => lines));
const spread = (index: number) => `apps/server/src/part${Math.floor(index / 20)}/file${index}.ts`;

test("npm run check accepts any number of files within every limit and counts neither tests nor the card sandbox", () => {
  const tests = some(1_000, (index) => `apps/server/src/part${Math.floor(index / 20)}/tests/file${index}.test.ts`);
  expect(problems([...some(2_000, spread), ...tests])).toEqual([]);
  const small = some(20, (index) => `packages/card-sandbox/src/file${index}.ts`);
  expect(codeSizeProblems(measureCode([spread(0), ...small], (path) => (path === spread(0) ? 100 : 9)))).toEqual([]);
});

test.each([
  ["files that are too short", some(10, spread), 79, "median of 79 lines (at least 80)"],
  ["many tiny files", some(9, spread), 29, "9 of 9 product files under 30 lines (at most 10%)"],
  ["a file that is too long", some(1, spread), 401, "apps/server/src/part0/file0.ts has 401 lines (at most 400)"],
  ["a full folder", some(26, (index) => `e2e/${index}.spec.ts`), 100, "e2e has 26 code files (at most 25)"],
])("npm run check reports %s", (_, files, lines, problem) => {
  expect(problems(files, lines)).toContain(problem);
});

test("npm run check reports tiny files only beyond a tenth of all", () => {
  const withTiny = (tiny: number) =>
    codeSizeProblems(measureCode(some(20, spread), (path) => (Number(/\d+(?=\.ts)/.exec(path)) < tiny ? 29 : 100)));
  expect([withTiny(2), withTiny(3)]).toEqual([[], ["3 of 20 product files under 30 lines (at most 10%)"]]);
});
