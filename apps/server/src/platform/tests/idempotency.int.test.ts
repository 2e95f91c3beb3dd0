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
let stumbles = 0;

/** Leaves a row as its effect; refuses, or fails, when asked to, after having written. */
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
        if (body.word === "stumble" && stumbles++ === 0) throw new Error("Out of luck");
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
  stumbles = 0;
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

test("20 requests at once with one key: one effect, twenty equal answers", async () => {
  const key = newId();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(key, "drill")));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(answers.filter(({ replayed }) => replayed === "true")).toHaveLength(19);
  expect(await countMarks()).toBe(1);
});

test("the outcome is replayed after a restart of the server", async () => {
  const key = newId();
  const first = await send(key, "tent");
  await app.close();
  app = await start();
  const second = await send(key, "tent");
  expect(second).toEqual({ ...first, replayed: "true" });
  expect(await countMarks()).toBe(1);
});

test("the same key with another body is 422 and does nothing", async () => {
  const key = newId();
  await send(key, "tent");
  const other = await send(key, "kayak");
  expect(other.status).toBe(422);
  expect(JSON.parse(other.text)).toMatchObject({ code: "idempotency_key_reused" });
  expect(await countMarks()).toBe(1);
});

test("a refusal is an outcome too: kept, replayed, without what was done before it", async () => {
  const key = newId();
  const answers = await Promise.all([send(key, "refuse"), send(key, "refuse"), send(key, "refuse")]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.status).toBe(409);
  expect(await countMarks()).toBe(0);
});

test("an error of ours is not kept: nothing was done, and the next try does it", async () => {
  const key = newId();
  expect((await send(key, "stumble")).status).toBe(500);
  expect(await countMarks()).toBe(0);
  expect((await send(key, "stumble")).status).toBe(200);
  expect(await countMarks()).toBe(1);
});

test("a key belongs to who sent it: another person's same key is another request", async () => {
  const key = newId();
  const [one, two] = [newId(), newId()].map((id) => asViewer({ id, isAdmin: false, isApproved: true }));
  const first = await send(key, "tent", one);
  const second = await send(key, "tent", two);
  const visitor = await send(key, "tent");
  expect([first, second, visitor].map(({ replayed }) => replayed)).toEqual([null, null, null]);
  expect(await countMarks()).toBe(3);
});

test("without a key every request counts", async () => {
  await Promise.all([send(null, "tent"), send(null, "tent")]);
  expect(await countMarks()).toBe(2);
});

test.each(["", " ", "x".repeat(256), "schl\u00fcssel"])("the key %j is refused", async (key) => {
  const answer = await send(key, "tent");
  expect(answer.status).toBe(400);
  expect(await countMarks()).toBe(0);
});

test("outcomes are forgotten after a day, not before", async () => {
  const { db } = database();
  const [old, young] = [newId(), newId()];
  await send(old, "tent");
  await send(young, "tent");
  await db.execute(sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = ${old}`);
  await deleteOldResults(db);
  const { rows } = await db.execute(sql`select key from idempotency_keys where key in (${old}, ${young})`);
  expect(rows).toEqual([{ key: young }]);
});
