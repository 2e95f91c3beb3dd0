import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { browserToday, daysIn, monthOf, monthsBetween, monthsLater } from "../../lib/months.ts";
import { calendarMonth } from "./api/quotes.ts";
import { type CalendarRules, obstacleOf, withDay } from "./calendar-days.ts";
import type { Rental } from "./use-rental.ts";

/** Of a long range that was chosen; the server judges the rest. */
const MOST_MONTHS = 13;

/** The calendar of an item: the months in view, the one after them, and those of the days that are chosen. */
export function useCalendar({ item, choice, change }: Rental, monthsInView: number) {
  const { from, to } = choice;
  const [month, setMonth] = useState<LocalDate>(() => monthOf(from ?? browserToday()));
  const inView = monthsBetween(month, monthsLater(month, monthsInView), MOST_MONTHS);
  const chosen = from ? monthsBetween(from, to ?? from, MOST_MONTHS) : [];
  const months = [...new Set([...inView, ...chosen])];
  const answers = useQueries({ queries: months.map((one) => calendarMonth(item.id, one, daysIn(one))) });

  const days = answers.flatMap(({ data }) => data?.days ?? []);
  const today = answers.find(({ data }) => data)?.data?.today as LocalDate | undefined;
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
    isLoading: answers.some(({ isPending }) => isPending),
    hasFailed: answers.some(({ isLoadingError }) => isLoadingError),
    retry: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch();
    },
    obstacleOf: (date: LocalDate) => obstacleOf(date, choice, rules),
    choose: (date: LocalDate) => change(withDay(date, choice, rules)),
  };
}
