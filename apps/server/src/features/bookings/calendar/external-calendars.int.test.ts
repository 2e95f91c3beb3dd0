import {
  followCalendar,
  getCalendarFeed,
  listExternalCalendars,
  refreshExternalCalendar,
  removeExternalCalendar,
} from "@nexby/contract/owner-calendar";
import { startOfDay } from "@nexby/domain/bookings/blocked-days";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { and, eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { threadedCalendarReader } from "../../../adapters/calendars/threaded-calendar-reader.ts";
import { guardedFetch } from "../../../adapters/fetch/guarded-fetch.ts";
import { CERTIFICATE, startSite } from "../../../adapters/fetch/site-under-test.ts";
import { advanceClock, readClock } from "../../../platform/clock/clock.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { call, callRefused } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { inventoryHolds } from "../inventory-holds.table.ts";
import { placeHold } from "../use-cases/place-hold.ts";
import { READ_EXTERNAL_CALENDAR, readDueCalendars } from "./jobs/read-external-calendars.ts";
import { readExternalCalendar } from "./use-cases/read-external-calendar.ts";

const ZONE = "America/New_York";
const database = useTestDatabase();
let app: TestApp;
let site: Awaited<ReturnType<typeof startSite>>;
let today: LocalDate;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
  site = await startSite((_request, response) => response.end(""));
  today = localDateOf(await readClock(database().db), ZONE);
});
afterAll(async () => {
  await site.close();
  await app.close();
});

const ports = () => ({
  calendarReader: threadedCalendarReader(),
  fetching: guardedFetch({
    ca: CERTIFICATE,
    isAllowedAddress: (address) => address === "127.0.0.1",
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  }),
});

const day = (index: number) => addDays(today, index);
const compact = (date: string) => date.replaceAll("-", "");
const instant = (index: number, hour: number) => new Date(startOfDay(day(index), ZONE).getTime() + hour * 3_600_000);

type Event = { uid?: string; name?: string; first: number; last?: number };
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
    const { body: calendar } = await call(app.origin, followCalendar, { params, headers, body });
    return calendar;
  };
  const read = async (id: string) => {
    await readExternalCalendar(db, ports(), id);
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

describe("following a calendar", () => {
  test("has it read at once by a job, and again when it is asked for", async () => {
    const { follow, headers } = await ownItem();
    const { id, ...calendar } = await follow();
    expect(calendar).toMatchObject({
      name: "Family",
      lastReadAt: null,
      lastProblem: null,
      importedCount: 0,
      conflicts: [],
    });
    const jobs = async () =>
      (
        await database().db.execute(sql`
          select 1 from scheduled_jobs where job_type = ${READ_EXTERNAL_CALENDAR} and entity_id = ${id} and status = 'pending'`)
      ).rows.length;
    expect(await jobs()).toBe(1);
    await database().db.execute(sql`update scheduled_jobs set status = 'completed', finished_at = app_now()`);
    await call(app.origin, refreshExternalCalendar, { params: { calendarId: id }, headers });
    expect(await jobs()).toBe(1);
  });

  test("takes all free units for each appointment to come", async () => {
    const { itemId, follow, read } = await ownItem({ quantityTotal: 3 });
    serve(calendarOf({ first: -5, last: -3 }, { first: 2, last: 4 }, { first: 8 }, { first: 600 }));
    const { id } = await follow();
    expect(await read(id)).toMatchObject({ lastProblem: null, importedCount: 2, conflicts: [] });
    expect(await times(itemId)).toEqual([wholeDays(2, 4, 3), wholeDays(8, 8, 3)]);
  });

  test("reading again leaves what is unchanged, frees what is gone and takes what is new", async () => {
    const { itemId, follow, read } = await ownItem();
    serve(calendarOf({ uid: "a", first: 2, last: 3 }, { uid: "b", first: 6 }));
    const { id } = await follow();
    await read(id);
    const [stays] = await imported(itemId);
    serve(calendarOf({ uid: "a", first: 2, last: 3 }, { uid: "c", first: 9, last: 10 }));
    await read(id);
    expect(await times(itemId)).toEqual([wholeDays(2, 3), wholeDays(9, 10)]);
    expect((await imported(itemId))[0]).toEqual(stays);
  });

  test("bookings stay; the owner is told of the collision, and the other days are kept", async () => {
    const { itemId, follow, read, book } = await ownItem();
    await book(3, 4);
    serve(calendarOf({ name: "Camping, far away 🏕️", first: 2, last: 6 }, { first: 9 }));
    const { id } = await follow();
    const calendar = await read(id);
    expect(calendar?.conflicts).toEqual([{ summary: "Camping, far away 🏕️", startDate: day(2), endDate: day(6) }]);
    expect(await times(itemId)).toEqual([wholeDays(2, 2), wholeDays(5, 6), wholeDays(9, 9)]);
  });

  test("appointments that follow each other closely do not collide, whatever time the item needs between", async () => {
    const { itemId, follow, read } = await ownItem({ turnaroundMinutes: 600 });
    serve(calendarOf({ first: 2, last: 3 }, { first: 4, last: 5 }, { first: 4, last: 7 }));
    const { id } = await follow();
    expect(await read(id)).toMatchObject({ conflicts: [], importedCount: 3 });
    expect(await times(itemId)).toEqual([wholeDays(2, 7)]);
  });

  test.each([
    ["a page", () => "<html>Please sign in</html>", "This is not a calendar"],
    [
      "a rule of every second",
      () => calendarOf({ first: 2 }).replace("END:VEVENT", "RRULE:FREQ=SECONDLY\r\nEND:VEVENT"),
      "repeats in a way we cannot read",
    ],
  ])("%s instead of a calendar is told, and what was taken before stays", async (_, text, problem) => {
    const { itemId, follow, read } = await ownItem();
    serve(calendarOf({ first: 2 }));
    const { id } = await follow();
    await read(id);
    serve(text());
    const calendar = await read(id);
    expect(calendar?.lastProblem).toContain(problem);
    expect(calendar?.importedCount).toBe(1);
    expect(await times(itemId)).toEqual([wholeDays(2, 2)]);
  });

  test("a private address is told to be one", async () => {
    const { list, headers, itemId } = await ownItem();
    const body = { name: "Inside", url: "webcal://169.254.169.254/latest" };
    const { body: calendar } = await call(app.origin, followCalendar, { params: { itemId }, headers, body });
    await readExternalCalendar(database().db, { ...ports(), fetching: guardedFetch() }, calendar.id);
    expect((await list())[0]).toMatchObject({
      url: "https://169.254.169.254/latest",
      lastProblem: "The address leads to a private network, which we do not read",
    });
  });

  test("the item's own calendar, come back from elsewhere, takes nothing", async () => {
    const { itemId, headers, follow, read, book } = await ownItem();
    await book(3, 4);
    const { body: feed } = await call(app.origin, getCalendarFeed, { params: { itemId }, headers });
    serve(await (await fetch(feed.url)).text());
    const { id } = await follow();
    expect(await read(id)).toMatchObject({ importedCount: 0, conflicts: [], lastProblem: null });
    expect(await imported(itemId)).toEqual([]);
  });

  test("removing it frees its days and has the item's other calendars read again", async () => {
    const { db } = database();
    const { itemId, headers, follow, read, list } = await ownItem();
    serve(calendarOf({ first: 2, last: 3 }));
    const first = await follow();
    const second = await follow("/other.ics");
    await read(first.id);
    await read(second.id);
    await db.execute(sql`update scheduled_jobs set status = 'completed', finished_at = app_now()`);
    await call(app.origin, removeExternalCalendar, { params: { calendarId: first.id }, headers });
    expect(await imported(itemId)).toEqual([]);
    expect((await list()).map(({ id }) => id)).toEqual([second.id]);
    const { rows } = await db.execute<{ id: string }>(sql`
      select entity_id as id from scheduled_jobs where job_type = ${READ_EXTERNAL_CALENDAR} and status = 'pending'`);
    expect(rows).toEqual([{ id: second.id }]);
    await read(second.id);
    expect(await times(itemId)).toEqual([wholeDays(2, 3)]);
    await readExternalCalendar(db, ports(), first.id);
    expect(await times(itemId)).toEqual([wholeDays(2, 3)]);
  });

  test("at most five, and none twice, also when asked for at once", async () => {
    const { itemId, headers, follow, list } = await ownItem();
    await follow("/0");
    const body = (path: string) => ({ name: "One", url: `https://calendar.example:${site.port}${path}` });
    const twice = await callRefused(app.origin, followCalendar, { params: { itemId }, headers, body: body("/0") });
    expect(twice.error.details?.[0]?.field).toBe("url");
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        fetch(`${app.origin}/api/owner/items/${itemId}/external-calendars`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(body(`/${index + 1}`)),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409, 409, 409, 409]);
    expect(await list()).toHaveLength(5);
  });

  test.each(["http://calendar.example/x.ics", "calendar.example", "javascript:alert(1)", 7, ["https://a.example"]])(
    "%j is no address to follow",
    async (url) => {
      const { itemId, headers } = await ownItem();
      const body = { name: "One", url };
      const { error } = await callRefused(app.origin, followCalendar, { params: { itemId }, headers, body });
      expect(error.message).toBe("The calendar's address must start with https://");
    },
  );

  test("strangers see, read and remove nothing", async () => {
    const { itemId, follow } = await ownItem();
    const { id } = await follow();
    const headers = asViewer({ id: await createUser(database().db), isApproved: true, isAdmin: true });
    const body = { name: "Mine", url: "https://calendar.example/mine" };
    const refused = [
      await callRefused(app.origin, listExternalCalendars, { params: { itemId }, headers }),
      await callRefused(app.origin, followCalendar, { params: { itemId }, headers, body }),
      await callRefused(app.origin, refreshExternalCalendar, { params: { calendarId: id }, headers }),
      await callRefused(app.origin, removeExternalCalendar, { params: { calendarId: id }, headers }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe("an uploaded file", () => {
  const upload = (itemId: string, headers: Record<string, string>, text: string, name = "Family.ics") => {
    const form = new FormData();
    form.set("file", new File([text], name, { type: "text/calendar" }));
    return fetch(`${app.origin}/api/owner/items/${itemId}/external-calendars/file`, {
      method: "POST",
      headers,
      body: form,
    });
  };

  test("is taken at once, with what it collides with, and cannot be read again", async () => {
    const { itemId, headers, list, book } = await ownItem();
    await book(3, 3);
    const answer = await upload(itemId, headers, calendarOf({ name: "Trip", first: 3, last: 4 }));
    expect(answer.status).toBe(201);
    const [calendar] = await list();
    expect(await answer.json()).toEqual(calendar);
    expect(calendar).toMatchObject({
      name: "Family",
      url: null,
      importedCount: 1,
      conflicts: [{ summary: "Trip", startDate: day(3), endDate: day(4) }],
    });
    expect(await times(itemId)).toEqual([wholeDays(4, 4)]);
    const params = { calendarId: calendar?.id ?? "" };
    expect((await callRefused(app.origin, refreshExternalCalendar, { params, headers })).status).toBe(409);
  });

  test.each([
    ["a page", "<html></html>"],
    ["nothing", ""],
    ["bytes", "\0\u0001\u0002"],
  ])("%s is refused in plain words and leaves nothing behind", async (_, text) => {
    const { itemId, headers, list } = await ownItem();
    const answer = await upload(itemId, headers, text);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "validation_failed" });
    expect(await list()).toEqual([]);
  });

  test("with half a character and signs that no text has in its names", async () => {
    const { itemId, headers, list } = await ownItem();
    const text = calendarOf({ name: `${"🏕️".repeat(120)}\u0000\u0007`, first: 3 });
    expect((await upload(itemId, headers, text, `${"🏕️".repeat(80)}.ics`)).status).toBe(201);
    expect((await list())[0]).toMatchObject({ importedCount: 1 });
  });

  test("of a stranger's item is not found, and a sixth is one too many", async () => {
    const { itemId, headers } = await ownItem();
    const stranger = asViewer({ id: await createUser(database().db), isApproved: true, isAdmin: false });
    expect((await upload(itemId, stranger, calendarOf())).status).toBe(404);
    for (let count = 0; count < 5; count++) expect((await upload(itemId, headers, calendarOf())).status).toBe(201);
    expect((await upload(itemId, headers, calendarOf())).status).toBe(409);
  });
});

describe("the job of every hour", () => {
  test("reads what is due, one after another, and leaves for longer what failed", async () => {
    const { db } = database();
    await db.execute(sql`update external_calendars set removed_at = app_now()`);
    const well = await (await ownItem()).follow();
    const badly = await (await ownItem()).follow("/missing");
    const asked: string[] = [];
    site.answerWith((request, response) => {
      asked.push(request.url ?? "");
      if (request.url === "/missing") response.writeHead(404).end();
      else response.end(calendarOf({ first: 2 }));
    });
    const turn = async () => {
      asked.length = 0;
      const handler = readDueCalendars(db, ports());
      if ("run" in handler) await handler.run({} as never, new AbortController().signal);
      return [...asked];
    };
    expect(await turn()).toEqual(["/family.ics", "/missing"]);
    expect(await turn()).toEqual([]);
    await advanceClock(db, 60 * 60_000);
    expect(await turn()).toEqual(["/family.ics"]);
    await advanceClock(db, 5 * 60 * 60_000);
    expect(await turn()).toEqual(["/missing", "/family.ics"]);
    const { rows } = await db.execute<{ id: string; problem: string | null }>(sql`
      select id, last_problem as problem from external_calendars where removed_at is null order by created_at`);
    expect(rows).toEqual([
      { id: well.id, problem: null },
      { id: badly.id, problem: "The site answered with an error (404)" },
    ]);
  });
});
