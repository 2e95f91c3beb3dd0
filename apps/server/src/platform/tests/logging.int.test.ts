import { endpoint } from "@nexby/contract/endpoint";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { openDatabase } from "../db/db.ts";
import { mount } from "../http/mount.ts";
import { createLogger } from "../logging.ts";

const CANARY = "canary-7f3a";
const EMAIL = `${CANARY}@nexby.example`;

/** A write that fails in the database with client input among its parameters. */
const failing = endpoint({
  method: "POST",
  path: "/api/probe/:word",
  summary: "Fails",
  access: "public",
  params: z.object({ word: z.string() }),
  body: z.object({ how: z.enum(["cast", "duplicate", "check", "throw"]), email: z.string() }),
  response: z.object({}),
  errors: [],
});

const database = useTestDatabase();
const log: string[] = [];
let app: TestApp;

beforeAll(async () => {
  const { db } = database();
  const write = (email: string) => db.execute(sql`insert into users (email, city) values (${email}, ${CANARY})`);
  await write(EMAIL);
  app = await startTestApp({
    db,
    logger: createLogger("info", { write: (line) => void log.push(line) }),
    extend: (server, deps) =>
      mount(server, deps, failing, async ({ body }) => {
        if (body.how === "cast") await db.execute(sql`select ${body.email}::integer`);
        if (body.how === "duplicate") await write(body.email);
        if (body.how === "check") await write(`not an ${CANARY}`);
        throw new Error("A bug of ours", { cause: new Error("Its reason") });
      }),
  });
});
afterAll(() => app.close());
beforeEach(() => {
  log.length = 0;
});

/** Sends a request full of canaries and waits until it is logged. */
async function requestAndRead(path: string, init: RequestInit = {}): Promise<Record<string, unknown>[]> {
  const response = await fetch(app.origin + path, {
    ...init,
    headers: {
      authorization: `Bearer ${CANARY}`,
      cookie: `nexby_session=${CANARY}`,
      "user-agent": `browser ${CANARY}`,
      "x-forwarded-for": `203.0.113.7, ${CANARY}`,
      referer: `https://example.org/${CANARY}`,
      ...init.headers,
    },
  });
  await response.text();
  const id = response.headers.get("x-request-id") ?? "no id";
  await expect.poll(() => log.some((line) => line.includes(id) && line.includes('"answered"'))).toBe(true);
  return log.map((line) => JSON.parse(line));
}

const fail = (how: string) =>
  requestAndRead(`/api/probe/${CANARY}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ how, email: EMAIL }),
  });

const expectNoPersonalData = () =>
  expect(log.join("")).not.toMatch(/canary|127\.0\.0\.1|::1|203\.0\.113|browser|Bearer/);

describe("the log", () => {
  test.each([
    ["/api/items?limit=1&category=none", 200, "/api/items"],
    ["/api/items/0190a0a0-0000-7000-8000-000000000000", 404, "/api/items/:itemId"],
    ["/api/items?limit=0", 400, "/api/items"],
    ["/api/unknown", 404, "unknown"],
    ["/%zz", 404, "unknown"],
  ])("the log has one JSON line for %s: request id, route, status, milliseconds", async (path, status, route) => {
    const lines = await requestAndRead(path);
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        req: { method: "GET", route },
        res: { status },
        ms: expect.any(Number),
        msg: "answered",
      },
    ]);
    expect(log[0]?.endsWith("}\n")).toBe(true);
  });

  test.each([
    `/api/items?category=${CANARY}`,
    `/api/items?cursor=${CANARY}&limit=${CANARY}`,
    `/api/items/${CANARY}`,
    `/api/${CANARY}`,
    `/${CANARY}?auth_token=${CANARY}`,
    `/media/${CANARY}.webp`,
    `/%zz${CANARY}`,
    `/api/items/${CANARY.repeat(20)}`,
  ])("the log contains neither the client nor the address of %s", async (path) => {
    await requestAndRead(path);
    expectNoPersonalData();
  });

  test.each([
    ["malformed", `{"email":"${EMAIL}"`],
    ["invalid", JSON.stringify({ how: CANARY, email: EMAIL })],
  ])("the log contains nothing of a %s body", async (_, body) => {
    const headers = { "content-type": "application/json" };
    const lines = await requestAndRead(`/api/probe/${CANARY}`, { method: "POST", headers, body });
    expect(lines).toMatchObject([{ res: { status: 400 } }]);
    expectNoPersonalData();
  });
});

describe("an error in the log", () => {
  test("an error in the log has its type, message, stack, cause and request id", async () => {
    const [error, answered] = await fail("throw");
    expect(error).toMatchObject({
      level: 50,
      reqId: answered?.reqId,
      msg: "Something went wrong on our end. Please try again.",
      err: {
        type: "Error",
        message: "A bug of ours",
        stack: expect.stringContaining("logging.int.test.ts"),
        cause: { type: "Error", message: "Its reason" },
      },
    });
    expect(answered).toMatchObject({ req: { method: "POST", route: "/api/probe/:word" }, res: { status: 500 } });
    expectNoPersonalData();
  });

  test.each([
    ["cast", { code: "22P02" }],
    ["duplicate", { code: "23505", constraint: "users_email_unique", table: "users" }],
    ["check", { code: "23514", constraint: "users_email_has_form", table: "users" }],
  ])(
    "an error in the log from the database (%s) names query, code and constraint, never the values",
    async (how, cause) => {
      const [error] = await fail(how);
      expect(error).toMatchObject({ err: { message: expect.stringMatching(/^Failed query: (insert|select)/), cause } });
      expectNoPersonalData();
    },
  );

  test("an error in the log from an unreachable database does not reveal what was requested", async () => {
    const unreachable = openDatabase({ url: "postgres://x@127.0.0.1:1/x", poolSize: 1, onIdleError: () => undefined });
    const logger = createLogger("info", { write: (line) => void log.push(line) });
    const alone = await startTestApp({ db: unreachable.db, logger });
    log.length = 0;
    expect((await fetch(`${alone.origin}/api/items?category=${CANARY}`)).status).toBe(503);
    await alone.close();
    await unreachable.close();
    expect(log.join("")).toContain("ECONNREFUSED");
    expect(log.join("")).not.toContain(CANARY);
  });
});

describe("the logger", () => {
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line) => void lines.push(line) });

  test.each(["password", "confirmPassword", "token", "secret", "authorization", "cookie", "email", "phoneNumber"])(
    "the logger redacts %s, also one and two levels down",
    (name) => {
      lines.length = 0;
      logger.info({ [name]: CANARY, user: { [name]: CANARY, more: { [name]: CANARY } } }, "signed up");
      expect(lines.join("")).not.toContain(CANARY);
      expect(lines.join("").match(/\[redacted\]/g)).toHaveLength(3);
    },
  );

  test("the logger drops messages below its level", () => {
    lines.length = 0;
    logger.debug("detail");
    expect(lines).toEqual([]);
  });
});
