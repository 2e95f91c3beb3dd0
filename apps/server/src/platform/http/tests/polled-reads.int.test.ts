import { endpoint } from "@nexby/contract/endpoint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { mount } from "../mount.ts";

const database = useTestDatabase();
let app: TestApp;
let count = 1;

const poll = endpoint({
  method: "GET",
  path: "/api/probe/count",
  summary: "Counts",
  access: "public",
  isPolled: true,
  response: z.object({ count: z.int() }),
  errors: [],
});

beforeAll(async () => {
  app = await startTestApp({
    db: database().db,
    extend: (server, deps) => mount(server, deps, poll, async () => ({ count, secret: "not in the contract" })),
  });
});
afterAll(() => app.close());

const request = async (headers: Record<string, string> = {}) => {
  const response = await fetch(app.origin + poll.path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test("a polled read has an ETag and returns 304 without a body while nothing changed", async () => {
  const first = await request();
  expect(first).toMatchObject({ status: 200, text: '{"count":1}' });
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const tag = first.headers.get("etag") ?? "";
  expect(tag).toMatch(/^W\/"[\w-]+"$/);

  for (const tags of [tag, `"other", ${tag}`]) {
    const again = await request({ "if-none-match": tags });
    expect(again).toMatchObject({ status: 304, text: "" });
    expect(again.headers.get("etag")).toBe(tag);
  }

  count = 2;
  const changed = await request({ "if-none-match": tag });
  expect(changed).toMatchObject({ status: 200, text: '{"count":2}' });
  expect(changed.headers.get("etag")).not.toBe(tag);
});
