import type { CalendarRow } from "@nexby/contract/owner-calendar";
import { addDays, type LocalDate, localDate } from "@nexby/domain/kernel/calendar";
import type { Span } from "./span-bars.ts";

export type BlockWish = { startDate: LocalDate; endDate: LocalDate; isBlocked: boolean };

/** The row as it will be, to be shown until the server has said how it is. */
export function withBlockedDays(row: CalendarRow, { startDate, endDate, isBlocked }: BlockWish): CalendarRow {
  const others = row.spans.filter(({ kind }) => kind !== "block");
  const outside = row.spans
    .filter(({ kind }) => kind === "block")
    .flatMap((span) => [
      { ...span, endDate: earlier(span.endDate, addDays(startDate, -1)) },
      { ...span, startDate: later(span.startDate, addDays(endDate, 1)) },
    ])
    .filter((part) => part.startDate <= part.endDate);
  return { ...row, spans: [...others, ...outside, ...(isBlocked ? freeSpans(row, others, startDate, endDate) : [])] };
}

/** All units nobody has on a day, days of equal number together. */
function freeSpans({ quantityTotal }: CalendarRow, taken: readonly Span[], first: LocalDate, last: LocalDate): Span[] {
  const spans: Span[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const used = taken
      .filter((span) => span.startDate <= day && day <= span.endDate)
      .reduce((units, { quantity }) => units + quantity, 0);
    const quantity = quantityTotal - used;
    if (quantity <= 0) continue;
    const previous = spans.at(-1);
    if (previous?.quantity === quantity && addDays(localDate(previous.endDate), 1) === day) previous.endDate = day;
    else spans.push({ kind: "block", startDate: day, endDate: day, quantity });
  }
  return spans;
}

export const isBlockedOn = ({ spans }: CalendarRow, day: string): boolean =>
  spans.some(({ kind, startDate, endDate }) => kind === "block" && startDate <= day && day <= endDate);

const earlier = (a: string, b: string) => (b < a ? b : a);
const later = (a: string, b: string) => (b > a ? b : a);
