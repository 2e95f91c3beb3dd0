import { endpoint } from "@nexby/contract/endpoint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { mount } from "../mount.ts";

const database = useTestDatabase();
let app: TestApp;
let written = 0;

const write = endpoint({
  method: "POST",
  path: "/api/probe/write",
  summary: "Writes",
  access: "public",
  response: z.object({}),
  errors: [],
});

beforeAll(async () => {
  app = await startTestApp({
    db: database().db,
    publicUrl: "https://nexby.example",
    extend: (server, deps) =>
      mount(server, deps, write, async () => {
        written += 1;
        return {};
      }),
  });
});
afterAll(() => app.close());

const send = async (headers: Record<string, string>) => {
  const before = written;
  const { status } = await fetch(`${app.origin}${write.path}`, { method: "POST", headers });
  return { status, written: written - before };
};

test.each([
  ["a foreign origin", { origin: "https://evil.example" }],
  ["an origin that only starts like ours", { origin: "https://nexby.example.evil.example" }],
  ["our host on another port", { origin: "http://127.0.0.1:1" }],
  ["a null origin", { origin: "null" }],
  ["garbage", { origin: "javascript:alert(1)" }],
  ["a cross-site fetch", { "sec-fetch-site": "cross-site" }],
  ["a same-site fetch", { "sec-fetch-site": "same-site" }],
])("the server rejects a write with %s", async (_, headers) => {
  expect(await send(headers)).toEqual({ status: 403, written: 0 });
});

test("the server accepts writes from our own pages, by requested or public host, and from non-browser clients", async () => {
  const ours: Record<string, string>[] = [
    {},
    { origin: app.origin },
    { origin: "https://nexby.example" },
    { origin: app.origin, "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
  ];
  for (const headers of ours) expect(await send(headers)).toEqual({ status: 200, written: 1 });
});

test("the server does not restrict reads", async () => {
  const response = await fetch(`${app.origin}/api/health`, { headers: { origin: "https://evil.example" } });
  expect(response.status).toBe(200);
});
