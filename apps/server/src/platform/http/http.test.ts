import { EventEmitter } from "node:events";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import type { FastifyRequest } from "fastify";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { responseSerializer } from "./mount.ts";
import { limitUploadTime, TIME_LIMITS } from "./time-limits.ts";
import { createUploadSlots } from "./uploads.ts";

test("a client has 15 seconds for headers, 20 for JSON, 120 for an upload and 20 without progress", () => {
  expect(TIME_LIMITS).toEqual({ headersMs: 15_000, jsonBodyMs: 20_000, uploadMs: 120_000, uploadIdleMs: 20_000 });
});

describe("an upload", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

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

test.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint.response] as const))(
  "%s has a serializable response",
  (_call, response) => {
    expect(responseSerializer(response)).toBeTypeOf("function");
  },
);

test("compiles a response schema once", () => {
  const schema = z.object({ id: z.string() });
  expect(responseSerializer(schema)).toBe(responseSerializer(schema));
  expect(responseSerializer(z.object({ id: z.string() }))).not.toBe(responseSerializer(schema));
});

test("rejects a schema that JSON cannot express", () => {
  expect(() => responseSerializer(z.object({ id: z.bigint() }))).toThrow();
});

test("limits concurrent uploads per person and in total, and frees a slot when an upload ends", () => {
  const takeSlot = createUploadSlots({ mostPerPerson: 2, mostAtOnce: 3 });
  const release = takeSlot("robin");
  takeSlot("robin");
  expect(() => takeSlot("robin")).toThrow(expect.objectContaining({ code: "too_many_requests", retryAfterSeconds: 2 }));
  takeSlot("maya");
  expect(() => takeSlot("noor")).toThrow(
    expect.objectContaining({ code: "service_unavailable", retryAfterSeconds: 5 }),
  );
  release();
  takeSlot("noor");
  expect(() => takeSlot("robin")).toThrow(expect.objectContaining({ code: "service_unavailable" }));
});
