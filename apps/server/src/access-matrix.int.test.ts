import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type Endpoint, endpoint } from "@nexby/contract/endpoint";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { mount } from "./platform/http/mount.ts";
import { newId } from "./platform/ids/new-id.ts";
import { addressOf } from "./testing/call.ts";
import { createItem, createUser } from "./testing/factories.ts";
import { GOOD_BODIES } from "./testing/good-bodies.ts";
import { asViewer, startTestApp, type TestApp } from "./testing/test-app.ts";
import { useTestDatabase } from "./testing/test-database.ts";

const [PENDING, ADMIN] = [newId(), newId()];

/** Who asks, and what they send to be known. A new actor is a new column: every row below must then name its status. */
const ACTORS = {
  visitor: {},
  pending: asViewer({ id: PENDING, isApproved: false, isAdmin: false }),
  admin: asViewer({ id: ADMIN, isApproved: true, isAdmin: true }),
} satisfies Record<string, Record<string, string>>;

type Actor = keyof typeof ACTORS;
type Statuses = Record<Actor, number>;

const EXPECTED: Record<string, Statuses> = {
  "DELETE /api/auth/sessions": { visitor: 401, pending: 200, admin: 200 },
  "DELETE /api/auth/sessions/:sessionId": { visitor: 401, pending: 404, admin: 404 },
  "GET /api/auth/sessions": { visitor: 401, pending: 200, admin: 200 },
  "GET /api/auth/user": { visitor: 401, pending: 200, admin: 200 },
  "GET /api/terms/active": { visitor: 200, pending: 200, admin: 200 },
  "POST /api/auth/email-signin": { visitor: 401, pending: 401, admin: 401 },
  "POST /api/auth/email-signup": { visitor: 201, pending: 409, admin: 409 },
  "POST /api/auth/signout": { visitor: 401, pending: 200, admin: 200 },
  "GET /api/categories": { visitor: 200, pending: 200, admin: 200 },
  "GET /api/events": { visitor: 401, pending: 200, admin: 200 },
  "GET /api/health": { visitor: 200, pending: 200, admin: 200 },
  "GET /api/items": { visitor: 200, pending: 200, admin: 200 },
  "GET /api/items/:itemId": { visitor: 200, pending: 200, admin: 200 },
  "GET /api/ready": { visitor: 200, pending: 200, admin: 200 },
  "POST /api/admin/clock": { visitor: 401, pending: 403, admin: 200 },
};

/** Documents about the API, not calls of it. */
const DOCUMENTS: Record<string, Statuses> = {
  "GET /api/docs": { visitor: 200, pending: 200, admin: 200 },
  "GET /api/openapi.json": { visitor: 200, pending: 200, admin: 200 },
};

const keyOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`;
const difference = (these: readonly string[], those: readonly string[]) => these.filter((key) => !those.includes(key));

/** Where contract, expectations and server disagree; nothing when they do not. */
function gaps(endpoints: readonly Endpoint[], expected: Record<string, Statuses>, registered: readonly string[]) {
  const declared = endpoints.map(keyOf);
  const known = [...declared, ...Object.keys(DOCUMENTS)];
  const withHead = [...known, ...known.map((key) => key.replace(/^GET /, "HEAD "))];
  return {
    withoutExpectation: difference(declared, Object.keys(expected)),
    withoutEndpoint: difference(Object.keys(expected), declared),
    notDeclared: difference(registered, withHead),
    notRegistered: difference(known, registered),
  };
}
const ANY = { visitor: 200, pending: 200, admin: 200 };
const NO_GAPS = { withoutExpectation: [], withoutEndpoint: [], notDeclared: [], notRegistered: [] };

/** Starts the server and listens to it registering its /api routes: the framework announces each new instance. */
async function startAndCollect(options: Parameters<typeof startTestApp>[0]) {
  const registered: string[] = [];
  const collect = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook("onRoute", ({ method, url }) => {
      if (url.startsWith("/api")) registered.push(...[method].flat().map((one) => `${one} ${url}`));
    });
  };
  subscribe("fastify.initialization", collect);
  const app = await startTestApp(options).finally(() => unsubscribe("fastify.initialization", collect));
  return { app, registered };
}

const database = useTestDatabase();
/** A record for each path parameter; the owner, the renter and the stranger will mean these. */
const records: Record<string, string> = {};
let app: TestApp;
let registered: string[];

beforeAll(async () => {
  const { db } = database();
  records.itemId = await createItem(db);
  records.sessionId = newId();
  await createUser(db, { id: PENDING });
  await createUser(db, { id: ADMIN, isAdmin: true, isApproved: true });
  ({ app, registered } = await startAndCollect({ db: database().db }));
});
afterAll(() => app.close());

async function statusFor(actor: Actor, key: string): Promise<number> {
  const [method = "", path = ""] = key.split(" ");
  const missing = [...path.matchAll(/:(\w+)/g)].filter(([, name = ""]) => !(name in records));
  if (missing.length > 0) throw new Error(`${key} needs a record of this test for ${missing.map(String)}`);
  const address = addressOf({ path } as Endpoint, { params: records });
  const body = GOOD_BODIES[key];
  const response = await fetch(app.origin + address, {
    method,
    headers: { ...ACTORS[actor], ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.body?.cancel();
  return response.status;
}

describe("access", () => {
  test("contract, expectations and registered routes name the same calls", () => {
    expect(gaps(ENDPOINTS, EXPECTED, registered)).toEqual(NO_GAPS);
  });

  const cells = Object.entries({ ...EXPECTED, ...DOCUMENTS }).flatMap(([key, statuses]) =>
    Object.entries(statuses).map(([actor, status]) => [key, status, actor as Actor] as const),
  );
  test.each(cells)("%s answers %i to a %s", async (key, status, actor) => {
    expect(await statusFor(actor, key)).toBe(status);
  });
});

describe("the matrix itself", () => {
  const planted = endpoint({
    method: "DELETE",
    path: "/api/planted/:itemId",
    summary: "Planted",
    access: "signed-in",
    params: z.object({ itemId: z.string() }),
    response: z.object({}),
    errors: ["unauthenticated"],
  });

  test("finds a route that the contract does not declare, and every method of it", async () => {
    const undeclared = await startAndCollect({
      db: database().db,
      extend: (server) => server.route({ method: ["GET", "PUT"], url: "/api/hidden", handler: async () => ({}) }),
    });
    await undeclared.app.close();
    expect(gaps(ENDPOINTS, EXPECTED, undeclared.registered)).toEqual({
      ...NO_GAPS,
      notDeclared: expect.arrayContaining(["GET /api/hidden", "PUT /api/hidden", "HEAD /api/hidden"]),
    });
  });

  test("finds an endpoint without an expectation", async () => {
    const extended = await startAndCollect({
      db: database().db,
      extend: (server, deps) => mount(server, deps, planted, async () => ({})),
    });
    await extended.app.close();
    expect(gaps([...ENDPOINTS, planted], EXPECTED, extended.registered)).toEqual({
      ...NO_GAPS,
      withoutExpectation: ["DELETE /api/planted/:itemId"],
    });
  });

  test("finds an expectation without an endpoint, and an endpoint that is not mounted", () => {
    expect(gaps(ENDPOINTS, { ...EXPECTED, "GET /api/gone": ANY }, registered)).toEqual({
      ...NO_GAPS,
      withoutEndpoint: ["GET /api/gone"],
    });
    expect(gaps([...ENDPOINTS, planted], { ...EXPECTED, [keyOf(planted)]: ANY }, registered)).toEqual({
      ...NO_GAPS,
      notRegistered: ["DELETE /api/planted/:itemId"],
    });
  });
});
