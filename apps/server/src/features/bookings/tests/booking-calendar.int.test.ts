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
  const [ownerId, renterId] = [await createUser(db()), await createUser(db())];
  const itemId = await createItem(db(), { ownerId, title: TITLE, location: "Union; NJ" });
  const visible = { ownerDecisionDeadline: TIMES.startAt, approvalStatus: "pending_owner" } as const;
  return createBooking(db(), { ownerId, renterId, itemId, ...visible, ...TIMES, ...overrides });
}

test("renter and owner download the booking as one event from pickup to return", async () => {
  const booking = await book();
  for (const headers of [as(booking.renterId), as(booking.ownerId)]) {
    const response = await fetch(`${app.origin}/api/bookings/${booking.id}/calendar`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('inline; filename="booking.ics"');
    const text = await response.text();
    expect(Math.max(...text.split("\r\n").map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(text).toContain(`UID:${booking.id}\r\n`);
    expect(text).toContain("DTSTART:20270604T140000Z\r\nDTEND:20270606T220000Z\r\n");
    expect(text).toContain("SUMMARY:Tent\\, big\\; with");
    const events = Object.values(ical.sync.parseICS(text)).filter((entry): entry is VEvent => entry?.type === "VEVENT");
    expect(events).toMatchObject([{ uid: booking.id, summary: TITLE, location: "Union; NJ" }]);
    expect(events[0]?.dtstamp.getTime()).toBe(Math.floor(booking.createdAt.getTime() / 1000) * 1000);
  }
});

test("starts at the rental start while no pickup time is set", async () => {
  const booking = await book({ scheduledPickupAt: null });
  const response = await fetch(`${app.origin}/api/bookings/${booking.id}/calendar`, { headers: as(booking.renterId) });
  expect(await response.text()).toContain("DTSTART:20270604T130000Z\r\n");
});

test("rejects a calendar download of a declined booking", async () => {
  const booking = await book({ status: "declined", approvalStatus: "denied" });
  const rejected = await callExpectingError(app.origin, getBookingCalendar, {
    headers: as(booking.renterId),
    params: { bookingId: booking.id },
  });
  expect([rejected.status, rejected.error.code]).toEqual([409, "action_not_allowed"]);
});
