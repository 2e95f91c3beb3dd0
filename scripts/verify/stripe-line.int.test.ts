import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { stripeKey, stripeResult } from "./stripe-line.mjs";

const SCRIPT = fileURLToPath(new URL("../verify-stripe.mjs", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "nexby-stripe-"));
afterAll(() => rmSync(directory, { recursive: true }));

it("npm run verify:stripe says “not run” without a key and rejects a live key", () => {
  const run = (key: string) => {
    const env = { ...process.env, STRIPE_SECRET_KEY: key };
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], { env, encoding: "utf8" });
    return { status, text: stdout + stderr };
  };
  expect(run("")).toEqual({ status: 0, text: expect.stringMatching(/^Stripe: not run\. /) });
  expect(run("sk_live_1")).toEqual({ status: 1, text: expect.stringContaining("must be a test key") });
});

it.each(["sk_test_1", "rk_test_1"])("runs the suite with the key %s", (key) => {
  expect(stripeKey({ STRIPE_SECRET_KEY: key })).toBe(key);
});

it.each([
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
])("reports %j, and a run without tests as a failure", (content, result) => {
  const report = join(directory, "report.json");
  writeFileSync(report, JSON.stringify(content));
  expect(stripeResult(report, { STRIPE_TEST_ACCOUNT: "acct_1" })).toEqual(result);
  expect(stripeResult(report, {}).line).toBe(
    `${result.line}; transfers not run (STRIPE_TEST_ACCOUNT=acct_… adds them)`,
  );
});
