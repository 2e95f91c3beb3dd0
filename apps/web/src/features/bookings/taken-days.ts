import type { ResponseOf } from "@nexby/contract/endpoint";
import type { getItemCalendar } from "@nexby/contract/quotes";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import { rangeWords } from "../../lib/day-words.ts";

type CalendarDay = ResponseOf<typeof getItemCalendar>["days"][number];

/** Days on which nothing is left. Those that are asked for are held by the request itself and say nothing. */
export function takenDays(days: readonly CalendarDay[], from: LocalDate, to: LocalDate): LocalDate[] {
  return days.filter(({ date, free }) => free === 0 && (date < from || date > to)).map(({ date }) => date as LocalDate);
}

const LISTED = new Intl.ListFormat("en-US", { type: "conjunction" });
const MOST_SPANS = 3;

/** "Also taken: Jun 1 – 2 and Jun 9." */
export function takenWords(taken: readonly LocalDate[]): string {
  if (taken.length === 0) return "Free around these days.";
  const spans: { first: LocalDate; last: LocalDate }[] = [];
  for (const date of taken) {
    const span = spans.at(-1);
    if (span && addDays(span.last, 1) === date) span.last = date;
    else spans.push({ first: date, last: date });
  }
  const words = spans.slice(0, MOST_SPANS).map(({ first, last }) => rangeWords(first, last));
  return `Also taken: ${LISTED.format(spans.length > MOST_SPANS ? [...words, "more"] : words)}.`;
}
