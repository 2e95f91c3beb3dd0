import { getPublicProfile } from "@nexby/contract/accounts/profile";
import { declineBooking } from "@nexby/contract/bookings/booking-commands";
import { listBookingRequests } from "@nexby/contract/bookings/booking-requests";
import { countBookings, getBooking, listBookings } from "@nexby/contract/bookings/bookings";
import { getItem } from "@nexby/contract/listings/items";
import { DAY } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem, createUser, givePhotos } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { startConversation } from "../../messaging/conversations.ts";

const NOON = new Date("2027-06-01T12:00:00Z").getTime();
const day = (number: number) => new Date(NOON + number * DAY);

const database = useTestDatabase();
const db = () => database().db;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: db() });
});
afterAll(() => app.close());

type BookingOverrides = Parameters<typeof createBooking>[1];
const as = (id: string) => asViewer({ id, isApproved: true, isAdmin: false });
const SHOWN = { ownerDecisionDeadline: day(0), approvalStatus: "approved", approvedAt: day(0) } as const;
const CANCELED = {
  status: "canceled",
  canceledAt: day(0),
  canceledBy: "renter",
  cancellation: {
    percent: 100,
    refundCents: 0,
    shares: { ownerCents: 0, platformCents: 0, insuranceCents: 0, taxCents: 0 },
  },
} as const;

async function setUp() {
  const [ownerId, renterId] = [await createUser(db()), await createUser(db())];
  const itemId = await createItem(db(), { ownerId, title: "Tent" });
  const rows = { ownerId, renterId, itemId };
  const book = (overrides: BookingOverrides = {}) => createBooking(db(), { ...rows, ...SHOWN, ...overrides });
  const list = (who: string, query: Record<string, string>) =>
    call(app.origin, listBookings, { headers: as(who), query });
  const startsOf = async (who: string, query: Record<string, string>) =>
    (await list(who, query)).body.map(({ startAt }) => startAt);
  return { ...rows, book, list, startsOf };
}

const text = (...days: number[]) => days.map((number) => day(number).toISOString());

describe("GET /api/bookings", () => {
  test("[BOOK-01] GET /api/bookings lists four groups per role: upcoming and active soonest first, past and canceled latest first", async () => {
    const { ownerId, renterId, book, list, startsOf } = await setUp();
    await book({ status: "scheduled", startAt: day(3) });
    await book({ status: "pending", startAt: day(2), approvalStatus: "pending_owner" });
    await book({ status: "approved", startAt: day(4) });
    await book({ status: "return_submitted", startAt: day(-2) });
    await book({ status: "in_possession", startAt: day(-1) });
    await book({ status: "damaged_admin_review", startAt: day(-3) });
    for (const number of [-30, -10, -20]) await book({ status: "closed", startAt: day(number) });
    await book({ status: "declined", startAt: day(5) });
    await book({ status: "expired", startAt: day(7) });
    await book({ ...CANCELED, startAt: day(6) });
    for (const [as, who] of Object.entries({ renter: renterId, owner: ownerId })) {
      expect(await startsOf(who, { as, group: "upcoming" })).toEqual(text(2, 3, 4));
      expect(await startsOf(who, { as, group: "active" })).toEqual(text(-3, -2, -1));
      expect(await startsOf(who, { as, group: "past" })).toEqual(text(-10, -20, -30));
      expect(await startsOf(who, { as, group: "canceled" })).toEqual(text(7, 6, 5));
    }
    expect(await startsOf(ownerId, { as: "renter", group: "past" })).toEqual([]);
    const [next] = (await list(renterId, {})).body;
    expect(next).toMatchObject({
      role: "renter",
      ownerEarningsCents: null,
      item: { title: "Tent" },
      status: "pending",
    });
    const [asOwner] = (await list(ownerId, { as: "owner" })).body;
    expect(asOwner).toMatchObject({ role: "owner", ownerEarningsCents: 36_575, renter: { id: renterId } });
    const { body: counts } = await call(app.origin, countBookings, { headers: as(ownerId) });
    expect(counts).toEqual({
      renter: { upcoming: 0, active: 0, past: 0, canceled: 0 },
      owner: { upcoming: 3, active: 3, past: 3, canceled: 3 },
      requests: 1,
    });
  });

  test("[ROLE-02] GET /api/bookings hides a booking from its owner until it is requested, and from everyone else", async () => {
    const { ownerId, renterId, book, startsOf } = await setUp();
    const notRequested = { ownerDecisionDeadline: null, approvedAt: null };
    await book({ ...notRequested, approvalStatus: "draft", startAt: day(1) });
    await book({ ...notRequested, approvalStatus: "expired", status: "expired", startAt: day(2) });
    await book({ ...notRequested, approvalStatus: "denied", status: "declined", startAt: day(3) });
    expect(await startsOf(renterId, { group: "upcoming" })).toEqual(text(1));
    expect(await startsOf(renterId, { group: "canceled" })).toEqual(text(3, 2));
    const otherUser = await createUser(db());
    for (const who of [ownerId, otherUser]) {
      for (const group of ["upcoming", "canceled"]) {
        for (const as of ["renter", "owner"]) expect(await startsOf(who, { as, group })).toEqual([]);
      }
    }
    const { body: requests } = await call(app.origin, listBookingRequests, {
      headers: as(ownerId),
      query: { group: "decided" },
    });
    expect(requests).toEqual([]);
    const { body } = await call(app.origin, countBookings, { headers: as(ownerId) });
    expect(body.owner).toEqual({ upcoming: 0, active: 0, past: 0, canceled: 0 });
  });

  test("[ROLE-02] GET /api/bookings shows bookings and requests to their renter and owner only, and lets nobody else act on them", async () => {
    const { ownerId, renterId, book, startsOf } = await setUp();
    const open = { status: "pending", approvalStatus: "pending_owner", approvedAt: null, startAt: day(1) } as const;
    const { id } = await book(open);
    await book({ status: "declined", startAt: day(2) });
    const params = { bookingId: id };
    const requestsOf = async (headers: Record<string, string>, group: string) =>
      (await call(app.origin, listBookingRequests, { headers, query: { group } })).body.map(({ startAt }) => startAt);
    const countsOf = async (headers: Record<string, string>) =>
      (await call(app.origin, countBookings, { headers })).body;
    for (const [role, who] of Object.entries({ renter: renterId, owner: ownerId })) {
      expect(await startsOf(who, { as: role })).toEqual(text(1));
      expect((await call(app.origin, getBooking, { headers: as(who), params })).body).toMatchObject({ id, role });
    }
    expect(await requestsOf(as(ownerId), "open")).toEqual(text(1));
    expect(await requestsOf(as(ownerId), "decided")).toEqual(text(2));

    const stranger = as(await createUser(db()));
    const admin = asViewer({ id: await createUser(db()), isApproved: true, isAdmin: true });
    const none = { upcoming: 0, active: 0, past: 0, canceled: 0 };
    for (const headers of [stranger, admin]) {
      for (const role of ["renter", "owner"]) {
        expect((await call(app.origin, listBookings, { headers, query: { as: role } })).body).toEqual([]);
      }
      expect(await countsOf(headers)).toEqual({ renter: none, owner: none, requests: 0 });
    }
    for (const headers of [stranger, admin, as(renterId)]) {
      for (const group of ["open", "decided"]) expect(await requestsOf(headers, group)).toEqual([]);
    }
    expect(await startsOf(renterId, { as: "owner" })).toEqual([]);
    expect(await startsOf(ownerId, { as: "renter" })).toEqual([]);
    expect((await callExpectingError(app.origin, getBooking, { headers: stranger, params })).status).toBe(404);
    const declining = { headers: stranger, params, body: { reason: "Not mine" } };
    expect((await callExpectingError(app.origin, declineBooking, declining)).status).toBe(404);
    expect((await call(app.origin, getBooking, { headers: as(renterId), params })).body.status).toBe("pending");
  });

  test("GET /api/bookings continues paging where the previous page ended, even among bookings with the same start", async () => {
    const { renterId, book, list } = await setUp();
    for (const number of [1, 1, 1, 2, 2]) await book({ status: "closed", startAt: day(number) });
    for (const number of [1, 1, 1, 2, 2]) await book({ status: "scheduled", startAt: day(number) });
    for (const group of ["past", "upcoming"]) {
      const allIds = (await list(renterId, { group })).body.map(({ id }) => id);
      const pagedIds: string[] = [];
      let path: string | undefined = `/api/bookings?group=${group}&limit=2`;
      for (let count = 0; path !== undefined; count += 1) {
        expect(count).toBeLessThan(4);
        const response: Response = await fetch(app.origin + path, { headers: as(renterId) });
        pagedIds.push(...listBookings.response.parse(await response.json()).map(({ id }) => id));
        path = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
      }
      expect(allIds).toHaveLength(5);
      expect(pagedIds).toEqual(allIds);
    }
    const invalid: Record<string, string> = { group: "lost", as: "admin", cursor: "nowhere", limit: "0" };
    for (const [name, value] of Object.entries(invalid)) {
      const query = { [name]: value };
      expect(await callExpectingError(app.origin, listBookings, { headers: as(renterId), query })).toMatchObject({
        status: 400,
      });
    }
  });

  test("GET /api/bookings runs the same number of queries for one booking as for many", async () => {
    const { ownerId, book, list, itemId } = await setUp();
    await givePhotos(db(), itemId, ownerId, [newId()]);
    await book({ status: "closed", startAt: day(-1) });
    const query = { as: "owner", group: "past" };
    const queries = async (request: () => Promise<{ body: readonly unknown[] }>) => {
      const spy = vi.spyOn(pg.Client.prototype, "query");
      const { body } = await request();
      const count = spy.mock.calls.length;
      spy.mockRestore();
      return { count, rows: body.length };
    };
    const requests = () => call(app.origin, listBookingRequests, { headers: as(ownerId), query: { group: "decided" } });
    const [oneBooking, oneRequest] = [await queries(() => list(ownerId, query)), await queries(requests)];
    for (const number of [2, 3, 4, 5, 6])
      await book({ status: "closed", renterId: await createUser(db()), startAt: day(-number) });
    expect(oneBooking.rows).toBe(1);
    const [shown] = (await list(ownerId, query)).body;
    expect(shown?.item.cover).toMatch(/^\/media\//);
    expect(await queries(() => list(ownerId, query))).toEqual({ count: oneBooking.count, rows: 6 });
    expect(await queries(requests)).toEqual({ count: oneRequest.count, rows: 6 });
    expect(oneBooking.count).toBeGreaterThan(2);
  });
});

describe("GET /api/bookings/counts", () => {
  test("GET /api/bookings/counts returns 304 until a count changes", async () => {
    const { ownerId, book } = await setUp();
    const request = (tag?: string) =>
      fetch(`${app.origin}/api/bookings/counts`, { headers: { ...as(ownerId), ...(tag && { "if-none-match": tag }) } });
    const tag = (await request()).headers.get("etag") ?? "";
    expect((await request(tag)).status).toBe(304);
    await book({ approvalStatus: "pending_owner", startAt: day(9) });
    const changed = await request(tag);
    expect(changed.status).toBe(200);
    expect(await changed.json()).toMatchObject({ requests: 1, owner: { upcoming: 1 } });
  });
});

describe("GET /api/booking-requests", () => {
  test("[REQ-01] GET /api/booking-requests lists open requests by deadline and decided ones newest first, with the renter's record and message", async () => {
    const { ownerId, renterId, itemId, book } = await setUp();
    const open = { status: "pending", approvalStatus: "pending_owner", approvedAt: null } as const;
    const requests = async (group: string) =>
      (await call(app.origin, listBookingRequests, { headers: as(ownerId), query: { group } })).body;
    await book({ ...open, ownerDecisionDeadline: day(3), startAt: day(5) });
    const urgent = await book({ ...open, ownerDecisionDeadline: day(1), startAt: day(9) });
    await book({ ...open, ownerDecisionDeadline: day(2), startAt: day(7) });
    await startConversation(db(), { itemId, renterId, ownerId, bookingId: urgent.id, message: "For the lake" });
    await book({ status: "closed", createdAt: day(-9), startAt: day(-5) });
    await book({ status: "declined", createdAt: day(-8), startAt: day(-1) });
    await book({ ...CANCELED, createdAt: day(-7), startAt: day(-2) });
    await book({ ...CANCELED, approvedAt: null, createdAt: day(-10), startAt: day(-3) });

    const inbox = await requests("open");
    expect(inbox.map(({ ownerDecisionDeadline }) => ownerDecisionDeadline)).toEqual(text(1, 2, 3));
    expect(inbox.map(({ message }) => message)).toEqual(["For the lake", null, null]);
    expect(inbox[0]).toMatchObject({
      role: "owner",
      nextStep: { code: "owner_decision", by: "owner", until: day(1).toISOString() },
      renterTrust: { isEmailVerified: false, isPhoneVerified: false, completedRentals: 1, canceledRentals: 1 },
    });
    expect((await requests("decided")).map(({ createdAt }) => createdAt)).toEqual(text(-7, -8, -9, -10));
  });
});

test("lists and counts use indexes however many bookings a person has", async () => {
  const { ownerId, renterId, itemId, book, list } = await setUp();
  const { id } = await book({ status: "closed", startAt: day(-500) });
  const { rows: columns } = await db().execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = 'bookings'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'`);
  const names = sql.raw(columns.map(({ name }) => name).join(", "));
  const neighbors = await (await setUp()).book({ status: "closed", startAt: day(-500) });
  for (const [copied, times] of [
    [id, 300],
    [neighbors.id, 3000],
  ] as const) {
    await db().execute(sql`insert into bookings (${names})
      select ${names} from bookings, generate_series(1, ${times}::int) where id = ${copied}`);
  }
  await database().owner.execute(sql`vacuum analyze bookings`);
  /** The scan type and index of each query on bookings. */
  const scansOf = async (request: () => Promise<unknown>) => {
    const spy = vi.spyOn(pg.Client.prototype, "query");
    await request();
    const queries = spy.mock.calls.map(([query, values]) => ({ ...(query as unknown as { text: string }), values }));
    const [client] = spy.mock.contexts as pg.Client[];
    spy.mockRestore();
    const plans: string[] = [];
    for (const { text, values } of queries.filter((query) => /from "?bookings"?\b/.test(query.text))) {
      const { rows } = (await client?.query(`explain ${text}`, values as unknown as unknown[])) ?? { rows: [] };
      plans.push(...rows.map((row) => String(row["QUERY PLAN"])));
    }
    return plans.flatMap(
      (line) => /(\w[\w ]* Scan)(?: Backward)?(?: using (\w+))? on bookings/.exec(line)?.slice(1, 3) ?? [],
    );
  };
  // The first query finds the bookings, the others load related rows.
  const firstScanOf = async (request: () => Promise<unknown>) => (await scansOf(request)).slice(0, 2);
  const past = (as: string, who: string) => firstScanOf(() => list(who, { as, group: "past", limit: "5" }));
  expect(await past("renter", renterId)).toEqual(["Index Scan", "bookings_of_renter"]);
  expect(await past("owner", ownerId)).toEqual(["Index Scan", "bookings_of_owner"]);
  const inbox = (group: string) => () =>
    call(app.origin, listBookingRequests, { headers: as(ownerId), query: { group, limit: "5" } });
  expect(await firstScanOf(inbox("open"))).toEqual(["Index Scan", "bookings_to_decide"]);
  expect(await firstScanOf(inbox("decided"))).toEqual(["Index Scan", "bookings_decided"]);
  expect(await scansOf(() => call(app.origin, countBookings, { headers: as(ownerId) }))).toEqual([
    "Index Only Scan",
    "bookings_of_renter",
    "Index Only Scan",
    "bookings_of_owner",
    "Index Only Scan",
    "bookings_to_decide",
  ]);
  for (const request of [
    () => call(app.origin, getPublicProfile, { params: { userId: ownerId } }),
    () => call(app.origin, getItem, { params: { itemId } }),
  ]) {
    expect(await scansOf(request)).toEqual(["Index Only Scan", "bookings_agreed"]);
  }
});
