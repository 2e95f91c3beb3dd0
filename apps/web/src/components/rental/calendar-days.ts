import type { ResponseOf } from "@nexby/contract/endpoint";
import type { getItemCalendar } from "@nexby/contract/quotes";
import { addDays, daysBetween, type LocalDate } from "@nexby/domain/kernel/calendar";

type CalendarDay = ResponseOf<typeof getItemCalendar>["days"][number];
/** Days that are known so far, by date. */
type KnownDays = ReadonlyMap<string, CalendarDay>;

export type CalendarRules = {
  days: KnownDays;
  today: LocalDate;
  quantity: number;
  minRentalDays: number;
  maxRentalDays: number | null;
};

export type Range = { from: LocalDate | null; to: LocalDate | null };

/** Why a day cannot be chosen, in words; null when it can. */
export function obstacleOf(date: LocalDate, range: Range, rules: CalendarRules): string | null {
  const first = openEnd(range, date, rules);
  return first === null ? obstacleToStart(date, rules) : obstacleToEnd(first, date, rules);
}

/** What choosing a day makes of what was chosen before: a later last day, or a new first one. */
export function withDay(date: LocalDate, range: Range, rules: CalendarRules): Range {
  const first = openEnd(range, date, rules);
  if (first !== null) return { from: first, to: date };
  // One day is a rental already where that is long enough; another click makes it longer.
  return { from: date, to: rules.minRentalDays === 1 ? date : null };
}

/** The first day of a rental that this day can be the last of; null when it would begin a new one. */
function openEnd({ from, to }: Range, date: LocalDate, rules: CalendarRules): LocalDate | null {
  const isOpen = from !== null && (to === null || to === from) && date > from;
  if (!isOpen || daysBetween(from, date) >= (rules.maxRentalDays ?? Number.POSITIVE_INFINITY)) return null;
  for (let day = from; day < date; day = addDays(day, 1)) {
    if ((rules.days.get(day)?.freeOvernight ?? rules.quantity) < rules.quantity) return null;
  }
  return from;
}

const TAKEN = "not available";
const CLOSED = "no handover on this day";

function obstacleToStart(date: LocalDate, { days, today, quantity, minRentalDays }: CalendarRules): string | null {
  if (date < today) return "in the past";
  const day = days.get(date);
  if (!day) return null;
  // A rental that must be longer needs the night as well.
  const free = minRentalDays === 1 ? day.free : day.freeOvernight;
  if (free < quantity) return TAKEN;
  return day.isHandoffDay ? null : CLOSED;
}

function obstacleToEnd(from: LocalDate, date: LocalDate, rules: CalendarRules): string | null {
  const day = rules.days.get(date);
  if (daysBetween(from, date) + 1 < rules.minRentalDays) return `the shortest rental is ${rules.minRentalDays} days`;
  if (day && day.free < rules.quantity) return TAKEN;
  return day && !day.isHandoffDay ? CLOSED : null;
}
