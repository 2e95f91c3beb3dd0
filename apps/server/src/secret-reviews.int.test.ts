import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import { writeReview } from "@nexby/contract/reviews/reviews";
import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "./platform/ids.ts";
import { reviews } from "./schema/reviews.ts";
import { createBooking, createReview, remindToReview } from "./testing/bookings/booking-rows.ts";
import { useTestPayments } from "./testing/bookings/test-payments.ts";
import { addressOf, call } from "./testing/call.ts";
import { COMPLETE_PROFILE, createItem, createUser } from "./testing/factories.ts";
import { GOOD_BODIES } from "./testing/good-bodies.ts";
import { asViewer, startTestApp, type TestApp } from "./testing/test-app.ts";
import { useTestDatabase } from "./testing/test-database.ts";

const SECRET = "Quetzalcoatlus";
const person = (isAdmin = false) => ({ id: newId(), isApproved: true, isAdmin });
const PEOPLE = { owner: person(), renter: person(), stranger: person(), admin: person(true) };
type Actor = Exclude<keyof typeof PEOPLE, "renter"> | "visitor";
const headersOf = (actor: Actor) => (actor === "visitor" ? {} : asViewer(PEOPLE[actor]));

const page = (pattern: string, data: string[]) => ({
  ...{ name: pattern, pattern, file: "page.html", status: 200, data, isUnlisted: false },
  ...{ title: pattern, description: pattern },
});
const PAGES = [
  page("/listings/:itemId", ["/api/items/:itemId"]),
  page("/users/:userId", ["/api/users/:userId", "/api/items?owner=:userId"]),
  page("/browse", ["/api/categories", "/api/items"]),
  page("*", []),
];
const TEMPLATE = '<html><head><!--nexby-head--></head><body><div id="root"></div><!--nexby-data--></body></html>';

const database = useTestDatabase();
const payments = useTestPayments(database);
let app: TestApp;
let webDirectory: string;
const ids: Record<string, string> = { userId: PEOPLE.owner.id, kind: "terms", version: "1", reviewId: newId() };

beforeAll(async () => {
  const { db } = database();
  const { owner, renter } = PEOPLE;
  for (const someone of Object.values(PEOPLE)) await createUser(db, { ...COMPLETE_PROFILE, ...someone });
  ids.itemId = await createItem(db, { ownerId: owner.id, title: "Canary kayak" });
  const ago = (ms: number) => new Date(Date.now() - ms);
  const returned: NonNullable<Parameters<typeof createBooking>[1]> = {
    ...{ itemId: ids.itemId, ownerId: owner.id, renterId: renter.id, startAt: ago(4 * DAY), endAt: ago(2 * DAY) },
    ...{ status: "closed", approvalStatus: "approved", rentalStatus: "completed", approvedAt: ago(5 * DAY) },
    ...{
      ownerDecisionDeadline: ago(5 * DAY),
      returnedAt: ago(26 * HOUR),
      closedAt: ago(25 * HOUR),
      settledAt: ago(HOUR),
    },
  };
  // Counts and averages have something to differ from.
  await createReview(db, await createBooking(db, { ...returned, renterId: PEOPLE.stranger.id }), { rating: 3 });
  ids.bookingId = (await createBooking(db, returned)).id;
  webDirectory = await mkdtemp(join(tmpdir(), "nexby-reviews-"));
  await writeFile(join(webDirectory, "pages.json"), JSON.stringify(PAGES));
  await writeFile(join(webDirectory, "page.html"), TEMPLATE);
  app = await startTestApp({ db, webDirectory, ...payments().deps });
});
afterAll(async () => {
  await app.close();
  await rm(webDirectory, { recursive: true, force: true });
});

const QUERIES: Record<string, Record<string, string>> = {
  "GET /api/items": { sort: "rating" },
  "GET /api/items/:itemId/reviews": { search: SECRET.slice(0, 4) },
  "GET /api/search/suggestions": { query: SECRET.slice(0, 4) },
  "GET /api/owner/calendar": { month: new Date().toISOString().slice(0, 7) },
};

const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const CALLS = ENDPOINTS.filter((endpoint) => !endpoint.isStream && !endpoint.upload);
const READS = CALLS.filter(({ method }) => method === "GET");
/** Signing out would end the test; the secret itself is the renter's to write. */
const WRITES = CALLS.filter(({ method }) => method !== "GET");

async function answer(actor: Actor, endpoint: (typeof CALLS)[number]): Promise<string> {
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, ids[name] ?? newId()]),
  );
  const body = GOOD_BODIES[keyOf(endpoint)];
  // In process, because more than a thousand requests over HTTP take twice as long.
  const { statusCode, payload } = await app.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, { params, query: QUERIES[keyOf(endpoint)] ?? {} }),
    headers: headersOf(actor),
    ...(body && { payload: body }),
  });
  return `${statusCode} ${payload.replace(/"requestId":"[^"]*"/, "")}`;
}

async function everything(actor: Actor): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  for (const endpoint of READS) seen.set(keyOf(endpoint), await answer(actor, endpoint));
  for (const path of [`/listings/${ids.itemId}`, `/users/${PEOPLE.owner.id}`, "/browse", "/sitemap.xml"]) {
    seen.set(path, (await app.app.inject(path)).payload);
  }
  return seen;
}

/** Everything that is sent to people by itself. */
async function messages() {
  const { rows } = await database().db.execute(sql`
    select (select json_agg(one order by one.id) from notifications as one) as notifications,
      (select json_agg(one order by one.id) from outgoing_messages as one) as mails,
      (select json_agg(one order by one.id) from realtime_events as one) as events,
      (select json_agg(one order by one.id) from rental_events as one) as timeline,
      (select json_agg(one order by one.id) from bookings as one) as bookings,
      (select json_agg(one order by one.item_id) from item_stats as one) as stats,
      (select json_agg(one order by one.item_id) from item_search as one) as search`);
  return rows[0];
}

test("[REV-01] a review that isn't published changes nothing that anyone but its author can read", async () => {
  const { db } = database();
  const actors = ["owner", "stranger", "visitor", "admin"] as const;
  const before = new Map<Actor, Map<string, string>[]>();
  for (const actor of actors) before.set(actor, [await everything(actor), await everything(actor)]);
  const told = await messages();

  const renter = { headers: asViewer(PEOPLE.renter), params: { bookingId: ids.bookingId ?? "" } };
  const body = { rating: 1, comment: `${SECRET} everywhere`, communicationRating: 1 };
  await call(app.origin, writeReview, { ...renter, body });
  const [secret] = await db
    .select()
    .from(reviews)
    .where(eq(reviews.bookingId, ids.bookingId ?? ""));
  expect(await messages()).toEqual(told);

  const leaks: string[] = [];
  for (const actor of actors) {
    const [first, second] = before.get(actor) ?? [];
    const after = await everything(actor);
    for (const [key, text] of after) {
      // Some answers differ each time, such as the clock; those must only not contain the review.
      const isSteady = first?.get(key) === second?.get(key);
      if (isSteady ? text !== first?.get(key) : text.includes(SECRET) || text.includes(secret?.id ?? "")) {
        // Admins see how many jobs wait, without what they are about.
        if (!(actor === "admin" && key.startsWith("GET /api/admin/clock"))) leaks.push(`${actor}: ${key}`);
      }
    }
  }
  expect(leaks).toEqual([]);

  // The review's own id gives nothing away either.
  ids.reviewId = secret?.id ?? "";
  for (const endpoint of CALLS.filter(({ path }) => path.includes(":reviewId"))) {
    for (const actor of ["owner", "stranger", "admin"] as const) {
      const text = await answer(actor, endpoint);
      expect(`${keyOf(endpoint)} ${text.slice(0, 3)}`).toMatch(/ (404|403)$/);
    }
  }

  // Mails that are due meanwhile don't mention it.
  await remindToReview(db, ids.bookingId ?? "", "review");
  expect(JSON.stringify(await messages())).not.toContain(SECRET);

  // Writes by the others don't return it, except the owner's own review, which publishes both.
  const publishing = ["POST /api/bookings/:bookingId/reviews"];
  for (const endpoint of WRITES.filter((one) => !publishing.includes(keyOf(one)))) {
    for (const actor of ["owner", "stranger"] as const) {
      const text = await answer(actor, endpoint);
      if (text.includes(SECRET)) leaks.push(`${actor}: ${keyOf(endpoint)}`);
    }
  }
  expect(leaks).toEqual([]);
});
