import { EventEmitter } from "node:events";
import type { FastifyRequest } from "fastify";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { limitUploadTime, TIME_LIMITS } from "./time-limits.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a client has 15 seconds for headers, 20 for JSON, 120 for an upload and 20 without progress", () => {
  expect(TIME_LIMITS).toEqual({ headersMs: 15_000, jsonBodyMs: 20_000, uploadMs: 120_000, uploadIdleMs: 20_000 });
});

describe("an upload", () => {
  /** Reads until the end or an error, like the multipart parser. */
  function startUpload() {
    const raw = new EventEmitter();
    const request = { raw, server: { timeLimits: TIME_LIMITS } } as unknown as FastifyRequest;
    const outcome = limitUploadTime(
      request,
      () =>
        new Promise((resolve, reject) => {
          raw.once("end", () => resolve("read")).once("error", reject);
        }),
    ).catch((error: { code: string }) => error.code);
    const sendFor = (seconds: number, everySeconds: number) => {
      for (let passed = 0; passed < seconds; passed += everySeconds) {
        vi.advanceTimersByTime(everySeconds * 1000);
        raw.emit("data", Buffer.from("x"));
      }
    };
    return { raw, outcome, sendFor };
  }

  test("may take almost 120 seconds if something arrives every 19", async () => {
    const { raw, outcome, sendFor } = startUpload();
    sendFor(114, 19);
    raw.emit("end");
    expect(await outcome).toBe("read");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("fails after 20 seconds without a byte", async () => {
    const { outcome, sendFor } = startUpload();
    sendFor(38, 19);
    vi.advanceTimersByTime(20_000);
    expect(await outcome).toBe("request_timeout");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("fails after 120 seconds, however often something arrives", async () => {
    const { outcome, sendFor } = startUpload();
    sendFor(119, 1);
    vi.advanceTimersByTime(1_000);
    expect(await outcome).toBe("request_timeout");
  });
});
