import { endpoint } from "@nexby/contract/endpoint";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { asViewer, startTestApp, type TestApp } from "../../testing/test-app.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { AppError } from "../errors.ts";
import { mount } from "../http/mount.ts";
import { deleteOldResults } from "../idempotency.ts";
import { newId } from "../ids.ts";

const database = useTestDatabase();
let app: TestApp;
let failures = 0;

/** Inserts a row, then returns a client error or throws if the body asks for it. */
const leaveMark = endpoint({
  method: "POST",
  path: "/api/probe/marks",
  summary: "Leaves a mark",
  access: "public",
  body: z.object({ word: z.string() }),
  response: z.object({ word: z.string(), mark: z.string() }),
  errors: ["units_unavailable"],
});

async function start(): Promise<TestApp> {
  return startTestApp({
    db: database().db,
    extend: (server, deps) =>
      mount(server, deps, leaveMark, async ({ db, body }) => {
        const mark = newId();
        await db.execute(sql`insert into marks values (${mark}, ${body.word})`);
        if (body.word === "refuse") throw new AppError("units_unavailable");
        if (body.word === "stumble" && failures++ === 0) throw new Error("Out of luck");
        return { word: body.word, mark };
      }),
  });
}

beforeAll(async () => {
  await database().db.execute(sql`create table marks (id uuid primary key, word text not null)`);
  app = await start();
});
afterAll(() => app.close());
beforeEach(async () => {
  failures = 0;
  await database().db.execute(sql`truncate marks`);
});

async function send(key: string | null, word: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.origin}${leaveMark.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key !== null && { "idempotency-key": key }), ...headers },
    body: JSON.stringify({ word }),
  });
  return {
    status: response.status,
    text: await response.text(),
    replayed: response.headers.get("idempotency-replayed"),
  };
}

async function countMarks(): Promise<number> {
  const { rows } = await database().db.execute<{ count: number }>(sql`select count(*)::int as count from marks`);
  return rows[0]?.count ?? -1;
}

test("20 concurrent requests with one key have one effect and get identical responses", async () => {
  const key = newId();
  const responses = await Promise.all(Array.from({ length: 20 }, () => send(key, "drill")));
  expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(responses[0]?.status).toBe(200);
  expect(responses.filter(({ replayed }) => replayed === "true")).toHaveLength(19);
  expect(await countMarks()).toBe(1);
});

test("the server replays the outcome after a server restart", async () => {
  const key = newId();
  const first = await send(key, "tent");
  await app.close();
  app = await start();
  const second = await send(key, "tent");
  expect(second).toEqual({ ...first, replayed: "true" });
  expect(await countMarks()).toBe(1);
});

test("the server responds 422 to the same key with a different body, without an effect", async () => {
  const key = newId();
  await send(key, "tent");
  const other = await send(key, "kayak");
  expect(other.status).toBe(422);
  expect(JSON.parse(other.text)).toMatchObject({ code: "idempotency_key_reused" });
  expect(await countMarks()).toBe(1);
});

test("the server stores and replays a client error, and rolls back writes made before it", async () => {
  const key = newId();
  const responses = await Promise.all([send(key, "refuse"), send(key, "refuse"), send(key, "refuse")]);
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(responses[0]?.status).toBe(409);
  expect(await countMarks()).toBe(0);
});

test("the server does not store a server error: nothing is written, and a retry succeeds", async () => {
  const key = newId();
  expect((await send(key, "stumble")).status).toBe(500);
  expect(await countMarks()).toBe(0);
  expect((await send(key, "stumble")).status).toBe(200);
  expect(await countMarks()).toBe(1);
});

test("keys belong to their sender: another user's identical key is a different request", async () => {
  const key = newId();
  const [one, two] = [newId(), newId()].map((id) => asViewer({ id, isAdmin: false, isApproved: true }));
  const first = await send(key, "tent", one);
  const second = await send(key, "tent", two);
  const visitor = await send(key, "tent");
  expect([first, second, visitor].map(({ replayed }) => replayed)).toEqual([null, null, null]);
  expect(await countMarks()).toBe(3);
});

test("the server executes every request that has no key", async () => {
  await Promise.all([send(null, "tent"), send(null, "tent")]);
  expect(await countMarks()).toBe(2);
});

test.each(["", " ", "x".repeat(256), "schl\u00fcssel"])("the server rejects the key %j", async (key) => {
  const response = await send(key, "tent");
  expect(response.status).toBe(400);
  expect(await countMarks()).toBe(0);
});

test("the upkeep deletes outcomes after a day, not before", async () => {
  const { db } = database();
  const [old, young] = [newId(), newId()];
  await send(old, "tent");
  await send(young, "tent");
  await db.execute(sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = ${old}`);
  await deleteOldResults(db);
  const { rows } = await db.execute(sql`select key from idempotency_keys where key in (${old}, ${young})`);
  expect(rows).toEqual([{ key: young }]);
});
