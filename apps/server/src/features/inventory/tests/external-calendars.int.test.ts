import {
  getCalendarFeed,
  listExternalCalendars,
  removeCalendar,
  subscribeCalendar,
  syncCalendar,
} from "@nexby/contract/listings/owner-calendar";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { guardedFetch } from "../../../adapters/fetch/guarded-fetch.ts";
import { advanceClock } from "../../../platform/clock.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { useSubscribedCalendars } from "../../../testing/listings/subscribed-calendars.ts";
import { asViewer } from "../../../testing/test-app.ts";
import { READ_EXTERNAL_CALENDAR, readDueCalendars, readExternalCalendar } from "../commands/subscribe-calendar.ts";

const { app, database, day, calendarOf, serve, ownItem, imported, times, wholeDays, ports, site } =
  useSubscribedCalendars();

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
    await call(app().origin, syncCalendar, { params: { calendarId: id }, headers });
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
    const { body: calendar } = await call(app().origin, subscribeCalendar, { params: { itemId }, headers, body });
    await readExternalCalendar(database().db, { ...ports(), fetching: guardedFetch() }, calendar.id);
    expect((await list())[0]).toMatchObject({
      url: "https://169.254.169.254/latest",
      lastProblem: "The address leads to a private network, which we do not read",
    });
  });

  test("the item's own calendar, come back from elsewhere, takes nothing", async () => {
    const { itemId, headers, follow, read, book } = await ownItem();
    await book(3, 4);
    const { body: feed } = await call(app().origin, getCalendarFeed, { params: { itemId }, headers });
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
    await call(app().origin, removeCalendar, { params: { calendarId: first.id }, headers });
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
    const body = (path: string) => ({ name: "One", url: `https://calendar.example:${site().port}${path}` });
    const twice = await callExpectingError(app().origin, subscribeCalendar, {
      params: { itemId },
      headers,
      body: body("/0"),
    });
    expect(twice.error.details?.[0]?.field).toBe("url");
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        fetch(`${app().origin}/api/owner/items/${itemId}/external-calendars`, {
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
      const { error } = await callExpectingError(app().origin, subscribeCalendar, {
        params: { itemId },
        headers,
        body,
      });
      expect(error.message).toBe("The calendar's address must start with https://");
    },
  );

  test("strangers see, read and remove nothing", async () => {
    const { itemId, follow } = await ownItem();
    const { id } = await follow();
    const headers = asViewer({ id: await createUser(database().db), isApproved: true, isAdmin: true });
    const body = { name: "Mine", url: "https://calendar.example/mine" };
    const refused = [
      await callExpectingError(app().origin, listExternalCalendars, { params: { itemId }, headers }),
      await callExpectingError(app().origin, subscribeCalendar, { params: { itemId }, headers, body }),
      await callExpectingError(app().origin, syncCalendar, { params: { calendarId: id }, headers }),
      await callExpectingError(app().origin, removeCalendar, { params: { calendarId: id }, headers }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe("the job of every hour", () => {
  test("reads what is due, one after another, and leaves for longer what failed", async () => {
    const { db } = database();
    await db.execute(sql`update external_calendars set removed_at = app_now()`);
    const well = await (await ownItem()).follow();
    const badly = await (await ownItem()).follow("/missing");
    const asked: string[] = [];
    site().answerWith((request, response) => {
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
