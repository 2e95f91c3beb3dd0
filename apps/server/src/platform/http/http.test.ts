import { EventEmitter } from "node:events";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import type { FastifyRequest } from "fastify";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { responseSerializer } from "./mount.ts";
import { limitUploadTime, TIME_LIMITS } from "./time-limits.ts";
import { createUploadSlots } from "./uploads.ts";

test("a client has 15 seconds for headers, 20 for JSON, 120 for an upload, 20 for each 64 kB of it, and 30 to read", () => {
  expect(TIME_LIMITS).toEqual({
    ...{ headersMs: 15_000, jsonBodyMs: 20_000, uploadMs: 120_000, unreadMs: 30_000 },
    ...{ uploadWindowMs: 20_000, uploadWindowBytes: 65_536 },
  });
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
    const sendFor = (seconds: number, bytesEverySecond: number) => {
      for (let passed = 0; passed < seconds; passed += 1) {
        raw.emit("data", Buffer.alloc(bytesEverySecond));
        vi.advanceTimersByTime(1000);
      }
    };
    return { raw, outcome, sendFor };
  }

  const ENOUGH = 4_000;

  test("an upload may take almost 120 seconds if 64 kB arrive every 20", async () => {
    const { raw, outcome, sendFor } = startUpload();
    sendFor(119, ENOUGH);
    raw.emit("end");
    expect(await outcome).toBe("read");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("an upload may be small", async () => {
    const { raw, outcome, sendFor } = startUpload();
    sendFor(19, 1);
    raw.emit("end");
    expect(await outcome).toBe("read");
  });

  test("an upload fails after 20 seconds without a byte, also in the middle", async () => {
    const { outcome, sendFor } = startUpload();
    sendFor(20, ENOUGH);
    vi.advanceTimersByTime(20_000);
    expect(await outcome).toBe("request_timeout");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("an upload fails after 20 seconds if it trickles", async () => {
    const { outcome, sendFor } = startUpload();
    sendFor(20, 3_000);
    expect(await outcome).toBe("request_timeout");
  });

  test("an upload fails after 120 seconds, however much arrives", async () => {
    const { outcome, sendFor } = startUpload();
    sendFor(120, ENOUGH);
    expect(await outcome).toBe("request_timeout");
  });
});

test.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint.response] as const))(
  "%s has a serializable response",
  (_call, response) => {
    expect(responseSerializer(response)).toBeTypeOf("function");
  },
);

test("the serializer compiles a response schema once", () => {
  const schema = z.object({ id: z.string() });
  expect(responseSerializer(schema)).toBe(responseSerializer(schema));
  expect(responseSerializer(z.object({ id: z.string() }))).not.toBe(responseSerializer(schema));
});

test("the serializer rejects a schema that JSON cannot express", () => {
  expect(() => responseSerializer(z.object({ id: z.bigint() }))).toThrow();
});

describe("the slots for complete uploads", () => {
  const from = (account: string, more: { isApproved?: boolean; isEvidence?: boolean } = {}) => ({
    ...{ account, isApproved: true, isEvidence: false },
    ...more,
  });
  /** The names of the uploads that have a slot, in their order. */
  function startSlots() {
    const takeSlot = createUploadSlots({ all: 4, keptForEvidence: 2, unapproved: 1 });
    const started: string[] = [];
    const releases = new Map<string, () => void>();
    const take = async (name: string, sender = from(name)) => {
      void takeSlot(sender).then((release) => {
        started.push(name);
        releases.set(name, release);
      });
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    };
    const finish = async (name: string) => {
      releases.get(name)?.();
      await new Promise(setImmediate);
    };
    return { started, take, finish };
  }

  test("the slots for complete uploads are kept in part for condition photos, which pass others that wait", async () => {
    const { started, take } = startSlots();
    for (const name of ["robin", "maya", "noor"]) await take(name);
    await take("photo 1", from("omar", { isEvidence: true }));
    await take("photo 2", from("omar", { isEvidence: true }));
    await take("photo 3", from("omar", { isEvidence: true }));
    expect(started).toEqual(["robin", "maya", "photo 1", "photo 2"]);
  });

  test("the slots for complete uploads go to waiting uploads in their order when one ends", async () => {
    const { started, take, finish } = startSlots();
    for (const name of ["robin", "maya", "noor", "omar"]) await take(name);
    await finish("maya");
    await finish("robin");
    expect(started).toEqual(["robin", "maya", "noor", "omar"]);
  });

  test("the slots for complete uploads are fewer for accounts that are not approved, and no other upload waits for theirs", async () => {
    const { started, take, finish } = startSlots();
    await take("new 1", from("new 1", { isApproved: false }));
    await take("new 2", from("new 2", { isApproved: false }));
    await take("robin");
    expect(started).toEqual(["new 1", "robin"]);
    await finish("new 1");
    expect(started).toEqual(["new 1", "robin", "new 2"]);
  });
});
