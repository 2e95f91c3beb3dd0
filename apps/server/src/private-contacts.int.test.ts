import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import { listItems } from "@nexby/contract/listings/items";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "./platform/ids.ts";
import { users } from "./schema/accounts.ts";
import { bookings } from "./schema/bookings.ts";
import { createBooking, createReview } from "./testing/bookings/booking-rows.ts";
import { useTestPayments } from "./testing/bookings/test-payments.ts";
import { addressOf, call } from "./testing/call.ts";
import { COMPLETE_PROFILE, createItem, createUser } from "./testing/factories.ts";
import { GOOD_BODIES } from "./testing/good-bodies.ts";
import { asViewer, startTestApp, type TestApp } from "./testing/test-app.ts";
import { useTestDatabase } from "./testing/test-database.ts";

type Contact = { address: string; phone: string; latitude: number; longitude: number };
const OWNERS: Contact = {
  address: "4711 Canary Lane, Maplewood, NJ 07040",
  phone: "+12015559871",
  latitude: 40.7312345,
  longitude: -74.2654321,
};
const RENTERS: Contact = {
  address: "88 Sparrow Court, Union, NJ 07083",
  phone: "+12015559872",
  latitude: 40.6912345,
  longitude: -74.2154321,
};
const tracesOf = ({ address, phone, latitude, longitude }: Contact) => [
  address.replace(/,.*/, ""),
  phone.slice(2),
  String(latitude),
  String(longitude),
];
const LAST_NAMES = ["Quillfeather", "Zephyrson"] as const;
const foundIn = (text: string, contact: Contact) => tracesOf(contact).filter((trace) => text.includes(trace));

const person = () => ({ id: newId(), isApproved: true, isAdmin: false });
const PEOPLE = { owner: person(), renter: person(), stranger: person(), admin: { ...person(), isAdmin: true } };
type Actor = keyof typeof PEOPLE | "visitor";
const headersOf = (actor: Actor) => (actor === "visitor" ? {} : asViewer(PEOPLE[actor]));

const entry = (pattern: string, data: string[] = []) => ({
  ...{ name: pattern, pattern, file: "page.html", status: 200, data, isUnlisted: false },
  ...{ title: pattern, description: pattern },
});
const PAGES = [
  entry("/"),
  entry("/listings/:itemId", ["/api/items/:itemId"]),
  entry("/users/:userId", ["/api/users/:userId", "/api/items?owner=:userId"]),
  entry("/browse", ["/api/categories", "/api/items"]),
  entry("*"),
];
const TEMPLATE = '<html><head><!--nexby-head--></head><body><div id="root"></div><!--nexby-data--></body></html>';

const database = useTestDatabase();
const payments = useTestPayments(database);
let app: TestApp;
let webDirectory: string;
let itemId: string;

beforeAll(async () => {
  const { db } = database();
  const { owner, renter, stranger, admin } = PEOPLE;
  for (const someone of [stranger, admin]) await createUser(db, { ...COMPLETE_PROFILE, ...someone });
  const [ownerName, renterName] = LAST_NAMES;
  const shared = { ...COMPLETE_PROFILE, sharesPhone: true };
  await createUser(db, { ...shared, ...owner, phoneNumber: OWNERS.phone, lastName: ownerName });
  await createUser(db, { ...shared, ...renter, phoneNumber: RENTERS.phone, lastName: renterName });
  const { address, latitude, longitude } = OWNERS;
  itemId = await createItem(db, { ownerId: owner.id, title: "Canary cage", address, latitude, longitude });
  webDirectory = await mkdtemp(join(tmpdir(), "nexby-contacts-"));
  await writeFile(join(webDirectory, "pages.json"), JSON.stringify(PAGES));
  await writeFile(join(webDirectory, "page.html"), TEMPLATE);
  app = await startTestApp({ db, webDirectory, ...payments().deps });
});
afterAll(async () => {
  await app.close();
  await rm(webDirectory, { recursive: true, force: true });
});

/** A request that awaits the owner's decision. */
async function requestFor(exchangeType: "pickup" | "delivery"): Promise<string> {
  const place = exchangeType === "pickup" ? OWNERS : RENTERS;
  const { id } = await createBooking(database().db, {
    itemId,
    ownerId: PEOPLE.owner.id,
    renterId: PEOPLE.renter.id,
    approvalStatus: "pending_owner",
    ownerDecisionDeadline: new Date(Date.now() + 86_400_000),
    exchangeType,
    exchangeAddress: place.address,
    exchangeLatitude: place.latitude,
    exchangeLongitude: place.longitude,
    ...(exchangeType === "delivery" && { exchangeTown: "Union, NJ", deliveryAddress: place.address }),
  });
  return id;
}

let readRequest: Promise<string> | undefined;

/** A request of its own for a call that could change it. All others share one. */
const requestForCall = ({ method, path }: (typeof ENDPOINTS)[number]): Promise<string> => {
  if (method !== "GET" && path.includes(":bookingId")) return requestFor("pickup");
  readRequest ??= requestFor("pickup");
  return readRequest;
};

const QUERIES: Record<string, Record<string, string>> = {
  "GET /api/items": { search: "canary" },
  "GET /api/search/suggestions": { query: "canary" },
  "GET /api/places": { query: "4711 Canary" },
};

/** Responses that never end, and the feed whose address is a secret of the owner. */
const NOT_READ = new Set(["GET /api/events", "GET /api/calendars/:token"]);
const CALLS = ENDPOINTS.map((endpoint) => ({ endpoint, key: `${endpoint.method} ${endpoint.path}` })).filter(
  ({ endpoint, key }) => !NOT_READ.has(key) && !endpoint.upload,
);

async function textOf(actor: Actor, { endpoint, key }: (typeof CALLS)[number], bookingId: string): Promise<string> {
  const ids: Record<string, string> = { itemId, bookingId, userId: PEOPLE.owner.id, kind: "terms", version: "1" };
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, ids[name] ?? newId()]),
  );
  const body = GOOD_BODIES[key];
  // In process, because hundreds of requests over HTTP take twice as long.
  const { payload } = await app.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, { params, query: QUERIES[key] ?? {} }),
    headers: headersOf(actor),
    ...(body && { payload: body }),
  });
  return payload;
}

describe("before approval", () => {
  test.each(["visitor", "stranger", "renter", "admin"] as const)(
    "[EXCH-01] no endpoint gives a %s the owner's address, position or phone number",
    async (actor) => {
      const leaks: string[] = [];
      for (const request of CALLS) {
        // Administrators approve accounts, for which they see the numbers.
        if (actor === "admin" && request.endpoint.path.startsWith("/api/admin/")) continue;
        const text = await textOf(actor, request, await requestForCall(request.endpoint));
        leaks.push(...foundIn(text, OWNERS).map((trace) => `${request.key}: ${trace}`));
      }
      expect(leaks).toEqual([]);
    },
  );

  test("[EXCH-01] no endpoint gives the owner the renter's address, position or phone number", async () => {
    const leaks: string[] = [];
    for (const request of CALLS.filter(({ endpoint }) => /booking/.test(endpoint.path))) {
      const text = await textOf("owner", request, await requestFor("delivery"));
      leaks.push(...foundIn(text, RENTERS).map((trace) => `${request.key}: ${trace}`));
    }
    expect(leaks).toEqual([]);
  });

  test.each(["/", "/browse", "/sitemap.xml", "/sitemaps/pages.xml"])("%s has none of them", async (path) => {
    expect(foundIn(await (await fetch(app.origin + path)).text(), OWNERS)).toEqual([]);
  });

  test("the pages of the listing and its owner have none of them, nor has their structured data", async () => {
    for (const path of [`/listings/${itemId}`, `/users/${PEOPLE.owner.id}`]) {
      const html = await (await fetch(app.origin + path)).text();
      expect(html).toContain("Maplewood");
      expect(foundIn(html, OWNERS)).toEqual([]);
    }
  });
});

describe("last names", () => {
  const namesIn = (text: string) => LAST_NAMES.filter((name) => text.includes(name));

  beforeAll(async () => {
    const { db } = database();
    const rental = { itemId, ownerId: PEOPLE.owner.id, renterId: PEOPLE.renter.id, status: "closed" } as const;
    const booking = await createBooking(db, rental);
    await createReview(db, booking);
    await createReview(db, booking, { byRole: "owner" });
  });

  test("[REV-02] no endpoint gives a visitor more than the first letter of one", async () => {
    const leaks: string[] = [];
    for (const request of CALLS) {
      const text = await textOf("visitor", request, await requestForCall(request.endpoint));
      leaks.push(...namesIn(text).map((name) => `${request.key}: ${name}`));
    }
    expect(leaks).toEqual([]);
    const { body: items } = await call(app.origin, listItems, { query: { owner: PEOPLE.owner.id } });
    expect(items.map(({ owner }) => owner.lastName)).toContain("Q.");
  });

  test("[REV-02] no page shows one to visitors, nor does its data or its tags for search engines and links", async () => {
    for (const path of [
      "/",
      "/browse",
      `/listings/${itemId}`,
      `/users/${PEOPLE.owner.id}`,
      `/users/${PEOPLE.renter.id}`,
    ]) {
      const html = await (await fetch(app.origin + path)).text();
      expect([path, namesIn(html)]).toEqual([path, []]);
    }
  });
});

describe("from approval on", () => {
  const bookingFor = async (actor: Actor, bookingId: string) =>
    JSON.stringify((await call(app.origin, getBooking, { headers: headersOf(actor), params: { bookingId } })).body);
  const approve = (id: string) =>
    database()
      .db.update(bookings)
      .set({ status: "approved", approvalStatus: "approved", approvedAt: new Date() })
      .where(eq(bookings.id, id));

  test("[EXCH-01] renter and owner see the address, position and shared phone number, and nobody else does", async () => {
    // The calls above may have changed the profile.
    const phone = { phoneNumber: RENTERS.phone, sharesPhone: true };
    await database().db.update(users).set(phone).where(eq(users.id, PEOPLE.renter.id));
    const pickup = await requestFor("pickup");
    const delivery = await requestFor("delivery");
    await approve(pickup);
    await approve(delivery);
    expect(foundIn(await bookingFor("renter", pickup), OWNERS)).toEqual(tracesOf(OWNERS));
    expect(foundIn(await bookingFor("owner", delivery), RENTERS)).toEqual(tracesOf(RENTERS));
    for (const id of [pickup, delivery]) {
      const text = await bookingFor("admin", id);
      expect([...foundIn(text, OWNERS), ...foundIn(text, RENTERS)]).toEqual([]);
      const asStranger = { headers: headersOf("stranger") };
      expect((await fetch(`${app.origin}/api/bookings/${id}`, asStranger)).status).toBe(404);
    }
  });

  test("a phone number that isn't shared stays private", async () => {
    const quiet = await createUser(database().db, { ...COMPLETE_PROFILE, phoneNumber: "+12015559873" });
    const id = await requestFor("pickup");
    await approve(id);
    await database().db.update(bookings).set({ renterId: quiet }).where(eq(bookings.id, id));
    const { body } = await call(app.origin, getBooking, { headers: headersOf("owner"), params: { bookingId: id } });
    expect(body.contactPhone).toBeNull();
  });
});
