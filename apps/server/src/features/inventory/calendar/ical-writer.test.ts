import ical, { type VEvent } from "node-ical";
import { expect, test } from "vitest";
import { type CalendarEvent, writeCalendar } from "./ical-writer.ts";

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

test("another reader finds in it what was written", () => {
  const days: CalendarEvent = {
    ...EVENT,
    uid: "2@item.nexby",
    summary: LONG,
    description: "1 of 2",
    time: { startDate: "2026-11-01", dayAfter: "2026-11-02" },
  };
  const { events, name } = parsed(writeCalendar({ name: LONG, events: [EVENT, days] }));
  expect(name).toBe(LONG);
  expect(events.map(({ uid }) => uid)).toEqual(["1@item.nexby", "2@item.nexby"]);
  expect(events[0]).toMatchObject({ datetype: "date-time", summary: "Booked", transparency: "OPAQUE" });
  expect(events[0]?.start.toISOString()).toBe("2026-06-01T13:00:00.000Z");
  expect(events[0]?.end?.toISOString()).toBe("2026-06-03T22:00:00.000Z");
  expect(events[0]?.dtstamp.toISOString()).toBe("2026-01-02T03:04:05.000Z");
  expect(events[1]).toMatchObject({ datetype: "date", summary: LONG, description: "1 of 2" });
  expect(events[1]?.start.getDate()).toBe(1);
});

test("no line has more than 75 bytes, each ends as the standard says, and no character is cut in two", () => {
  const text = writeCalendar({ name: "🏕️".repeat(100), events: [{ ...EVENT, summary: LONG }] });
  const lines = text.split("\r\n");
  expect(lines.at(-1)).toBe("");
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(text).not.toContain("\uFFFD");
  expect(text.replaceAll("\r\n ", "")).toContain(`X-WR-CALNAME:${"🏕️".repeat(100)}\r\n`);
});

test("text cannot become a line of its own", () => {
  const { events } = parsed(
    writeCalendar({ name: "x\r\nBEGIN:VEVENT", events: [{ ...EVENT, summary: "a\rSTATUS:x\0" }] }),
  );
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ summary: "a\nSTATUS:x" });
  expect(events[0]).not.toHaveProperty("status");
});
