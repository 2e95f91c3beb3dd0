import type { CalendarRow } from "@nexby/contract/owner-calendar";
import type { LocalDate } from "@nexby/domain/kernel/calendar";

export type Span = CalendarRow["spans"][number];
export type Bar = Span & {
  /** Columns, the first day of the month being 1. */
  from: number;
  length: number;
  /** Spans that overlap lie below each other. */
  lane: number;
  beginsBefore: boolean;
  endsAfter: boolean;
};

/** Where the spans of a row lie in a month. */
export function barsOf(spans: readonly Span[], days: readonly LocalDate[]): Bar[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const laneEnds: string[] = [];
  return spans
    .filter(({ startDate, endDate }) => startDate <= last && endDate >= first)
    .sort((a, b) => (a.startDate < b.startDate ? -1 : 1))
    .map((span) => {
      const free = laneEnds.findIndex((end) => end < span.startDate);
      const lane = free === -1 ? laneEnds.length : free;
      laneEnds[lane] = span.endDate;
      const from = days.findIndex((day) => day >= span.startDate);
      const to = days.findLastIndex((day) => day <= span.endDate);
      return {
        ...span,
        from: from + 1,
        length: to - from + 1,
        lane,
        beginsBefore: span.startDate < first,
        endsAfter: span.endDate > last,
      };
    });
}

type Kind = Span["kind"];

export const KIND_NAMES: Record<Kind, string> = {
  reservation: "Booked",
  checkout: "In checkout",
  overdue: "Late return",
  import: "Other calendar",
  block: "Blocked",
};

export const KIND_LOOKS: Record<Kind, string> = {
  reservation: "bg-primary text-on-primary",
  checkout: "bg-warning-soft text-on-warning-soft",
  overdue: "bg-danger-soft text-on-danger-soft",
  import: "bg-info-soft text-on-info-soft",
  block: "striped border border-line-strong text-ink",
};
