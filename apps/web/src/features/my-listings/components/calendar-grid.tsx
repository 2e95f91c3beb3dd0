import type { CalendarRow } from "@nexby/contract/listings/owner-calendar";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { ApiError } from "../../../lib/api/errors.ts";
import { toasts } from "../../../lib/toasts.ts";
import {
  type Bar,
  barsOf,
  daysOf,
  daysText,
  isBlockedOn,
  isWeekend,
  KIND_LOOKS,
  KIND_NAMES,
  type Month,
  weekdayLetter,
} from "../calendar-days.ts";
import { type Painting, useBlockDays, usePaintedDays } from "../use-painted-days.ts";

type CalendarGridProps = { month: Month; rows: readonly CalendarRow[] };

/** Day columns wide enough for touch, narrower for a mouse. */
const COLUMNS = "grid-cols-[7.5rem_minmax(0,1fr)] sm:grid-cols-[11rem_minmax(0,1fr)]";

export function CalendarGrid({ month, rows }: CalendarGridProps) {
  const days = daysOf(month);
  const area = useRef<HTMLDivElement>(null);
  const blockDays = useBlockDays();
  const paint = async ({ itemId, ...change }: Painting) => {
    const title = `${change.isBlocked ? "Blocked" : "Unblocked"} ${daysText(change)}`;
    try {
      await blockDays(itemId, change);
      toasts.show({ title });
    } catch (error) {
      const description = error instanceof ApiError ? error.message : "Please try again.";
      toasts.show({ title: "Nothing was changed", description, isDestructive: true });
    }
  };
  const { painting, handlers } = usePaintedDays(area, (change) => void paint(change));
  const today = rows[0]?.today;
  useScrollToToday(area, month, today);

  return (
    <section
      ref={area}
      aria-label="Calendar for your listings"
      className="overflow-x-auto rounded-card border border-line bg-surface"
    >
      <div {...handlers} className="w-max min-w-full select-none">
        <div aria-hidden="true" className={`grid border-line border-b ${COLUMNS}`}>
          <span className="sticky left-0 z-10 border-line border-r bg-surface" />
          <DayNumbers days={days} today={today} />
        </div>
        <ul>
          {rows.map((row) => (
            <li key={row.itemId} className={`grid border-line border-b last:border-b-0 ${COLUMNS}`}>
              <CalendarLine row={row} days={days} painting={painting?.itemId === row.itemId ? painting : null} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function DayNumbers({ days, today }: { days: readonly LocalDate[]; today: string | undefined }) {
  return (
    <div className="calendar-days">
      {days.map((day) => (
        <span
          key={day}
          data-date={day}
          className={`grid justify-items-center gap-0.5 py-2 text-xs tabular-nums ${isWeekend(day) ? "text-muted" : ""}`}
        >
          <span className="text-muted">{weekdayLetter(day)}</span>
          <span
            className={`grid size-6 place-items-center rounded-full ${day === today ? "bg-primary font-semibold text-on-primary" : ""}`}
          >
            {Number(day.slice(8))}
          </span>
        </span>
      ))}
    </div>
  );
}

/** Scrolls to today when not all days fit. */
function useScrollToToday(area: React.RefObject<HTMLElement | null>, month: Month, today: string | undefined) {
  useEffect(() => {
    const scroller = area.current;
    const column = scroller?.querySelector<HTMLElement>(`[data-date="${month}-01"]`);
    const day = today?.startsWith(month) ? scroller?.querySelector<HTMLElement>(`[data-date="${today}"]`) : null;
    if (scroller) scroller.scrollLeft = day && column ? day.offsetLeft - column.offsetLeft : 0;
  }, [area, month, today]);
}

type CalendarLineProps = { row: CalendarRow; days: readonly LocalDate[]; painting: Painting | null };

/** A listing's row: days to drag over, covered by bars. Screen readers get the bars as a list. */
function CalendarLine({ row, days, painting }: CalendarLineProps) {
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
            className={`border-line border-r last:border-r-0 ${cellStyle(day, row, painting)}`}
          />
        ))}
        <ul aria-label={`${row.title}: unavailable days`} className="contents">
          {bars.map((bar) => (
            <SpanBar key={`${bar.kind} ${bar.startDate} ${bar.lane}`} bar={bar} quantityTotal={row.quantityTotal} />
          ))}
        </ul>
      </div>
    </>
  );
}

function cellStyle(day: LocalDate, row: CalendarRow, painting: Painting | null): string {
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
  const label = `${KIND_NAMES[kind]}${units}, ${daysText(bar)}`;
  return (
    <li
      style={{ gridColumn: `${from} / span ${length}`, gridRow: lane + 2 }}
      className={`pointer-events-none my-0.5 flex contain-inline-size min-w-0 items-center overflow-hidden rounded-md px-1.5 font-semibold text-xs ${left} ${right} ${KIND_LOOKS[kind]}`}
    >
      <span className="sr-only">{label}</span>
      {length > 1 && (
        <span aria-hidden="true" className="truncate">
          {KIND_NAMES[kind]}
          {units}
        </span>
      )}
    </li>
  );
}
