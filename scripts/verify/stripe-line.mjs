import { existsSync, readFileSync } from "node:fs";
import { ReadableError } from "../launch/command-line.mjs";

export const STRIPE_NOT_RUN =
  "Stripe: not run. STRIPE_SECRET_KEY=sk_test_… npm run verify:stripe runs the payments suite against its test mode.";

/**
 * The key of Stripe's test mode, or null without a key. The suite moves money, so it never runs with a live key.
 * @param {NodeJS.ProcessEnv} env
 */
export function stripeKey({ STRIPE_SECRET_KEY: key = "" }) {
  if (!key.trim()) return null;
  if (/^(sk|rk)_test_/.test(key)) return key;
  throw new ReadableError("STRIPE_SECRET_KEY must be a test key, which starts with sk_test_ or rk_test_.");
}

/**
 * Reads the report of the suite against Stripe. A run without a single test is a failure, not a silent success.
 * @param {string} report
 * @param {NodeJS.ProcessEnv} env
 */
export function stripeResult(report, { STRIPE_TEST_ACCOUNT: account = "" }) {
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = existsSync(report)
    ? JSON.parse(readFileSync(report, "utf8"))
    : {};
  const leftOut = account ? "" : "; transfers not run (STRIPE_TEST_ACCOUNT=acct_… adds them)";
  return { ok: passed > 0 && failed === 0, line: `Stripe: ${passed} passed, ${failed} failed${leftOut}` };
}

/** The line of `npm test`, which uses Stripe only if the environment has a test key. */
export const stripeLine = () =>
  /^(sk|rk)_test_/.test(process.env.STRIPE_SECRET_KEY ?? "")
    ? "Stripe: the payments suite ran against it as well"
    : STRIPE_NOT_RUN;
