import { syncCalendar } from "@nexby/contract/listings/owner-calendar";
import { describe, expect, test } from "vitest";
import { callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { useSubscribedCalendars } from "../../../testing/listings/subscribed-calendars.ts";
import { asViewer } from "../../../testing/test-app.ts";

const { app, database, day, calendarOf, ownItem, times, wholeDays } = useSubscribedCalendars();

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

  test("is imported immediately with its conflicts, and cannot be synced again", async () => {
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
  ])("is rejected with a clear message and leaves nothing behind if it is %s", async (_, text) => {
    const { itemId, headers, list } = await ownItem();
    const response = await upload(itemId, headers, text);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "validation_failed" });
    expect(await list()).toEqual([]);
  });

  test("may have split emoji and control characters in its names", async () => {
    const { itemId, headers, list } = await ownItem();
    const text = calendarOf({ name: `${"🏕️".repeat(120)}\u0000\u0007`, first: 3 });
    expect((await upload(itemId, headers, text, `${"🏕️".repeat(80)}.ics`)).status).toBe(201);
    expect((await list())[0]).toMatchObject({ importedCount: 1 });
  });

  test.each([
    ["Fam\u202Eily.ics", "Family"],
    ["\u200B\u2066.ics", "Calendar file"],
    [`${"\u200B".repeat(100)}Family.ics`, "Calendar file"],
  ])("named %j becomes the calendar %s", async (fileName, name) => {
    const { itemId, headers, list } = await ownItem();
    expect((await upload(itemId, headers, calendarOf(), fileName)).status).toBe(201);
    expect((await list())[0]).toMatchObject({ name });
  });

  test("is rejected for another user's item and beyond five calendars", async () => {
    const { itemId, headers } = await ownItem();
    const otherUser = asViewer({ id: await createUser(database().db), isApproved: true, isAdmin: false });
    expect((await upload(itemId, otherUser, calendarOf())).status).toBe(404);
    for (let count = 0; count < 5; count++) expect((await upload(itemId, headers, calendarOf())).status).toBe(201);
    expect((await upload(itemId, headers, calendarOf())).status).toBe(409);
  });
});
