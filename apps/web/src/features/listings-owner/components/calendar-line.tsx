import type { CalendarRow } from "@nexby/contract/owner-calendar";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { Link } from "wouter";
import { isBlockedOn } from "../calendar/block-spans.ts";
import { daysInWords, isWeekend } from "../calendar/month.ts";
import { type Bar, barsOf, KIND_LOOKS, KIND_NAMES } from "../calendar/span-bars.ts";
import type { Painting } from "../calendar/use-painted-days.ts";

type Props = { row: CalendarRow; days: readonly LocalDate[]; painting: Painting | null };

/** One listing: days to draw on, and over them what takes it. Screen readers get what takes it as a list. */
export function CalendarLine({ row, days, painting }: Props) {
  const bars = barsOf(row.spans, days);
  const lanes = Math.max(1, ...bars.map(({ lane }) => lane + 1));
  return (
    <>
      <div className="sticky left-0 z-10 flex min-w-0 flex-col justify-center border-line border-r bg-surface px-3 py-2">
        <Link
          href={`/listings/${row.itemId}`}
          className="line-clamp-2 break-words rounded-sm py-0.5 font-semibold text-sm leading-snug hover:underline"
        >
          {row.title}
        </Link>
        <p className="text-muted text-xs">
          {row.isAvailable ? "Live" : "Paused"}
          {row.quantityTotal > 1 && ` · ${row.quantityTotal} units`}
        </p>
      </div>
      <div
        className="calendar-days relative min-h-14"
        style={{ gridTemplateRows: `0.5rem repeat(${lanes}, 1.875rem) minmax(0.5rem, 1fr)` }}
      >
        {days.map((day, index) => (
          <span
            key={day}
            {...(day >= row.today && {
              "data-day": day,
              "data-item": row.itemId,
              "data-blocked": isBlockedOn(row, day),
            })}
            style={{ gridColumn: index + 1, gridRow: "1 / -1" }}
            className={`border-line border-r last:border-r-0 ${cellLook(day, row, painting)}`}
          />
        ))}
        <ul aria-label={`${row.title}: taken days`} className="contents">
          {bars.map((bar) => (
            <SpanBar key={`${bar.kind} ${bar.startDate} ${bar.lane}`} bar={bar} quantityTotal={row.quantityTotal} />
          ))}
        </ul>
      </div>
    </>
  );
}

function cellLook(day: LocalDate, row: CalendarRow, painting: Painting | null): string {
  if (painting && painting.startDate <= day && day <= painting.endDate) {
    return painting.isBlocked ? "bg-primary-soft cursor-grabbing" : "bg-warning-soft cursor-grabbing";
  }
  if (day < row.today) return "bg-sunken/60";
  return `cursor-pointer hover:bg-subtle ${isWeekend(day) ? "bg-subtle/60" : ""}`;
}

function SpanBar({ bar, quantityTotal }: { bar: Bar; quantityTotal: number }) {
  const { kind, from, length, lane, beginsBefore, endsAfter, quantity } = bar;
  const units = quantityTotal > 1 ? ` ${quantity} of ${quantityTotal}` : "";
  const left = beginsBefore ? "rounded-l-none" : "ml-0.5";
  const right = endsAfter ? "rounded-r-none" : "mr-0.5";
  const words = `${KIND_NAMES[kind]}${units}, ${daysInWords(bar)}`;
  return (
    <li
      style={{ gridColumn: `${from} / span ${length}`, gridRow: lane + 2 }}
      className={`pointer-events-none my-0.5 flex contain-inline-size min-w-0 items-center overflow-hidden rounded-md px-1.5 font-semibold text-xs ${left} ${right} ${KIND_LOOKS[kind]}`}
    >
      <span className="sr-only">{words}</span>
      {length > 1 && (
        <span aria-hidden="true" className="truncate">
          {KIND_NAMES[kind]}
          {units}
        </span>
      )}
    </li>
  );
}
