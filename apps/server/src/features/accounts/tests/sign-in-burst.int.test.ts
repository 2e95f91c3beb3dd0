import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { signIn } from "@nexby/contract/accounts/accounts";
import argon2 from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createUser } from "../../../testing/factories.ts";
import { type ServerProcess, startServerProcess, until } from "../../../testing/server-process.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { hashPassword } from "../passwords.ts";

/**
 * Rejects every password, but only once released, so that the queue fills up. Counts concurrent runs. The addresses need
 * no accounts, because an unknown address takes the same work.
 */
function holdVerify() {
  const running = { now: 0, most: 0 };
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const watched = vi.spyOn(argon2, "verify").mockImplementation(async () => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await released;
    running.now -= 1;
    return false;
  });
  onTestFinished(() => watched.mockRestore());
  return { running, watched, release };
}

const PASSWORD = "a quiet place by the river";
const AT_ONCE = 2;
const MAX_WAITING = 200;
const REJECTED = 10;
const BURST = AT_ONCE + MAX_WAITING + REJECTED;
/** Hashed at the same time, they would use three times the memory that is allowed below. */
const HASHED = 24;

const database = useTestDatabase();
const addressOf = (index: number) => `burst${index}@nexby.example`;

/** Each sign-in uses its own address, so that the queue is tested and not the rate limit. */
async function signInAs(origin: string, index: number) {
  const headers = { "content-type": "application/json", "x-forwarded-for": `203.0.${index >> 8}.${index & 255}` };
  const body = JSON.stringify({ email: addressOf(index), password: PASSWORD });
  const response = await fetch(origin + signIn.path, { method: "POST", headers, body });
  await response.body?.cancel();
  return { status: response.status, retryAfter: response.headers.get("retry-after") };
}

const burst = (origin: string, count: number) => Array.from({ length: count }, (_, index) => signInAs(origin, index));

describe("the hashing queue", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ db: database().db, proxyHops: 1 });
  });
  afterAll(() => app.close());

  test("the hashing queue hashes two at a time, lets 200 sign-ins wait and tells the rest to retry", async () => {
    const { running, watched, release } = holdVerify();
    const rejected: (string | null)[] = [];
    const signIns = burst(app.origin, BURST).map(async (response) => {
      const { status, retryAfter } = await response;
      if (status === 503) rejected.push(retryAfter);
      return status;
    });
    await until(() => rejected.length === REJECTED);
    release();
    const checked = (await Promise.all(signIns)).filter((status) => status === 401);
    expect(checked).toHaveLength(AT_ONCE + MAX_WAITING);
    expect(rejected).toHaveLength(REJECTED);
    expect(rejected.filter((retryAfter) => !Number(retryAfter))).toEqual([]);
    expect(running.most).toBe(AT_ONCE);
    expect(watched).toHaveBeenCalledTimes(checked.length);
  });
});

describe(`${HASHED} sign-ins at once`, () => {
  const MB = 1024;
  /** Two hashes of 19 MiB each, the requests and their responses, and uncollected garbage. */
  const MAX_GROWTH = 150 * MB;
  const READS = ["/api/categories", "/api/health"] as const;
  let server: ServerProcess;

  beforeAll(async () => {
    const passwordHash = await hashPassword(PASSWORD);
    for (let index = 0; index < HASHED; index += 1) {
      await createUser(database().db, { email: addressOf(index), passwordHash });
    }
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

  /** Sends other requests, one every few milliseconds, until told to stop. */
  async function readUntil(path: string, isOver: () => boolean) {
    const reads: { status: number; ms: number; residentKb: number }[] = [];
    while (!isOver()) {
      const start = performance.now();
      const response = await fetch(server.origin + path);
      await response.arrayBuffer();
      reads.push({ status: response.status, ms: performance.now() - start, residentKb: residentKb() });
      await setTimeout(10);
    }
    return reads;
  }

  test("many sign-ins at once succeed or get an error to retry, while other requests are served and memory stays within the queue's bound", async () => {
    await Promise.all(burst(server.origin, 4));
    const before = residentKb();
    let isOver = false;
    const reading = Promise.all(READS.map((path) => readUntil(path, () => isOver)));
    const responses = await Promise.all(burst(server.origin, HASHED)).finally(() => {
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
      `${HASHED} sign-ins at once: ${responses.filter(({ status }) => status === 200).length} let in; ` +
        `${reads.length} other requests meanwhile, p50 ${quantile(times, 0.5).toFixed(1)} ms, ` +
        `p99 ${quantile(times, 0.99).toFixed(1)} ms; resident ${Math.round(before / MB)} MB before, ` +
        `${Math.round(peak / MB)} MB at most\n`,
    );
  });
});
