import { EventEmitter, once } from "node:events";
import { connect } from "node:net";
import { endpoint } from "@nexby/contract/endpoint";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { hasFreeSpace } from "../../../composition/stores.ts";
import { refusal } from "../../../testing/call.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { openDatabase } from "../../db/db.ts";
import { createLogger } from "../../logging.ts";
import { mount } from "../mount.ts";

const broken = endpoint({
  method: "GET",
  path: "/api/probe/broken",
  summary: "Has a bug",
  access: "public",
  response: z.object({ isWhole: z.boolean() }),
  errors: [],
});
const wordy = endpoint({
  method: "POST",
  path: "/api/probe/wordy",
  summary: "Has a body",
  access: "public",
  body: z.object({ word: z.string() }),
  response: z.object({}),
  errors: [],
});
const BUG = "canary: the password of the database is hunter2";

const database = useTestDatabase();
const log: string[] = [];
let app: TestApp;

beforeAll(async () => {
  const logger = createLogger("info", { write: (line) => void log.push(line) });
  app = await startTestApp({
    db: database().db,
    logger,
    extend: (probed, deps) =>
      mount(probed, deps, broken, async () => {
        throw new Error(BUG, { cause: new Error(BUG) });
      }),
  });
});
afterAll(() => app.close());

test("an unexpected error returns 500 and reveals nothing about its cause", async () => {
  const error = await refusal(await fetch(app.origin + broken.path));
  expect(error).toMatchObject({
    status: 500,
    code: "internal_error",
    message: "Something went wrong on our end. Please try again.",
  });
  expect(error.text).not.toMatch(/canary|hunter2|stack|\.ts|node_modules/);
});

test("the request id in the header is also in the body and in the log, with the cause", async () => {
  const response = await fetch(app.origin + broken.path);
  const id = response.headers.get("x-request-id") ?? "";
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await response.json()).toMatchObject({ requestId: id });
  await expect.poll(() => log.filter((line) => line.includes(id)).length).toBe(2);
  const lines = log.filter((line) => line.includes(id)).map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ reqId: id, err: { message: expect.stringContaining(BUG) } });
  expect(lines[1]).toMatchObject({ reqId: id, res: { status: 500 } });
});

test("a request id sent by a client is ignored", async () => {
  const response = await fetch(`${app.origin}/api/health`, {
    headers: { "x-request-id": "mine", "request-id": "mine" },
  });
  expect(response.headers.get("x-request-id")).not.toBe("mine");
});

test("a client that disconnects while it sends is logged at debug level, not as a database failure", async () => {
  const lines: { level: number; msg: string }[] = [];
  const logger = createLogger("debug", { write: (line) => void lines.push(JSON.parse(line)) });
  const parsing = new EventEmitter();
  const isParsing = once(parsing, "begun");
  const quiet = await startTestApp({
    db: database().db,
    logger,
    extend: (probed, deps) => {
      mount(probed, deps, wordy, async () => ({}));
      probed.addHook("preParsing", async () => void parsing.emit("begun"));
    },
  });
  onTestFinished(() => quiet.close());
  const { hostname, port } = new URL(quiet.origin);
  const socket = connect(Number(port), hostname);
  const head = "host: x\r\ncontent-type: application/json\r\ncontent-length: 100";
  socket.write(`POST ${wordy.path} HTTP/1.1\r\n${head}\r\n\r\n{"word":`);
  await isParsing;
  socket.destroy();
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain("The client closed the connection");
  expect(lines.find(({ msg }) => msg === "The client closed the connection")).toMatchObject({ level: 20 });
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
});

test("an unreachable database returns 503 with Retry-After, and the process stays alive", async () => {
  const url = "postgres://nexby@127.0.0.1:1/nexby";
  const unreachable = openDatabase({ url, poolSize: 1, onIdleError: () => undefined });
  const alone = await startTestApp({ db: unreachable.db });
  for (const path of ["/api/items", "/api/categories", "/api/items?category=storage", "/api/ready"]) {
    const response = await fetch(alone.origin + path);
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await refusal(response)).toMatchObject({ status: 503, code: "service_unavailable" });
  }
  expect((await fetch(`${alone.origin}/api/health`)).status).toBe(200);
  await alone.close();
  await unreachable.close();
});

test("a server whose database has no disk space left is not ready", async () => {
  const { db } = database();
  // A file system without free blocks.
  const full = await startTestApp({ db, hasSpace: () => hasFreeSpace("/proc") });
  const response = await fetch(`${full.origin}/api/ready`);
  expect([response.status, await response.json()]).toEqual([
    503,
    expect.objectContaining({ details: [{ field: "disk", message: "failing" }] }),
  ]);
  await full.close();
  expect(await (await fetch(`${app.origin}/api/ready`)).json()).toMatchObject({ checks: { disk: "ok" } });
});
