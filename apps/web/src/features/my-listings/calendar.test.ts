import type { CalendarRow } from "@nexby/contract/listings/owner-calendar";
import { localDate } from "@nexby/domain/kernel/calendar";
import { describe, expect, test } from "vitest";
import {
  addMonths,
  barsOf,
  browserToday,
  daysOf,
  daysText,
  isBlockedOn,
  type Month,
  monthOf,
  monthText,
  type Span,
  withBlockedDays,
} from "./calendar-days.ts";

const month = (text: string) => text as Month;
const day = (number: number) => localDate(`2026-06-${String(number).padStart(2, "0")}`);
const span = (kind: Span["kind"], from: number, to: number, quantity = 1): Span => ({
  kind,
  startDate: day(from),
  endDate: day(to),
  quantity,
});
const row = (spans: Span[], quantityTotal = 1): CalendarRow => ({
  itemId: "item",
  title: "Tent",
  cover: null,
  isAvailable: true,
  quantityTotal,
  today: day(1),
  spans,
});

describe("calendar months", () => {
  test("calendar months continue across the end of a year", () => {
    expect(addMonths(month("2026-12"), 1)).toBe("2027-01");
    expect(addMonths(month("2026-01"), -1)).toBe("2025-12");
    expect(monthOf("2026-06-30")).toBe("2026-06");
  });

  test("calendar months have the right number of days", () => {
    expect(daysOf(month("2028-02"))).toHaveLength(29);
    expect(daysOf(month("2026-06")).at(-1)).toBe("2026-06-30");
  });

  test("months and days have the same text in every time zone", () => {
    expect(monthText(month("2026-06"))).toBe("June 2026");
    expect(daysText({ startDate: day(3), endDate: day(3) })).toBe("Jun 3");
    expect(daysText({ startDate: day(3), endDate: day(5) })).toMatch(/^Jun 3\s–\s5$/);
    expect(browserToday(new Date(2026, 0, 2, 23, 59))).toBe("2026-01-02");
  });
});

describe("calendar bars", () => {
  test("stack in lanes when they overlap, and end with the month", () => {
    const spans = [span("block", 4, 6), span("reservation", 2, 4), span("import", 7, 8)];
    const before: Span = { kind: "overdue", startDate: "2026-05-30", endDate: day(1), quantity: 1 };
    const after: Span = { kind: "block", startDate: day(30), endDate: "2026-07-02", quantity: 1 };
    const bars = barsOf([...spans, before, after], daysOf(month("2026-06")));
    expect(bars.map(({ kind, from, length, lane }) => [kind, from, length, lane])).toEqual([
      ["overdue", 1, 1, 0],
      ["reservation", 2, 3, 0],
      ["block", 4, 3, 1],
      ["import", 7, 2, 0],
      ["block", 30, 1, 0],
    ]);
    expect(bars.map(({ beginsBefore, endsAfter }) => [beginsBefore, endsAfter])).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [false, false],
      [false, true],
    ]);
    expect(barsOf([span("block", 1, 2)], daysOf(month("2026-07")))).toEqual([]);
  });
});

describe("optimistic calendar changes", () => {
  test("blocking skips bookings and takes the remaining units", () => {
    const before = row([span("reservation", 3, 4, 2), span("reservation", 6, 6, 1)], 2);
    const after = withBlockedDays(before, { startDate: day(2), endDate: day(7), isBlocked: true });
    expect(after.spans.filter(({ kind }) => kind === "block")).toEqual([
      span("block", 2, 2, 2),
      span("block", 5, 5, 2),
      span("block", 6, 6, 1),
      span("block", 7, 7, 2),
    ]);
    expect(after.spans.filter(({ kind }) => kind === "reservation")).toHaveLength(2);
  });

  test("unblocking keeps the rest of a block", () => {
    const after = withBlockedDays(row([span("block", 2, 9)]), { startDate: day(4), endDate: day(5), isBlocked: false });
    expect(after.spans).toEqual([span("block", 2, 3), span("block", 6, 9)]);
    expect([3, 4, 5, 6].map((number) => isBlockedOn(after, day(number)))).toEqual([true, false, false, true]);
  });

  test("blocking blocked days changes nothing", () => {
    const before = row([span("block", 2, 4)]);
    expect(withBlockedDays(before, { startDate: day(2), endDate: day(4), isBlocked: true }).spans).toEqual(
      before.spans,
    );
  });
});
