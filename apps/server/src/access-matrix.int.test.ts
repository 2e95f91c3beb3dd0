import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type Endpoint, endpoint } from "@nexby/contract/endpoint";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ensureCustomer } from "./features/payments/saved-cards.ts";
import { photoAddress } from "./features/photos/photo-files.ts";
import { mount } from "./platform/http/mount.ts";
import { newId } from "./platform/ids.ts";
import { sessions, userIdentities } from "./schema/accounts.ts";
import { savedSearches } from "./schema/collections.ts";
import { taxRates } from "./schema/content.ts";
import { externalCalendars } from "./schema/inventory.ts";
import { lateFeeRules } from "./schema/late-fees.ts";
import { categories } from "./schema/listings.ts";
import { notifications, pushSubscriptions } from "./schema/notifications.ts";
import { payments as paymentRows, refunds as refundRows } from "./schema/payments.ts";
import { type Actor, DOCUMENTS, EXPECTED, NAVIGATIONS, type Statuses } from "./testing/access-expectations.ts";
import { createBooking, createReview, createStoppedRequest } from "./testing/bookings/booking-rows.ts";
import { saveCard, useTestPayments } from "./testing/bookings/test-payments.ts";
import { addressOf } from "./testing/call.ts";
import { COMPLETE_PROFILE, createConversation, createItem, createPhotos, createUser } from "./testing/factories.ts";
import { GOOD_BODIES } from "./testing/good-bodies.ts";
import { formWith, GOOD_FILES } from "./testing/listings/good-files.ts";
import { asViewer, startTestApp, type TestApp } from "./testing/test-app.ts";
import { useTestDatabase } from "./testing/test-database.ts";

const PEOPLE = {
  pending: { id: newId(), isApproved: false, isAdmin: false },
  renter: { id: newId(), isApproved: true, isAdmin: false },
  owner: { id: newId(), isApproved: true, isAdmin: false },
  stranger: { id: newId(), isApproved: true, isAdmin: false },
  admin: { id: newId(), isApproved: true, isAdmin: true },
} satisfies Record<Exclude<Actor, "visitor">, object>;

const keyOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`;
const difference = (these: readonly string[], those: readonly string[]) => these.filter((key) => !those.includes(key));

/** Differences between contract, expectations and registered routes. */
function gaps(endpoints: readonly Endpoint[], expected: Record<string, Statuses>, registered: readonly string[]) {
  const declared = endpoints.map(keyOf);
  const known = [...declared, ...Object.keys(DOCUMENTS), ...Object.keys(NAVIGATIONS)];
  const withHead = [...known, ...known.map((key) => key.replace(/^GET /, "HEAD "))];
  return {
    withoutExpectation: difference(declared, Object.keys(expected)),
    withoutEndpoint: difference(Object.keys(expected), declared),
    notDeclared: difference(registered, withHead),
    notRegistered: difference(known, registered),
  };
}
const ANY = EXPECTED["GET /api/items"] as Statuses;
const NO_GAPS = { withoutExpectation: [], withoutEndpoint: [], notDeclared: [], notRegistered: [] };

/** Starts the server and records its /api routes through Fastify's initialization channel. */
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
const payments = useTestPayments(database);

/** Creates a record per path parameter. */
const RECORDS: Record<string, () => Promise<string>> = {
  bookingId: async () => {
    const between = { renterId: PEOPLE.renter.id, ownerId: PEOPLE.owner.id };
    const shown = {
      approvalStatus: "pending_owner",
      ownerDecisionDeadline: new Date(Date.now() + 86_400_000),
    } as const;
    return (await createBooking(database().db, { ...between, ...shown })).id;
  },
  analysisId: () => createStoppedRequest(database().db),
  identityId: async () => {
    const rows = ["one", "another"].map((name) => {
      const id = newId();
      return { id, userId: PEOPLE.owner.id, issuer: "https://id.example", subject: `${name} ${id}` };
    });
    await database().db.insert(userIdentities).values(rows);
    return rows[0]?.id ?? "";
  },
  categoryId: async () => {
    const id = newId();
    await database().db.insert(categories).values({ id, name: id, slug: id, position: 16 });
    return id;
  },
  ruleId: async () => {
    const id = newId();
    await database().db.insert(lateFeeRules).values({ id, name: "Bikes", feeCents: 2_500, isActive: false });
    return id;
  },
  rateId: async () => {
    const id = newId();
    await database()
      .db.insert(taxRates)
      .values({ id, state: "OK", taxRate: "4.5", effectiveDate: "2020-01-01", city: id });
    return id;
  },
  calendarId: async () => {
    const id = newId();
    const itemId = await createItem(database().db, { ownerId: PEOPLE.owner.id });
    await database()
      .db.insert(externalCalendars)
      .values({ id, itemId, name: "Family", url: "https://calendar.example/" });
    return id;
  },
  token: async () => {
    const calendarToken = newId();
    await createItem(database().db, { calendarToken });
    return `${calendarToken}.ics`;
  },
  conversationId: () => createConversation(database().db, { renterId: PEOPLE.renter.id, ownerId: PEOPLE.owner.id }),
  messageId: async () => newId(),
  cardId: async () => {
    const port = payments().deps.payments;
    const customerId = await ensureCustomer(database().db, port, PEOPLE.owner.id);
    return saveCard(payments(), customerId);
  },
  itemId: () => createItem(database().db, { ownerId: PEOPLE.owner.id }),
  notificationId: async () => {
    const id = newId();
    const news = { id, userId: PEOPLE.owner.id, type: "system" as const, title: "News", message: "Something happened" };
    await database().db.insert(notifications).values(news);
    return id;
  },
  pushDeviceId: async () => {
    const id = newId();
    const keys = { p256dh: "p256dh", auth: "auth" };
    const device = { id, userId: PEOPLE.owner.id, endpoint: `https://push.example/${id}`, ...keys, device: "Firefox" };
    await database().db.insert(pushSubscriptions).values(device);
    return id;
  },
  paymentId: async () => {
    const amounts = {
      kind: "deposit" as const,
      status: "captured" as const,
      amountCents: 500,
      authorizedCents: 500,
      capturedCents: 500,
      capture: "manual" as const,
      description: "A deposit",
    };
    const people = { payerId: PEOPLE.owner.id, ownerId: PEOPLE.renter.id };
    const payment = { id: newId(), bookingId: newId(), ...people, ...amounts };
    await database().db.insert(paymentRows).values(payment);
    return payment.id;
  },
  refundId: async () => {
    const refund = { id: newId(), paymentId: (await RECORDS.paymentId?.()) ?? "", idempotencyKey: newId() };
    const decided = { kind: "deposit" as const, amountCents: 500, reason: "deposit_returned" };
    await database()
      .db.insert(refundRows)
      .values({ ...refund, ...decided });
    return refund.id;
  },
  photoId: async () => newId(),
  reportId: async () => newId(),
  reviewId: async () => {
    const between = { renterId: PEOPLE.renter.id, ownerId: PEOPLE.owner.id };
    return createReview(database().db, await createBooking(database().db, between), { byRole: "owner" });
  },
  searchId: async () => {
    const id = newId();
    const search = { id, userId: PEOPLE.owner.id, name: "Kayaks", timezone: "America/New_York" };
    await database().db.insert(savedSearches).values(search);
    return id;
  },
  sessionId: async () => {
    const id = newId();
    await database().db.insert(sessions).values({ id, userId: PEOPLE.owner.id, device: "Phone", tokenHash: id });
    return id;
  },
  userId: () => createUser(database().db),
  kind: async () => "terms",
  version: async () => "1",
};

/** Body fields that depend on the sender. */
const SENDER_FIELDS: Record<string, (actor: Actor) => Promise<object>> = {
  "POST /api/items": async (actor) => {
    const ownerId = actor === "visitor" ? PEOPLE.owner.id : PEOPLE[actor].id;
    const keys = [newId(), newId(), newId()];
    await createPhotos(database().db, ownerId, keys);
    return { images: keys.map(photoAddress) };
  },
};

let app: TestApp;
let registered: string[];

beforeAll(async () => {
  for (const person of Object.values(PEOPLE)) await createUser(database().db, { ...COMPLETE_PROFILE, ...person });
  ({ app, registered } = await startAndCollect({ db: database().db, ...payments().deps }));
});
afterAll(() => app.close());

async function createRecords(key: string): Promise<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const [, name = ""] of key.matchAll(/:(\w+)/g)) {
    const makeRecord = RECORDS[name];
    if (!makeRecord) throw new Error(`${key} needs a record of this test for ${name}`);
    params[name] = await makeRecord();
  }
  return params;
}

async function statusFor(actor: Actor, key: string, params: Record<string, string>): Promise<number> {
  const [method = "", path = ""] = key.split(" ");
  const address = addressOf({ path } as Endpoint, { params });
  const body = GOOD_BODIES[key] && { ...GOOD_BODIES[key], ...(await SENDER_FIELDS[key]?.(actor)) };
  const file = GOOD_FILES[key];
  const response = await fetch(app.origin + address, {
    method,
    redirect: "manual",
    headers: {
      ...(actor !== "visitor" && asViewer(PEOPLE[actor])),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(file && { body: formWith({ bytes: await file() }) }),
  });
  await response.body?.cancel();
  return response.status;
}

/** The status each actor gets. After a request that may have changed its records, the next actor gets new ones. */
async function statusesFor(key: string, actors: readonly Actor[]): Promise<Partial<Statuses>> {
  const statuses: Partial<Statuses> = {};
  let params = await createRecords(key);
  for (const actor of actors) {
    const status = await statusFor(actor, key, params);
    statuses[actor] = status;
    if (!key.startsWith("GET ") && status < 400) params = await createRecords(key);
  }
  return statuses;
}

describe("access matrix", () => {
  test("contract, expectations and registered routes list the same endpoints", () => {
    expect(gaps(ENDPOINTS, EXPECTED, registered)).toEqual(NO_GAPS);
  });

  const requirementOf = (key: string) => (key.includes(" /api/admin/") ? "[ROLE-03] " : "");
  const rows = Object.entries({ ...EXPECTED, ...DOCUMENTS, ...NAVIGATIONS }).map(
    ([key, statuses]) => [requirementOf(key), key, statuses] as const,
  );
  test.each(rows)("%s%s responds to each role as expected", async (_requirement, key, statuses) => {
    expect(await statusesFor(key, Object.keys(statuses) as Actor[])).toEqual(statuses);
  });
});

describe("access matrix self-check", () => {
  const planted = endpoint({
    method: "DELETE",
    path: "/api/planted/:itemId",
    summary: "Planted",
    access: "signed-in",
    params: z.object({ itemId: z.string() }),
    response: z.object({}),
    errors: ["unauthenticated"],
  });

  test("the access matrix self-check reports a route that the contract does not declare, with every method, and an endpoint without an expectation", async () => {
    const extended = await startAndCollect({
      db: database().db,
      extend: (server, deps) => {
        server.route({ method: ["GET", "PUT"], url: "/api/hidden", handler: async () => ({}) });
        mount(server, deps, planted, async () => ({}));
      },
    });
    await extended.app.close();
    expect(gaps([...ENDPOINTS, planted], EXPECTED, extended.registered)).toEqual({
      ...NO_GAPS,
      notDeclared: expect.arrayContaining(["GET /api/hidden", "PUT /api/hidden", "HEAD /api/hidden"]),
      withoutExpectation: ["DELETE /api/planted/:itemId"],
    });
  });

  test("the access matrix self-check reports an expectation without an endpoint and an endpoint that is not mounted", () => {
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
