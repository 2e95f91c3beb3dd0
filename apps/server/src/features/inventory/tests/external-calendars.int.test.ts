import {
  getCalendarFeed,
  listExternalCalendars,
  removeCalendar,
  subscribeCalendar,
  syncCalendar,
} from "@nexby/contract/listings/owner-calendar";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { threadedCalendarReader } from "../../../adapters/calendars/threaded-calendar-reader.ts";
import { guardedFetch } from "../../../adapters/fetch/guarded-fetch.ts";
import { advanceClock } from "../../../platform/clock.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { useSubscribedCalendars } from "../../../testing/listings/subscribed-calendars.ts";
import { asViewer, calendarThread } from "../../../testing/test-app.ts";
import { READ_EXTERNAL_CALENDAR, readCalendar, readExternalCalendars } from "../commands/subscribe-calendar.ts";

const { app, database, day, calendarOf, serve, ownItem, imported, times, wholeDays, ports, site } =
  useSubscribedCalendars();

describe("subscribing to a calendar", () => {
  test("subscribing to a calendar enqueues a read immediately and again on request", async () => {
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
    await call(app().origin, syncCalendar, { params: { calendarId: id }, headers });
    expect(await jobs()).toBe(1);
  });

  test("subscribing to a calendar holds all available units for each future appointment, read in a thread", async () => {
    const { itemId, follow, list } = await ownItem({ quantityTotal: 3 });
    serve(calendarOf({ first: -5, last: -3 }, { first: 2, last: 4 }, { first: 8 }, { first: 600 }));
    const { id } = await follow();
    const calendarReader = threadedCalendarReader({ script: calendarThread });
    await readCalendar(database().db, { ...ports(), calendarReader }, id);
    expect(await list()).toMatchObject([{ lastProblem: null, importedCount: 2, conflicts: [] }]);
    expect(await times(itemId)).toEqual([wholeDays(2, 4, 3), wholeDays(8, 8, 3)]);
  });

  test("subscribing to a calendar keeps unchanged holds, releases removed ones and adds new ones when read again", async () => {
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

  test("subscribing to a calendar keeps bookings, reports the conflict to the owner and blocks the other days", async () => {
    const { itemId, follow, read, book } = await ownItem();
    await book(3, 4);
    serve(calendarOf({ name: "Camping, far away 🏕️", first: 2, last: 6 }, { first: 9 }));
    const { id } = await follow();
    const calendar = await read(id);
    expect(calendar?.conflicts).toEqual([{ summary: "Camping, far away 🏕️", startDate: day(2), endDate: day(6) }]);
    expect(await times(itemId)).toEqual([wholeDays(2, 2), wholeDays(5, 6), wholeDays(9, 9)]);
  });

  test("subscribing to a calendar does not report conflicts between adjacent appointments, whatever the turnaround", async () => {
    const { itemId, follow, read } = await ownItem({ turnaroundMinutes: 600 });
    serve(calendarOf({ first: 2, last: 3 }, { first: 4, last: 5 }, { first: 4, last: 7 }));
    const { id } = await follow();
    expect(await read(id)).toMatchObject({ conflicts: [], importedCount: 3 });
    expect(await times(itemId)).toEqual([wholeDays(2, 7)]);
  });

  test.each([
    ["an HTML page", () => "<html>Please sign in</html>", "This isn't a calendar file"],
    [
      "a rule repeating every second",
      () => calendarOf({ first: 2 }).replace("END:VEVENT", "RRULE:FREQ=SECONDLY\r\nEND:VEVENT"),
      "repeats in a way we can't read",
    ],
  ])("subscribing to a calendar records a problem for %s and keeps the previous holds", async (_, text, problem) => {
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

  test("subscribing to a calendar records a problem for a private network address", async () => {
    const { list, headers, itemId } = await ownItem();
    const body = { name: "Inside", url: "webcal://169.254.169.254/latest" };
    const { body: calendar } = await call(app().origin, subscribeCalendar, { params: { itemId }, headers, body });
    await readCalendar(database().db, { ...ports(), fetching: guardedFetch() }, calendar.id);
    expect((await list())[0]).toMatchObject({
      url: "https://169.254.169.254/latest",
      lastProblem: "This link points to a private network. Please use a public link.",
    });
  });

  test("subscribing to a calendar ignores the item's own events in the imported calendar", async () => {
    const { itemId, headers, follow, read, book } = await ownItem();
    await book(3, 4);
    const { body: feed } = await call(app().origin, getCalendarFeed, { params: { itemId }, headers });
    serve(await (await fetch(feed.url)).text());
    const { id } = await follow();
    expect(await read(id)).toMatchObject({ importedCount: 0, conflicts: [], lastProblem: null });
    expect(await imported(itemId)).toEqual([]);
  });

  test("subscribing to a calendar releases its days on removal and rereads the item's other calendars", async () => {
    const { db } = database();
    const { itemId, headers, follow, read, list } = await ownItem();
    serve(calendarOf({ first: 2, last: 3 }));
    const first = await follow();
    const second = await follow("/other.ics");
    await read(first.id);
    await read(second.id);
    await db.execute(sql`update scheduled_jobs set status = 'completed', finished_at = app_now()`);
    await call(app().origin, removeCalendar, { params: { calendarId: first.id }, headers });
    expect(await imported(itemId)).toEqual([]);
    expect((await list()).map(({ id }) => id)).toEqual([second.id]);
    const { rows } = await db.execute<{ id: string }>(sql`
      select entity_id as id from scheduled_jobs where job_type = ${READ_EXTERNAL_CALENDAR} and status = 'pending'`);
    expect(rows).toEqual([{ id: second.id }]);
    await read(second.id);
    expect(await times(itemId)).toEqual([wholeDays(2, 3)]);
    await readCalendar(db, ports(), first.id);
    expect(await times(itemId)).toEqual([wholeDays(2, 3)]);
  });

  test("subscribing to a calendar allows at most five and no duplicates, even with concurrent requests", async () => {
    const { itemId, headers, follow, list } = await ownItem();
    await follow("/0");
    const body = (path: string) => ({ name: "One", url: `https://calendar.example:${site().port}${path}` });
    const twice = await callExpectingError(app().origin, subscribeCalendar, {
      params: { itemId },
      headers,
      body: body("/0"),
    });
    expect(twice.error.details?.[0]?.field).toBe("url");
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        fetch(`${app().origin}/api/owner/items/${itemId}/external-calendars`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(body(`/${index + 1}`)),
        }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409, 409, 409, 409]);
    expect(await list()).toHaveLength(5);
  });

  test("subscribing to a calendar rejects anything but an https or webcal URL", async () => {
    const { itemId, headers } = await ownItem();
    for (const url of ["http://calendar.example/x.ics", "calendar.example", "javascript:alert(1)", 7, ["https://a"]]) {
      const body = { name: "One", url };
      const { error } = await callExpectingError(app().origin, subscribeCalendar, {
        params: { itemId },
        headers,
        body,
      });
      expect([url, error.message]).toEqual([url, "The calendar link must start with https://"]);
    }
  });

  test("subscribing to a calendar denies other users listing, adding, syncing and removing", async () => {
    const { itemId, follow } = await ownItem();
    const { id } = await follow();
    const headers = asViewer({ id: await createUser(database().db), isApproved: true, isAdmin: true });
    const body = { name: "Mine", url: "https://calendar.example/mine" };
    const responses = [
      await callExpectingError(app().origin, listExternalCalendars, { params: { itemId }, headers }),
      await callExpectingError(app().origin, subscribeCalendar, { params: { itemId }, headers, body }),
      await callExpectingError(app().origin, syncCalendar, { params: { calendarId: id }, headers }),
      await callExpectingError(app().origin, removeCalendar, { params: { calendarId: id }, headers }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe("the hourly job", () => {
  beforeEach(() => database().db.execute(sql`update external_calendars set removed_at = app_now()`));

  test("the hourly job reads the calendars of different owners in turns", async () => {
    const [one, other] = [await ownItem(), await ownItem()];
    for (const path of ["/first", "/second", "/third"]) await one.follow(path);
    await other.follow("/other");
    const requestedPaths: string[] = [];
    site().answerWith((request, response) => {
      requestedPaths.push(request.url ?? "");
      response.end(calendarOf());
    });
    const handler = readExternalCalendars(database().db, ports());
    if ("run" in handler) await handler.run({} as never, new AbortController().signal);
    expect(requestedPaths).toEqual(["/first", "/other", "/second", "/third"]);
  });

  test("the hourly job reads due calendars one after another and waits longer after a failure", async () => {
    const { db } = database();
    const healthy = await (await ownItem()).follow();
    const failing = await (await ownItem()).follow("/missing");
    const requestedPaths: string[] = [];
    site().answerWith((request, response) => {
      requestedPaths.push(request.url ?? "");
      if (request.url === "/missing") response.writeHead(404).end();
      else response.end(calendarOf({ first: 2 }));
    });
    const runJob = async () => {
      requestedPaths.length = 0;
      const handler = readExternalCalendars(db, ports());
      if ("run" in handler) await handler.run({} as never, new AbortController().signal);
      return [...requestedPaths];
    };
    expect(await runJob()).toEqual(["/family.ics", "/missing"]);
    expect(await runJob()).toEqual([]);
    await advanceClock(db, 60 * 60_000);
    expect(await runJob()).toEqual(["/family.ics"]);
    await advanceClock(db, 5 * 60 * 60_000);
    expect(await runJob()).toEqual(["/missing", "/family.ics"]);
    const { rows } = await db.execute<{ id: string; problem: string | null }>(sql`
      select id, last_problem as problem from external_calendars where removed_at is null order by created_at`);
    expect(rows).toEqual([
      { id: healthy.id, problem: null },
      { id: failing.id, problem: "The site responded with an error (404). Please check the link." },
    ]);
  });
});

describe("an uploaded file", () => {
  const upload = (itemId: string, headers: Record<string, string>, text: string, name = "Family.ics") => {
    const form = new FormData();
    form.set("file", new File([text], name, { type: "text/calendar" }));
    return fetch(`${app().origin}/api/owner/items/${itemId}/external-calendars/file`, {
      method: "POST",
      headers,
      body: form,
    });
  };

  test("an uploaded file is imported immediately with its conflicts, and cannot be synced again", async () => {
    const { itemId, headers, list, book } = await ownItem();
    await book(3, 3);
    const response = await upload(itemId, headers, calendarOf({ name: "Trip", first: 3, last: 4 }));
    expect(response.status).toBe(201);
    const [calendar] = await list();
    expect(await response.json()).toEqual(calendar);
    expect(calendar).toMatchObject({
      name: "Family",
      url: null,
      importedCount: 1,
      conflicts: [{ summary: "Trip", startDate: day(3), endDate: day(4) }],
    });
    expect(await times(itemId)).toEqual([wholeDays(4, 4)]);
    const params = { calendarId: calendar?.id ?? "" };
    expect((await callExpectingError(app().origin, syncCalendar, { params, headers })).status).toBe(409);
  });

  test.each([
    ["an HTML page", "<html></html>"],
    ["an empty file", ""],
    ["binary data", "\0\u0001\u0002"],
  ])("an uploaded file is rejected with a clear message and leaves nothing behind if it is %s", async (_, text) => {
    const { itemId, headers, list } = await ownItem();
    const response = await upload(itemId, headers, text);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "validation_failed" });
    expect(await list()).toEqual([]);
  });

  test("an uploaded file may have split emoji and control characters in its names", async () => {
    const { itemId, headers, list } = await ownItem();
    const text = calendarOf({ name: `${"🏕️".repeat(120)}\u0000\u0007`, first: 3 });
    expect((await upload(itemId, headers, text, `${"🏕️".repeat(80)}.ics`)).status).toBe(201);
    expect((await list())[0]).toMatchObject({ importedCount: 1 });
  });

  test.each([
    ["Fam\u202Eily.ics", "Family"],
    ["\u200B\u2066.ics", "Calendar file"],
    [`${"\u200B".repeat(100)}Family.ics`, "Calendar file"],
  ])("an uploaded file named %j becomes the calendar %s", async (fileName, name) => {
    const { itemId, headers, list } = await ownItem();
    expect((await upload(itemId, headers, calendarOf(), fileName)).status).toBe(201);
    expect((await list())[0]).toMatchObject({ name });
  });

  test("an uploaded file is rejected for another user's item and beyond five calendars", async () => {
    const { itemId, headers } = await ownItem();
    const otherUser = asViewer({ id: await createUser(database().db), isApproved: true, isAdmin: false });
    expect((await upload(itemId, otherUser, calendarOf())).status).toBe(404);
    for (let count = 0; count < 5; count++) expect((await upload(itemId, headers, calendarOf())).status).toBe(201);
    expect((await upload(itemId, headers, calendarOf())).status).toBe(409);
  });
});
