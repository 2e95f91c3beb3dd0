import { useRef, useState } from "react";
import { countOf } from "../../lib/count-of.ts";
import { rangeWords } from "../../lib/day-words.ts";
import { browserToday, monthOf, weeksIn } from "../../lib/months.ts";
import { useMediaQuery } from "../../lib/use-media-query.ts";
import { useNearView } from "../../lib/use-near-view.ts";
import { TEXT_LINK_STYLE } from "../ui/button-style.ts";
import { LazyPart } from "../ui/lazy-part.tsx";
import { SkeletonBar } from "../ui/skeleton.tsx";
import { useCalendar } from "./use-calendar.ts";
import type { Rental } from "./use-rental.ts";

const loadDayGrid = () => import("../calendar/day-grid.tsx").then((module) => module.DayGrid);

/** Where two months fit beside each other: without the price card beside them, or on a wide screen. */
const TWO_MONTHS = "(min-width: 1280px) or ((min-width: 768px) and (max-width: 1023.9px))";

const HEAD_AND_FOOT_PX = 136;
const WEEK_PX = 48;

type Props = { rental: Rental; isInSheet?: boolean };

export function AvailabilityCalendar({ rental, isInSheet = false }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const isNear = useNearView(area, isInSheet);
  const [weeks] = useState(() => weeksIn(monthOf(rental.choice.from ?? browserToday())));
  return (
    // As high as the month will be, so that nothing moves when it comes.
    <div ref={area} style={{ minHeight: HEAD_AND_FOOT_PX + weeks * WEEK_PX }}>
      {isNear && <Calendar rental={rental} isInSheet={isInSheet} />}
    </div>
  );
}

function Calendar({ rental, isInSheet }: Required<Props>) {
  const hasRoomForTwo = useMediaQuery(TWO_MONTHS);
  const monthsInView = hasRoomForTwo && !isInSheet ? 2 : 1;
  const { choice, change } = rental;
  const calendar = useCalendar(rental, monthsInView);

  return (
    <>
      <LazyPart
        load={loadDayGrid}
        fallback={<SkeletonBar shape="card" className="h-80" />}
        props={{
          month: calendar.month,
          monthsInView,
          today: calendar.today,
          from: choice.from,
          to: choice.to,
          isLoading: calendar.isLoading,
          obstacleOf: calendar.obstacleOf,
          onChoose: calendar.choose,
          onMonthChange: calendar.setMonth,
        }}
      />
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="text-muted text-sm">
          {calendar.hasFailed ? "Which days are free could not be loaded." : chosenWords(rental)}
        </p>
        {calendar.hasFailed && (
          <button type="button" className={`${TEXT_LINK_STYLE} text-sm`} onClick={calendar.retry}>
            Try again
          </button>
        )}
        {!calendar.hasFailed && choice.from && (
          <button
            type="button"
            className={`${TEXT_LINK_STYLE} text-sm`}
            onClick={() => change({ from: null, to: null })}
          >
            Clear dates
          </button>
        )}
      </div>
    </>
  );
}

function chosenWords({ item, choice: { from, to } }: Rental): string {
  if (!from) return item.foodTruck ? "Choose the day of your event." : "Choose the first day.";
  if (!to)
    return `From ${rangeWords(from, from)}. Choose the last day, at least ${countOf(item.minRentalDays, "day")}.`;
  return to === from ? `${rangeWords(from, to)}. A later day makes it longer.` : rangeWords(from, to);
}
