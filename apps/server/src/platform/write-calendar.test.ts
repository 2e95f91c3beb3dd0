import ical, { type VEvent } from "node-ical";
import { expect, test } from "vitest";
import { type CalendarEvent, writeCalendar } from "./ical.ts";

const EVENT: CalendarEvent = {
  uid: "1@item.nexby",
  stampedAt: new Date("2026-01-02T03:04:05.678Z"),
  summary: "Booked",
  time: { startAt: new Date("2026-06-01T13:00:00Z"), endAt: new Date("2026-06-03T22:00:00Z") },
};
const LONG = `Räder, Zelte; "alles" \\ 🏕️👩‍👩‍👧‍👦 ${"sehr ".repeat(60)}lang\nund zweizeilig`;

function parsed(text: string) {
  const calendar = ical.sync.parseICS(text);
  const events = Object.values(calendar).filter((entry): entry is VEvent => entry?.type === "VEVENT");
  return { events, name: (calendar.vcalendar as unknown as Record<string, string>)["WR-CALNAME"] };
}

test("writeCalendar writes a calendar that node-ical reads back", async () => {
  const days: CalendarEvent = {
    ...EVENT,
    uid: "2@item.nexby",
    summary: LONG,
    location: "Union; NJ, \\ back",
    time: { startDate: "2026-11-01", dayAfter: "2026-11-02" },
  };
  const { events, name } = parsed(await writeCalendar({ source: "Tests", feedName: LONG, events: [EVENT, days] }));
  expect(name).toBe(LONG);
  expect(events.map(({ uid }) => uid)).toEqual(["1@item.nexby", "2@item.nexby"]);
  expect(events[0]).toMatchObject({ datetype: "date-time", summary: "Booked", transparency: "OPAQUE" });
  expect(events[0]?.start.toISOString()).toBe("2026-06-01T13:00:00.000Z");
  expect(events[0]?.end?.toISOString()).toBe("2026-06-03T22:00:00.000Z");
  expect(events[0]?.dtstamp.toISOString()).toBe("2026-01-02T03:04:05.000Z");
  expect(events[1]).toMatchObject({
    datetype: "date",
    summary: LONG,
    location: "Union; NJ, \\ back",
  });
  expect(events[1]?.start.getDate()).toBe(1);
});

test("writeCalendar folds lines at 75 octets without splitting a character and ends each with CRLF", async () => {
  const text = await writeCalendar({
    source: "Tests",
    feedName: "🏕️".repeat(100),
    events: [{ ...EVENT, summary: LONG }],
  });
  const lines = text.split("\r\n");
  expect(lines.at(-1)).toBe("");
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(text).not.toContain("\uFFFD");
  expect(text.replaceAll("\r\n ", "")).toContain(`X-WR-CALNAME:${"🏕️".repeat(100)}\r\n`);
});

test("a written calendar does not let text inject a line", async () => {
  const { events } = parsed(
    await writeCalendar({
      source: "Tests",
      feedName: "x\r\nBEGIN:VEVENT",
      events: [{ ...EVENT, summary: "a\rSTATUS:x\0" }],
    }),
  );
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ summary: "a\nSTATUS:x" });
  expect(events[0]).not.toHaveProperty("status");
});

test("writeCalendar writes an import file without a name, method or refresh interval", async () => {
  const text = await writeCalendar({ source: "Bookings", events: [EVENT] });
  expect(text.split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Nexby//Bookings//EN",
    "BEGIN:VEVENT",
    "UID:1@item.nexby",
    "SEQUENCE:0",
    "DTSTAMP:20260102T030405Z",
    "DTSTART:20260601T130000Z",
    "DTEND:20260603T220000Z",
    "SUMMARY:Booked",
    "TRANSP:OPAQUE",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

test("writeCalendar writes a feed with an hourly refresh interval and whole days without a time", async () => {
  const days = { ...EVENT, time: { startDate: "2026-11-01", dayAfter: "2026-11-02" } };
  const text = await writeCalendar({ source: "Listing calendar", feedName: "Tent", events: [days] });
  expect(text).toContain(
    [
      "PRODID:-//Nexby//Listing calendar//EN",
      "CALSCALE:GREGORIAN",
      "METHOD:PUBLISH",
      "NAME:Tent",
      "X-WR-CALNAME:Tent",
      "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
      "X-PUBLISHED-TTL:PT1H",
      "BEGIN:VEVENT",
    ].join("\r\n"),
  );
  expect(text).toContain("DTSTART;VALUE=DATE:20261101\r\nDTEND;VALUE=DATE:20261102\r\n");
});

test("writeCalendar writes a long feed with every event once, in order, without blocking other work", async () => {
  const uids = Array.from({ length: 120 }, (_, index) => `${index}@item.nexby`);
  let isOver = false;
  const writing = writeCalendar({
    source: "Tests",
    feedName: "Tent",
    events: uids.map((uid) => ({ ...EVENT, uid })),
  }).finally(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  expect(parsed(await writing).events.map(({ uid }) => uid)).toEqual(uids);
});
