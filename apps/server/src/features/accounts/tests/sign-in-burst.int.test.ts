import { readFileSync } from "node:fs";
import { signIn } from "@nexby/contract/accounts/accounts";
import argon2 from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createUser } from "../../../testing/factories.ts";
import { type ServerProcess, startServerProcess } from "../../../testing/server-process.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { hashPassword } from "../passwords.ts";

/** Calls the real function and counts concurrent runs. */
function watchVerify() {
  const running = { now: 0, most: 0 };
  const { verify } = argon2;
  const watched = vi.spyOn(argon2, "verify").mockImplementation((...args) => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    return verify(...args).finally(() => {
      running.now -= 1;
    });
  });
  onTestFinished(() => watched.mockRestore());
  return { running, watched };
}

const PASSWORD = "a quiet place by the river";
const BURST = 200;
const AT_ONCE = 2;
const MAX_WAITING = 200;
const TIMEOUT_MS = 120_000;

const database = useTestDatabase();
const addressOf = (index: number) => `burst${index}@nexby.example`;

beforeAll(async () => {
  const passwordHash = await hashPassword(PASSWORD);
  for (let index = 0; index < BURST * 2; index += 1) {
    await createUser(database().db, { email: addressOf(index), passwordHash });
  }
});

/** Each sign-in uses its own address, so that the queue is tested and not the rate limit. */
async function signInAs(origin: string, index: number) {
  const headers = { "content-type": "application/json", "x-forwarded-for": `203.0.${index >> 8}.${index & 255}` };
  const body = JSON.stringify({ email: addressOf(index), password: PASSWORD });
  const response = await fetch(origin + signIn.path, { method: "POST", headers, body });
  await response.body?.cancel();
  return { status: response.status, retryAfter: response.headers.get("retry-after") };
}

const burst = (origin: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => signInAs(origin, index)));

describe("the hashing queue", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ db: database().db, proxyHops: 1 });
  });
  afterAll(() => app.close());

  test(
    "hashes two at a time and lets the rest wait or retry, for twice as many sign-ins as may wait",
    async () => {
      const { running, watched } = watchVerify();
      const responses = await burst(app.origin, BURST * 2);
      const served = responses.filter(({ status }) => status === 200);
      const rejected = responses.filter(({ status }) => status === 503);
      expect(served.length + rejected.length).toBe(BURST * 2);
      expect(served.length).toBeGreaterThanOrEqual(MAX_WAITING);
      expect(rejected.filter(({ retryAfter }) => !Number(retryAfter))).toEqual([]);
      expect(running.most).toBe(AT_ONCE);
      expect(watched).toHaveBeenCalledTimes(served.length);
      process.stdout.write(
        `${BURST * 2} sign-ins at once: ${served.length} served, ${rejected.length} asked to come back\n`,
      );
    },
    TIMEOUT_MS,
  );
});

describe(`${BURST / 2} sign-ins at once`, () => {
  const MB = 1024;
  /** Two hashes of 19 MiB each, the requests and their responses, and uncollected garbage. */
  const MAX_GROWTH = 150 * MB;
  const READS = ["/api/categories", "/api/health"] as const;
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServerProcess({
      env: { ...database().env, TRUST_PROXY: "1", LOG_LEVEL: "warn" },
    });
    await server.ready();
  });
  afterAll(async () => {
    server.child.kill("SIGTERM");
    await server.ended;
  });

  const residentKb = () =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1] ?? Number.NaN);
  const quantile = (values: readonly number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

  /** Sends other requests, one after another, until told to stop. */
  async function readUntil(path: string, isOver: () => boolean) {
    const reads: { status: number; ms: number; residentKb: number }[] = [];
    while (!isOver()) {
      const start = performance.now();
      const response = await fetch(server.origin + path);
      await response.arrayBuffer();
      reads.push({ status: response.status, ms: performance.now() - start, residentKb: residentKb() });
    }
    return reads;
  }

  test(
    "succeed or are told to retry, while other requests are served and memory stays within the queue's bound",
    async () => {
      await burst(server.origin, 4);
      const before = residentKb();
      let isOver = false;
      const reading = Promise.all(READS.map((path) => readUntil(path, () => isOver)));
      const responses = await burst(server.origin, BURST / 2).finally(() => {
        isOver = true;
      });
      const reads = (await reading).flat();
      const peak = Math.max(...reads.map((read) => read.residentKb));

      expect(responses.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
      expect(responses.filter(({ status, retryAfter }) => status === 503 && !retryAfter)).toEqual([]);
      expect(reads.length).toBeGreaterThan(READS.length);
      expect(reads.filter(({ status }) => status !== 200)).toEqual([]);
      expect(peak - before).toBeLessThan(MAX_GROWTH);
      const times = reads.map(({ ms }) => ms);
      process.stdout.write(
        `${BURST / 2} sign-ins at once: ${responses.filter(({ status }) => status === 200).length} let in; ` +
          `${reads.length} other requests meanwhile, p50 ${quantile(times, 0.5).toFixed(1)} ms, ` +
          `p99 ${quantile(times, 0.99).toFixed(1)} ms; resident ${Math.round(before / MB)} MB before, ` +
          `${Math.round(peak / MB)} MB at most\n`,
      );
    },
    TIMEOUT_MS,
  );
});
