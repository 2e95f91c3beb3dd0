import { describe, expect, test } from "vitest";
import { type Appointment, CalendarProblem } from "./calendar-reader.port.ts";
import { canOccur, readAppointments } from "./ical-reader.ts";

const FRAME = {
  zone: "America/New_York",
  from: new Date("2026-06-01T04:00:00Z"),
  to: new Date("2027-12-01T05:00:00Z"),
};

const calendarOf = (...events: string[][]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap((lines, index) => {
      const hasUid = lines.some((line) => line.startsWith("UID"));
      return ["BEGIN:VEVENT", ...(hasUid ? [] : [`UID:${index}@elsewhere`]), ...lines, "END:VEVENT"];
    }),
    "END:VCALENDAR",
  ].join("\r\n");
const read = (...events: string[][]) => readAppointments(calendarOf(...events), FRAME);
const times = (appointments: Appointment[]) =>
  appointments.map((one) =>
    one.isAllDay ? [one.startDate, one.endDate] : [one.startAt.toISOString(), one.endAt.toISOString()],
  );

describe("readAppointments", () => {
  test("readAppointments reads times in UTC, in an IANA zone, in a Windows zone and floating times in the item's zone", () => {
    expect(
      times(
        read(
          ["DTSTART:20260610T120000Z", "DTEND:20260610T130000Z"],
          ["DTSTART;TZID=Europe/Paris:20260610T120000", "DTEND;TZID=Europe/Paris:20260610T130000"],
          ["DTSTART;TZID=Pacific Standard Time:20260610T120000", "DURATION:PT1H"],
          ["DTSTART:20260610T120000", "DTEND:20260610T130000"],
        ),
      ),
    ).toEqual([
      ["2026-06-10T12:00:00.000Z", "2026-06-10T13:00:00.000Z"],
      ["2026-06-10T10:00:00.000Z", "2026-06-10T11:00:00.000Z"],
      ["2026-06-10T19:00:00.000Z", "2026-06-10T20:00:00.000Z"],
      ["2026-06-10T16:00:00.000Z", "2026-06-10T17:00:00.000Z"],
    ]);
  });

  test("readAppointments reads all-day events with an inclusive end date, regardless of the machine's time zone", () => {
    expect(
      times(
        read(
          ["DTSTART;VALUE=DATE:20260610", "DTEND;VALUE=DATE:20260613"],
          ["DTSTART;VALUE=DATE:20260610"],
          ["DTSTART;VALUE=DATE:20261101", "DTEND;VALUE=DATE:20261102"],
          ["DTSTART;VALUE=DATE:20270314", "DTEND;VALUE=DATE:20270316"],
        ),
      ),
    ).toEqual([
      ["2026-06-10", "2026-06-12"],
      ["2026-06-10", "2026-06-10"],
      ["2026-11-01", "2026-11-01"],
      ["2027-03-14", "2027-03-15"],
    ]);
  });

  test("readAppointments expands recurrences, honoring excluded and rescheduled occurrences", () => {
    const weekly = [
      "UID:weekly",
      "DTSTART;TZID=America/New_York:20261020T090000",
      "DTEND;TZID=America/New_York:20261020T100000",
      "RRULE:FREQ=WEEKLY;COUNT=4",
      "EXDATE;TZID=America/New_York:20261027T090000",
    ];
    const moved = [
      "UID:weekly",
      "RECURRENCE-ID;TZID=America/New_York:20261103T090000",
      "DTSTART;TZID=America/New_York:20261104T150000",
      "DTEND;TZID=America/New_York:20261104T160000",
    ];
    expect(times(read(weekly, moved))).toEqual([
      ["2026-10-20T13:00:00.000Z", "2026-10-20T14:00:00.000Z"],
      ["2026-11-04T20:00:00.000Z", "2026-11-04T21:00:00.000Z"],
      ["2026-11-10T14:00:00.000Z", "2026-11-10T15:00:00.000Z"],
    ]);
  });

  test("readAppointments expands an endless daily recurrence only within the requested time range", () => {
    const daily = read(["DTSTART:20200101T120000Z", "DTEND:20200101T130000Z", "RRULE:FREQ=DAILY"]);
    expect(daily).toHaveLength(548);
  });

  test("readAppointments skips events that are past, canceled, marked as free, without a duration or without a valid date", () => {
    expect(
      read(
        ["DTSTART:20200610T120000Z", "DTEND:20200610T130000Z"],
        ["DTSTART:20260610T120000Z", "DTEND:20260610T130000Z", "STATUS:CANCELLED"],
        ["DTSTART:20260610T120000Z", "DTEND:20260610T130000Z", "TRANSP:TRANSPARENT"],
        ["DTSTART:20260610T120000Z", "DTEND:20260610T120000Z"],
        ["SUMMARY:Some day"],
        ["DTSTART:tomorrow", "DTEND:later"],
      ),
    ).toEqual([]);
  });

  test("readAppointments preserves summaries and UIDs, also when lines are folded and text is escaped", () => {
    const [one] = read([
      "UID;X-A=1:an id",
      "DTSTART:20260610T120000Z",
      "DTEND:20260610T130000Z",
      "SUMMARY;LANGUAGE=en:Tents\\, \r\n two 🏕️\\; and\r\n  more",
    ]);
    expect(one).toMatchObject({ uid: "an id", summary: "Tents, two 🏕️; and more" });
  });

  test("readAppointments treats UIDs such as __proto__ like any other UID", () => {
    const found = read(
      ["UID:__proto__", "DTSTART:20260610T120000Z", "DTEND:20260610T130000Z", "SUMMARY:mine"],
      ["UID:constructor", "DTSTART:20260611T120000Z", "DTEND:20260611T130000Z"],
    );
    expect(found.map(({ uid }) => uid)).toEqual(["__proto__", "constructor"]);
    expect(({} as { summary?: string }).summary).toBeUndefined();
  });

  const hourDaily = ["DTSTART:20260610T120000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"];
  test.each([
    ["an empty text", "", "This isn't a calendar file"],
    ["an HTML page", "<!doctype html><title>Sign in</title>", "This isn't a calendar file"],
    ["an incomplete calendar", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n", "This calendar is incomplete"],
    [
      "a recurrence every second",
      calendarOf(["DTSTART:20260610T120000Z", "RRULE:FREQ=SECONDLY"]),
      "in a way we can't read",
    ],
    [
      "a recurrence that never occurs",
      calendarOf(["DTSTART:20260610T120000Z", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"]),
      "repeats on a day that never occurs. Please remove it",
    ],
    ["more than 2,000 events", calendarOf(...Array(2001).fill(["DTSTART:20260610T120000Z"])), "more than 2,000"],
    ["more than 2,000 occurrences", calendarOf(hourDaily, hourDaily, hourDaily, hourDaily), "more than 2,000"],
  ])("readAppointments rejects %s with a message for the user", (_, text, problem) => {
    expect(() => readAppointments(text, FRAME)).toThrow(CalendarProblem);
    expect(() => readAppointments(text, FRAME)).toThrow(problem);
  });
});

describe("a recurrence rule", () => {
  const canRepeat = (rule: string, start = "20260610") => canOccur(`DTSTART;TZID=UTC:${start}T120000\nRRULE:${rule}`);

  test.each([
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MONTHLY;BYMONTH=4,6,9,11;BYMONTHDAY=31",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-30",
    "FREQ=MONTHLY;BYDAY=6MO",
    "FREQ=YEARLY;BYMONTH=8;BYDAY=-6SU",
    "FREQ=YEARLY;BYDAY=54MO",
    "FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=2MO",
    "FREQ=YEARLY;BYYEARDAY=10;BYMONTH=8",
    "FREQ=YEARLY;BYWEEKNO=2;BYMONTH=8",
    "FREQ=YEARLY;BYMONTH=8;BYDAY=MO;BYSETPOS=6",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=9",
    "FREQ=WEEKLY;BYMONTH=2;BYDAY=MO,TU;BYSETPOS=3",
    "FREQ=DAILY;BYHOUR=8,12;BYSETPOS=3",
  ])("a recurrence rule is known never to occur: %s", (rule) => {
    expect(canRepeat(rule)).toBe(false);
  });

  test("a recurrence rule occurs on February 29 only if it reaches a leap year", () => {
    const leapDay = "FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29";
    expect(canRepeat(leapDay, "20240229")).toBe(true);
    expect(canRepeat(leapDay, "20270301")).toBe(false);
    expect(canRepeat("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "20270301")).toBe(true);
  });

  test.each([
    "FREQ=DAILY",
    "FREQ=WEEKLY;BYDAY=MO,WE",
    "FREQ=MONTHLY;BYMONTHDAY=31",
    "FREQ=MONTHLY;BYMONTHDAY=-31",
    "FREQ=MONTHLY;BYDAY=5FR",
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "FREQ=MONTHLY;BYDAY=MO;BYHOUR=8,12;BYSETPOS=9",
    "FREQ=WEEKLY;BYDAY=MO,TU;BYHOUR=8,12;BYSETPOS=-4",
    "FREQ=DAILY;BYHOUR=8,12;BYSETPOS=2",
    "FREQ=YEARLY;BYDAY=53WE",
    "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH",
    "FREQ=YEARLY;BYYEARDAY=366",
    "FREQ=YEARLY;BYYEARDAY=-1;BYMONTH=12",
    "FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR",
    "FREQ=YEARLY;BYWEEKNO=1;BYMONTH=12",
    "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SA;BYSETPOS=1",
    "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=30",
  ])("a recurrence rule can occur: %s", (rule) => {
    expect(canRepeat(rule)).toBe(true);
  });
});
