import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../platform/config.ts";

const LEAST_MS = 120_000;
const FOLDERS = ["apps/server/src", "apps/web/src", "packages", "e2e", "scripts"];
const CONFIGS = ["playwright.config.ts", "vitest.config.ts"];
const IS_FOR_TESTS =
  /^(e2e|scripts)\/.*\.ts$|\/(tests|testing)\/.*\.tsx?$|(\.(test|spec|suite|fixture)|-under-test)\.tsx?$/;

/** Limits that are the subject of a test: each must expire, because nothing answers in time. */
const DELIBERATE: Record<string, readonly string[]> = {
  "apps/server/src/adapters/fetch/guarded-fetch.test.ts": ["timeoutMs: 1", "timeoutMs: 200"],
  "apps/server/src/adapters/mail/mail.int.test.ts": [
    "connectTimeoutMs: 300",
    "socketTimeoutMs: 300",
    "socketTimeoutMs: 300",
  ],
  "apps/server/src/adapters/payments/stripe-payments.int.test.ts": ["timeoutMs: 500"],
  "apps/server/src/adapters/sms/sms.int.test.ts": ["timeoutMs: 300"],
  "packages/card-sandbox/src/idempotency.int.test.ts": ["timeout: 100"],
  // An address that drops packets is as closed as one that refuses them.
  "packages/embedded-postgres/src/embedded-postgres.int.test.ts": ["timeout: 2_000"],
};

const AMOUNT = String.raw`(\d[\d_]*)(?: \* (SECOND|MINUTE|HOUR))?\b`;
const UNITS: Record<string, number> = { SECOND: 1_000, MINUTE: 60_000, HOUR: 3_600_000 };
const LIMITS = [
  // timeout: 5_000, TIMEOUT_MS = 5_000, test.setTimeout(5_000), AbortSignal.timeout(5_000)
  String.raw`(?<!await )\b\w*timeout\w*(?:(?::| =) ?|\()${AMOUNT}`,
  // READY_WITHIN_MS = 5_000
  String.raw`\b\w*(?:within|deadline|limit)_ms = ${AMOUNT}`,
  // deadline = Date.now() + 5_000
  String.raw`\b(?:deadline|end) = Date\.now\(\) \+ ${AMOUNT}`,
  // the last argument of a test or a hook
  String.raw`^ *\}, (\d[\d_]{2,})\);`,
].map((source) => new RegExp(source, "gim"));
/** Their limit is one second, wherever they are called without another. */
const IMPATIENT = /\bvi\.(?:waitFor|waitUntil)\(/g;

function shortLimits(source: string): string[] {
  const numbers = LIMITS.flatMap((limit) => [...source.matchAll(limit)])
    .filter(([, amount = "", unit = ""]) => Number(amount.replaceAll("_", "")) * (UNITS[unit] ?? 1) < LEAST_MS)
    .map(([text]) => text.trim());
  return [...numbers, ...[...source.matchAll(IMPATIENT)].map(([text]) => text)];
}

test.each([
  ["a timeout option", "poll(read, { timeout: 5_000 })", ["timeout: 5_000"]],
  ["a constant", "const TIMEOUT_MS = 20 * SECOND;", ["TIMEOUT_MS = 20 * SECOND"]],
  ["a constant by another name", "const READY_WITHIN_MS = 90_000;", ["READY_WITHIN_MS = 90_000"]],
  ["a test's own limit", "test.setTimeout(90_000)", ["setTimeout(90_000"]],
  ["a last argument", 'test("a", () => {\n  f();\n}, 60_000);', ["}, 60_000);"]],
  ["a signal", "AbortSignal.timeout(300)", ["timeout(300"]],
  ["a polling loop", "const deadline = Date.now() + 25_000;", ["deadline = Date.now() + 25_000"]],
  ["Vitest's own wait", "await vi.waitFor(() => f())", ["vi.waitFor("]],
  ["limits of minutes", "const TIMEOUT_MS = 5 * MINUTE;\nf({ timeout: 600_000 });", []],
  ["pauses and timers", "await setTimeout(50);\nsetTimeout(resolve, 5);", []],
])("a short limit is found in %s", (_, source, found) => expect(shortLimits(source)).toEqual(found));

describe("tests", () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  ).filter(
    (path) => IS_FOR_TESTS.test(path) && !path.includes("node_modules") && !path.endsWith("/time-limits.test.ts"),
  );
  const found = Object.fromEntries(
    [...files, ...CONFIGS]
      .map((path) => [path, shortLimits(readFileSync(join(projectRoot, path), "utf8"))] as const)
      .filter(([, limits]) => limits.length > 0),
  );

  test("tests have limits of minutes, which only end a hang, except where a limit must expire", () => {
    expect(found).toEqual(DELIBERATE);
  });
});
