import type { getItemCalendar } from "@nexby/contract/bookings/quotes";
import type { ResponseOf } from "@nexby/contract/endpoint";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { addDays, daysBetween, type LocalDate } from "@nexby/domain/kernel/calendar";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { refetchMissing } from "../../lib/api/queries.ts";
import { useNearView } from "../../lib/browser/document.ts";
import { useMediaQuery } from "../../lib/browser/viewport.ts";
import { browserToday, daysIn, monthOf, monthsBetween, monthsLater, rangeText, weeksIn } from "../../lib/dates.ts";
import { TEXT_LINK_STYLE } from "../ui/button.tsx";
import { LazyPart, SkeletonBar, useIsLate } from "../ui/loading.tsx";
import { calendarMonth, type Rental } from "./use-rental.ts";

const loadDayGrid = () => import("./day-grid.tsx").then((module) => module.DayGrid);

/** Two months fit side by side without the price card next to them, or on a wide screen. */
const TWO_MONTHS = "(min-width: 1280px) or ((min-width: 768px) and (max-width: 1023.9px))";

const HEAD_AND_FOOT_PX = 136;
const WEEK_PX = 48;

type Props = { rental: Rental; isInSheet?: boolean };

export function AvailabilityCalendar({ rental, isInSheet = false }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const isNear = useNearView(area, isInSheet);
  const [weeks] = useState(() => weeksIn(monthOf(rental.choice.from ?? browserToday())));
  return (
    // Reserves the height of the month, so that nothing moves when it loads.
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
          blockedReason: calendar.blockedReason,
          onChoose: calendar.choose,
          onMonthChange: calendar.setMonth,
        }}
      />
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="text-muted text-sm">
          {calendar.hasFailed ? "We couldn’t load the available days." : chosenCopy(rental)}
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

function chosenCopy({ item, choice: { from, to } }: Rental): string {
  if (!from) return item.foodTruck ? "Choose the day of your event." : "Choose the first day.";
  if (!to) return `From ${rangeText(from, from)}. Choose the last day, at least ${countOf(item.minRentalDays, "day")}.`;
  return to === from ? `${rangeText(from, to)}. Choose a later day to add days.` : rangeText(from, to);
}

type CalendarDay = ResponseOf<typeof getItemCalendar>["days"][number];
/** Days loaded so far, by date. */
type KnownDays = ReadonlyMap<string, CalendarDay>;

export type CalendarRules = {
  days: KnownDays;
  today: LocalDate;
  quantity: number;
  minRentalDays: number;
  maxRentalDays: number | null;
};

export type Range = { from: LocalDate | null; to: LocalDate | null };

/** Reason a day cannot be chosen, or null. */
export function blockedReason(date: LocalDate, range: Range, rules: CalendarRules): string | null {
  const first = openEnd(range, date, rules);
  return first === null ? blockerToStart(date, rules) : blockerToEnd(first, date, rules);
}

/** Range after choosing a day: it extends the current range or starts a new one. */
export function withDay(date: LocalDate, range: Range, rules: CalendarRules): Range {
  const first = openEnd(range, date, rules);
  if (first !== null) return { from: first, to: date };
  // A single day is already a rental if that is long enough; another click extends it.
  return { from: date, to: rules.minRentalDays === 1 ? date : null };
}

/** First day of the range that this day can extend; null when it starts a new one. */
function openEnd({ from, to }: Range, date: LocalDate, rules: CalendarRules): LocalDate | null {
  const isOpen = from !== null && (to === null || to === from) && date > from;
  if (!isOpen || daysBetween(from, date) >= (rules.maxRentalDays ?? Number.POSITIVE_INFINITY)) return null;
  for (let day = from; day < date; day = addDays(day, 1)) {
    if ((rules.days.get(day)?.freeOvernight ?? rules.quantity) < rules.quantity) return null;
  }
  return from;
}

const TAKEN = "not available";
const CLOSED = "no handoff on this day";

function blockerToStart(date: LocalDate, { days, today, quantity, minRentalDays }: CalendarRules): string | null {
  if (date < today) return "in the past";
  const day = days.get(date);
  if (!day) return null;
  // A longer rental also needs the night.
  const free = minRentalDays === 1 ? day.free : day.freeOvernight;
  if (free < quantity) return TAKEN;
  return day.isHandoffDay ? null : CLOSED;
}

function blockerToEnd(from: LocalDate, date: LocalDate, rules: CalendarRules): string | null {
  const day = rules.days.get(date);
  if (daysBetween(from, date) + 1 < rules.minRentalDays) return `the shortest rental is ${rules.minRentalDays} days`;
  if (day && day.free < rules.quantity) return TAKEN;
  return day && !day.isHandoffDay ? CLOSED : null;
}

/** Limit for a long range; the server checks the rest. */
const MAX_MONTHS = 13;

/** Loads the months in view, the month after them, and the months of the chosen days. */
function useCalendar({ item, choice, change }: Rental, monthsInView: number) {
  const { from, to } = choice;
  const [month, setMonth] = useState<LocalDate>(() => monthOf(from ?? browserToday()));
  const inView = monthsBetween(month, monthsLater(month, monthsInView), MAX_MONTHS);
  const chosen = from ? monthsBetween(from, to ?? from, MAX_MONTHS) : [];
  const months = [...new Set([...inView, ...chosen])];
  const results = useQueries({ queries: months.map((one) => calendarMonth(item.id, one, daysIn(one))) });
  const client = useQueryClient();
  const isLoading = results.some(({ isPending }) => isPending);
  const isLate = useIsLate(isLoading);

  const days = results.flatMap(({ data }) => data?.days ?? []);
  const today = results.find(({ data }) => data)?.data?.today as LocalDate | undefined;
  const rules: CalendarRules = {
    days: new Map(days.map((day) => [day.date, day])),
    today: today ?? browserToday(),
    quantity: item.foodTruck ? 1 : choice.quantity,
    minRentalDays: item.minRentalDays,
    maxRentalDays: item.maxRentalDays,
  };
  return {
    month,
    setMonth,
    today: rules.today,
    isLoading,
    hasFailed: isLate || results.some(({ isLoadingError }) => isLoadingError),
    retry: () => void refetchMissing(client),
    blockedReason: (date: LocalDate) => blockedReason(date, choice, rules),
    choose: (date: LocalDate) => change(withDay(date, choice, rules)),
  };
}
