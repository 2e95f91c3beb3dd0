import { addDays, dayOfWeek, daysBetween, type LocalDate, localDate, WEEKDAYS } from "@nexby/domain/kernel/calendar";
import { productDate } from "./server-time.ts";

/** A month is named by its first day. */
export const monthOf = (date: LocalDate): LocalDate => localDate(`${date.slice(0, 7)}-01`);

export function monthsLater(month: LocalDate, count: number): LocalDate {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  const number = String((months % 12) + 1).padStart(2, "0");
  return localDate(`${Math.floor(months / 12)}-${number}-01`);
}

export const daysIn = (month: LocalDate): number => daysBetween(month, monthsLater(month, 1));

/** Rows a month takes in a calendar whose weeks begin on Sunday. */
export const weeksIn = (month: LocalDate): number =>
  Math.ceil((((WEEKDAYS.indexOf(dayOfWeek(month)) + 1) % 7) + daysIn(month)) / 7);

/** All months from one day's to another's, at most so many. */
export function monthsBetween(from: LocalDate, to: LocalDate, most: number): LocalDate[] {
  const months: LocalDate[] = [];
  for (let month = monthOf(from); month <= to && months.length < most; month = monthsLater(month, 1))
    months.push(month);
  return months;
}

/** The day it is in the browser, until the server says which day it is where the item is. */
export function browserToday(now = productDate()): LocalDate {
  return dateOf(now);
}

export const dateOf = (local: Date): LocalDate =>
  addDays(localDate("1970-01-01"), Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / 86_400_000);

/** Its midnight in the browser's own zone, which is how calendars on screen count. */
export const localMidnight = (date: LocalDate): Date =>
  new Date(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)));
