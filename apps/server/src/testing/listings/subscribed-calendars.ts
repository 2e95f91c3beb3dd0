import { listExternalCalendars, subscribeCalendar } from "@nexby/contract/listings/owner-calendar";
import { startOfDay } from "@nexby/domain/bookings/calendar-days";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import type { CalendarReaderPort } from "../../adapters/calendars/calendar-reader.port.ts";
import { readAppointments } from "../../adapters/calendars/ical-reader.ts";
import { guardedFetch } from "../../adapters/fetch/guarded-fetch.ts";
import { CERTIFICATE, startSite } from "../../adapters/fetch/site-under-test.ts";
import { placeHold } from "../../features/inventory/commands/place-hold.ts";
import { readCalendar } from "../../features/inventory/commands/subscribe-calendar.ts";
import { readClock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { inventoryHolds } from "../../schema/inventory.ts";
import { call } from "../call.ts";
import { createItem, createUser } from "../factories.ts";
import { asViewer, startTestApp, type TestApp } from "../test-app.ts";
import { useTestDatabase } from "../test-database.ts";

const ZONE = "America/New_York";

/** Without a thread, because starting one takes longer than reading a short calendar. */
const calendarReader: CalendarReaderPort = { read: async (text, frame) => readAppointments(text, frame) };

type Event = { uid?: string; name?: string; first: number; last?: number };

/** A server, a site that serves calendars, and items subscribed to them. */
export function useSubscribedCalendars() {
  const database = useTestDatabase();
  let app: TestApp;
  let site: Awaited<ReturnType<typeof startSite>>;
  let today: LocalDate;
  beforeAll(async () => {
    app = await startTestApp({ db: database().db, calendarReader });
    site = await startSite((_request, response) => response.end(""));
    today = localDateOf(await readClock(database().db), ZONE);
  });
  afterAll(async () => {
    await site.close();
    await app.close();
  });

  const ports = () => ({
    calendarReader,
    fetching: guardedFetch({
      ca: CERTIFICATE,
      isAllowedAddress: (address) => address === "127.0.0.1",
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    }),
  });

  const day = (index: number) => addDays(today, index);
  const compact = (date: string) => date.replaceAll("-", "");
  const instant = (index: number, hour: number) => new Date(startOfDay(day(index), ZONE).getTime() + hour * 3_600_000);

  const calendarOf = (...events: Event[]) =>
    [
      "BEGIN:VCALENDAR",
      ...events.flatMap(({ uid = newId(), name = "Lent out", first, last = first }) => [
        "BEGIN:VEVENT",
        `UID:${uid}`,
        `SUMMARY:${name}`,
        `DTSTART;VALUE=DATE:${compact(day(first))}`,
        `DTEND;VALUE=DATE:${compact(day(last + 1))}`,
        "END:VEVENT",
      ]),
      "END:VCALENDAR",
    ].join("\r\n");
  const serve = (text: string) => site.answerWith((_request, response) => response.end(text));

  async function ownItem(terms: Parameters<typeof createItem>[1] = {}) {
    const { db } = database();
    const ownerId = await createUser(db);
    const itemId = await createItem(db, { ...terms, ownerId });
    const headers = asViewer({ id: ownerId, isApproved: true, isAdmin: false });
    const params = { itemId };
    const list = async () => (await call(app.origin, listExternalCalendars, { params, headers })).body;
    const follow = async (path = "/family.ics") => {
      const body = { name: "Family", url: `https://calendar.example:${site.port}${path}` };
      const { body: calendar } = await call(app.origin, subscribeCalendar, { params, headers, body });
      return calendar;
    };
    const read = async (id: string) => {
      await readCalendar(db, ports(), id);
      return (await list()).find((calendar) => calendar.id === id);
    };
    const book = (first: number, last: number, quantity = 1) =>
      placeHold(db, {
        listingId: itemId,
        startAt: instant(first, 9),
        endAt: instant(last, 18),
        quantity,
        kind: "reservation",
        bookingId: newId(),
      });
    return { itemId, headers, list, follow, read, book };
  }

  const imported = async (itemId: string) => {
    const rows = await database()
      .db.select()
      .from(inventoryHolds)
      .where(
        and(eq(inventoryHolds.listingId, itemId), eq(inventoryHolds.kind, "import"), isNull(inventoryHolds.releasedAt)),
      )
      .orderBy(inventoryHolds.startTime);
    return rows.map(({ id, startTime, endTime, quantity }) => ({ id, startTime, endTime, quantity }));
  };
  const times = async (itemId: string) =>
    (await imported(itemId)).map(({ startTime, endTime, quantity }) => [startTime, endTime, quantity]);
  const wholeDays = (first: number, last: number, quantity = 1) => [
    instant(first, 0),
    startOfDay(day(last + 1), ZONE),
    quantity,
  ];

  return {
    database,
    app: () => app,
    site: () => site,
    ports,
    day,
    instant,
    calendarOf,
    serve,
    ownItem,
    imported,
    times,
    wholeDays,
  };
}
