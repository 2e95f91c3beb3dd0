import { getBookingCalendar } from "@nexby/contract/bookings/bookings";
import ical, { type VEvent } from "node-ical";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { callExpectingError } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const TITLE = `Tent, big; with "everything" ${"and more ".repeat(8)}🏕️`;
const TIMES = {
  startAt: new Date("2027-06-04T13:00:00Z"),
  scheduledPickupAt: new Date("2027-06-04T14:00:00Z"),
  scheduledReturnAt: new Date("2027-06-06T21:00:00Z"),
  endAt: new Date("2027-06-06T22:00:00Z"),
};

const database = useTestDatabase();
const db = () => database().db;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: db() });
});
afterAll(() => app.close());

const as = (id: string) => asViewer({ id, isApproved: true, isAdmin: false });

async function book(overrides: Parameters<typeof createBooking>[1] = {}) {
  const ownerId = await createUser(db(), { phoneNumber: "+12015550111", sharesPhone: true });
  const renterId = await createUser(db(), { phoneNumber: "+12015550112" });
  const itemId = await createItem(db(), { ownerId, title: TITLE, location: "Union, NJ" });
  const approved = { ownerDecisionDeadline: TIMES.startAt, status: "approved", approvalStatus: "approved" } as const;
  const place = { exchangeAddress: "9 Elm; Union, NJ" };
  return createBooking(db(), { ownerId, renterId, itemId, ...approved, ...place, ...TIMES, ...overrides });
}

test("[EXCH-01] renter and owner download an approved booking with address, times and the shared phone number", async () => {
  const booking = await book();
  const page = `${app.origin}/my-bookings/${booking.id}`;
  for (const [headers, description] of [
    [as(booking.renterId), `Owner: Robin Vale\nPhone: (201) 555-0111\n${page}`],
    [as(booking.ownerId), `Renter: Robin Vale\n${page}`],
  ] as const) {
    const response = await fetch(`${app.origin}/api/bookings/${booking.id}/calendar`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('inline; filename="booking.ics"');
    const text = await response.text();
    expect(Math.max(...text.split("\r\n").map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(text).toContain(`UID:${booking.id}\r\n`);
    expect(text).toContain("DTSTART:20270604T140000Z\r\nDTEND:20270606T210000Z\r\n");
    expect(text).toContain("SUMMARY:Tent\\, big\\; with");
    const events = Object.values(ical.sync.parseICS(text)).filter((entry): entry is VEvent => entry?.type === "VEVENT");
    expect(events).toMatchObject([{ uid: booking.id, summary: TITLE, location: "9 Elm; Union, NJ", description }]);
    expect(events[0]?.dtstamp.getTime()).toBe(Math.floor(booking.createdAt.getTime() / 1000) * 1000);
  }
});

test("the calendar file of a booking runs from the rental's start to its end while no times are agreed", async () => {
  const booking = await book({ scheduledPickupAt: null, scheduledReturnAt: null });
  const response = await fetch(`${app.origin}/api/bookings/${booking.id}/calendar`, { headers: as(booking.renterId) });
  expect(await response.text()).toContain("DTSTART:20270604T130000Z\r\nDTEND:20270606T220000Z\r\n");
});

test.each([
  ["pending", "pending_owner", "once it's approved"],
  ["declined", "denied", "isn't going ahead"],
] as const)("the server rejects a calendar download of a %s booking", async (status, approvalStatus, reason) => {
  const booking = await book({ status, approvalStatus });
  const rejected = await callExpectingError(app.origin, getBookingCalendar, {
    headers: as(booking.renterId),
    params: { bookingId: booking.id },
  });
  expect([rejected.status, rejected.error.code]).toEqual([409, "action_not_allowed"]);
  expect(rejected.error.message).toContain(reason);
});

test("the server rejects a calendar download by an admin, who may not see the address", async () => {
  const { id } = await book();
  const headers = asViewer({ id: await createUser(db()), isApproved: true, isAdmin: true });
  const rejected = await callExpectingError(app.origin, getBookingCalendar, { headers, params: { bookingId: id } });
  expect(rejected.error.code).toBe("action_not_allowed");
});
