import { connect } from "node:net";
import { Readable } from "node:stream";
import { endpoint } from "@nexby/contract/endpoint";
import { errorBody } from "@nexby/contract/errors";
import { uploadPhoto } from "@nexby/contract/listings/photos";
import { streamEvents } from "@nexby/contract/messaging/notifications";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { readEventStream } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { until } from "../../../testing/server-process.ts";
import { asViewer, startTestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { newId } from "../../ids.ts";
import { createEventHub } from "../../realtime/event-hub.ts";
import { publishEvent, userAudience } from "../../realtime/events.ts";
import { mount } from "../mount.ts";
import { TIME_LIMITS, type TimeLimits } from "../time-limits.ts";

const database = useTestDatabase();
const SHORT_MS = 50;
/** For servers that must also receive something in time. */
const AMPLE_MS = 1_000;
/** For limits that must not be what ends a request. */
const DAY_MS = 24 * 60 * 60 * 1_000;
const TIMEOUT = {
  status: 408,
  code: "request_timeout",
  message: "The request took too long. Please try again.",
};

const probe = endpoint({
  method: "POST",
  path: "/api/probe/slow",
  summary: "Has a body",
  access: "public",
  body: z.object({ word: z.string() }),
  response: z.object({ word: z.string() }),
  errors: [],
});

/** A server whose probe waits for `work` after it has read the body. */
async function start(limits: Partial<TimeLimits>, work: () => Promise<void> = async () => undefined) {
  const hub = createEventHub(database().db);
  const app = await startTestApp({
    db: database().db,
    hub,
    timeLimits: { ...TIME_LIMITS, ...limits },
    extend: (server, deps) =>
      mount(server, deps, probe, async ({ body }) => {
        await work();
        return body;
      }),
  });
  onTestFinished(() => app.close());
  return { origin: app.origin, hub };
}

/** A client that sends exactly what it is told. `closed` resolves with everything the server sent. */
function openClient(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.on("data", (data) => (received += data)).on("error", () => undefined);
  const closed = new Promise<string>((resolve) => socket.on("close", () => resolve(received)));
  onTestFinished(() => void socket.destroy());
  return { socket, closed };
}

function refusalIn(text: string) {
  const [head = "", body = ""] = text.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, ...errorBody.parse(JSON.parse(body)) };
}

const headOf = (path: string, headers: Record<string, string | number>) =>
  [
    `POST ${path} HTTP/1.1`,
    "host: nexby.example",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
    .map((line) => `${line}\r\n`)
    .join("");

describe("headers", () => {
  test("headers that do not arrive in time end the connection with 408", async () => {
    const { origin } = await start({ headersMs: SHORT_MS });
    const { socket, closed } = openClient(origin);
    socket.write("GET /api/health HTTP/1.1\r\nhost: nexby.example\r\nx-slow:");
    const refusal = refusalIn(await closed);
    expect(refusal).toMatchObject(TIMEOUT);
    expect(refusal.head).toMatch(/^content-security-policy: /im);
  });

  test("headers that never begin end the connection without a response", async () => {
    const { origin } = await start({ headersMs: SHORT_MS });
    expect(await openClient(origin).closed).toBe("");
  });
});

describe("a JSON body", () => {
  const partOf = (body: string) =>
    `${headOf(probe.path, { "content-type": "application/json", "content-length": 100 })}\r\n${body}`;

  test("a JSON body that does not arrive in time gets 408, and the connection ends", async () => {
    const { origin } = await start({ jsonBodyMs: SHORT_MS });
    const { socket, closed } = openClient(origin);
    socket.write(partOf('{"word":'));
    const refusal = refusalIn(await closed);
    expect(refusal).toMatchObject(TIMEOUT);
    expect(refusal.head).toMatch(/^connection: close$/im);
  });

  test("a JSON body that arrived in time has no limit for its response", async () => {
    let slow: Promise<string> = Promise.resolve("");
    const { origin } = await start({ jsonBodyMs: AMPLE_MS }, async () => {
      // Another request that reaches the limit shows that the time has passed.
      const { socket, closed } = openClient(origin);
      socket.write(partOf("{"));
      slow = closed;
      await slow;
    });
    const headers = { "content-type": "application/json" };
    const response = await fetch(origin + probe.path, { method: "POST", headers, body: '{"word":"here"}' });
    expect([response.status, await response.json()]).toEqual([200, { word: "here" }]);
    expect(refusalIn(await slow)).toMatchObject(TIMEOUT);
  });

  test("a JSON body that no route reads ends with the connection's limit", async () => {
    const { origin } = await start({ headersMs: AMPLE_MS, uploadMs: AMPLE_MS });
    const { socket, closed } = openClient(origin);
    socket.write(`${headOf(probe.path, { "content-type": "text/plain", "content-length": 100 })}\r\nslow`);
    expect(refusalIn(await closed)).toMatchObject({ status: 415 });
  });
});

describe("an upload", () => {
  const begin = async (limits: Partial<TimeLimits>) => {
    const { origin } = await start(limits);
    const viewer = asViewer({ id: await createUser(database().db), isAdmin: false, isApproved: true });
    const { socket, closed } = openClient(origin);
    const headers = { ...viewer, "content-type": "multipart/form-data; boundary=b", "content-length": 1_000_000 };
    socket.write(`${headOf(uploadPhoto.path, headers)}\r\n--b\r\n`);
    socket.write('content-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
    return { socket, closed };
  };

  test("an upload that stalls gets 408, and the connection ends", async () => {
    const { closed } = await begin({ uploadWindowMs: SHORT_MS });
    const refusal = refusalIn(await closed);
    expect(refusal).toMatchObject(TIMEOUT);
    expect(refusal.head).toMatch(/^connection: close$/im);
  });

  test("an upload that trickles gets 408 when too little arrived in a window", async () => {
    const { socket, closed } = await begin({ uploadWindowMs: 4 * SHORT_MS, uploadMs: DAY_MS });
    const trickle = setInterval(() => socket.write("x"), 5);
    onTestFinished(() => clearInterval(trickle));
    expect(refusalIn(await closed)).toMatchObject(TIMEOUT);
  });

  test("an upload that is slow gets 408 at the limit for the whole upload", async () => {
    const { socket, closed } = await begin({ uploadMs: 10 * SHORT_MS, uploadWindowBytes: 0, jsonBodyMs: SHORT_MS });
    const trickle = setInterval(() => socket.write("x"), 5);
    onTestFinished(() => clearInterval(trickle));
    expect(refusalIn(await closed)).toMatchObject(TIMEOUT);
  });
});

describe("a client that is sent", () => {
  /** More than the buffers of both systems hold. */
  const PIECE = Buffer.alloc(1024 * 1024);
  const PIECES = 64;
  const BODIES: Record<string, () => Buffer | Readable> = {
    "a large answer": () => Buffer.concat(Array(PIECES).fill(PIECE)),
    "a stream without end": () => Readable.from(Array(1_000_000).fill(PIECE)),
  };

  test.each(Object.entries(BODIES))("%s and never reads it is cut off", async (_, bodyOf) => {
    let isCutOff = false;
    const app = await startTestApp({
      db: database().db,
      timeLimits: { ...TIME_LIMITS, unreadMs: SHORT_MS },
      extend: (server) =>
        server.get("/api/probe/large", { compress: false }, async (_request, reply) => {
          reply.raw.once("close", () => {
            isCutOff = true;
          });
          return reply.type("application/octet-stream").send(bodyOf());
        }),
    });
    onTestFinished(() => app.close());
    const { socket, closed } = openClient(app.origin);
    socket.pause();
    socket.write("GET /api/probe/large HTTP/1.1\r\nhost: nexby.example\r\n\r\n");
    await until(() => isCutOff);
    socket.resume();
    expect((await closed).length).toBeLessThan(PIECES * PIECE.length);
  });

  test("a large answer and reads it gets all of it", async () => {
    const app = await startTestApp({
      db: database().db,
      timeLimits: { ...TIME_LIMITS, unreadMs: AMPLE_MS },
      extend: (server) =>
        server.get("/api/probe/large", { compress: false }, async () => Buffer.concat([PIECE, PIECE])),
    });
    onTestFinished(() => app.close());
    const response = await fetch(`${app.origin}/api/probe/large`);
    expect((await response.arrayBuffer()).byteLength).toBe(2 * PIECE.length);
  });
});

test("an event stream outlives every limit", async () => {
  const limits = { headersMs: AMPLE_MS, jsonBodyMs: AMPLE_MS, uploadMs: AMPLE_MS, unreadMs: AMPLE_MS };
  const { origin, hub } = await start(limits);
  const id = newId();
  const headers = asViewer({ id, isAdmin: false, isApproved: true });
  const reader = await readEventStream(origin + streamEvents.path, headers);
  onTestFinished(() => reader.close());
  await reader.until((events) => events.length > 0);
  // Later connections that reach the longest limit show that the time has passed.
  for (let time = 0; time < 2; time += 1) {
    const { socket, closed } = openClient(origin);
    socket.write(`${headOf(probe.path, { "content-type": "text/plain", "content-length": 100 })}\r\nslow`);
    await closed;
  }
  await publishEvent(database().db, { audience: userAudience(id), type: "still_here" });
  hub.wake(userAudience(id));
  await reader.until((events) => events.some(({ type }) => type === "still_here"));
});
