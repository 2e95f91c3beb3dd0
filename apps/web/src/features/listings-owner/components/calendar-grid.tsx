import type { CalendarRow } from "@nexby/contract/owner-calendar";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { useEffect, useRef } from "react";
import { ApiError } from "../../../lib/client/errors.ts";
import { toasts } from "../../../lib/toasts.ts";
import { daysInWords, daysOf, isWeekend, type Month, weekdayLetter } from "../calendar/month.ts";
import { useBlockDays } from "../calendar/use-block-days.ts";
import { type Painting, usePaintedDays } from "../calendar/use-painted-days.ts";
import { CalendarLine } from "./calendar-line.tsx";

type Props = { month: Month; rows: readonly CalendarRow[] };

/** Days in columns that are wide enough for a finger, or for a mouse where there is one. */
const COLUMNS = "grid-cols-[7.5rem_minmax(0,1fr)] sm:grid-cols-[11rem_minmax(0,1fr)]";

export function CalendarGrid({ month, rows }: Props) {
  const days = daysOf(month);
  const area = useRef<HTMLDivElement>(null);
  const blockDays = useBlockDays();
  const paint = async ({ itemId, ...wish }: Painting) => {
    const title = `${wish.isBlocked ? "Blocked" : "Freed"} ${daysInWords(wish)}`;
    try {
      await blockDays(itemId, wish);
      toasts.show({ title });
    } catch (error) {
      const description = error instanceof ApiError ? error.message : "Please try again.";
      toasts.show({ title: "Nothing was changed", description, isDestructive: true });
    }
  };
  const { painting, handlers } = usePaintedDays(area, (wish) => void paint(wish));
  const today = rows[0]?.today;
  useScrollToToday(area, month, today);

  return (
    <section
      ref={area}
      aria-label="Calendar of your listings"
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

/** Where not all days fit, today is what people come for. */
function useScrollToToday(area: React.RefObject<HTMLElement | null>, month: Month, today: string | undefined) {
  useEffect(() => {
    const scroller = area.current;
    const column = scroller?.querySelector<HTMLElement>(`[data-date="${month}-01"]`);
    const day = today?.startsWith(month) ? scroller?.querySelector<HTMLElement>(`[data-date="${today}"]`) : null;
    if (scroller) scroller.scrollLeft = day && column ? day.offsetLeft - column.offsetLeft : 0;
  }, [area, month, today]);
}
