import { addDays, dayOfWeek, type LocalDate } from "../kernel/calendar.ts";
import { instantOf } from "../kernel/zones.ts";
import { beforeSetup, earliestStart, type ItemRules, type OwnerRules } from "./availability.ts";
import { loadSteps, type Occupancy, occupiedSpans } from "./occupancy.ts";

/**
 * A day of an item's calendar. A rental from one day to another has its units exactly if they are free overnight on
 * every day but the last, and free on the last.
 */
export type FreeDay = {
  readonly date: LocalDate;
  /** Units free from the day's opening until a rental that ends on it is over and made good. */
  readonly free: number;
  /** Units free from the day's opening to the next day's. */
  readonly freeOvernight: number;
  /** Whether a rental can start or end on it. */
  readonly isHandoffDay: boolean;
};

export type FreeDaysInput = Pick<Occupancy, "holds" | "now"> & {
  readonly item: ItemRules;
  readonly owner: OwnerRules;
  readonly firstDate: LocalDate;
  readonly lastDate: LocalDate;
};

/** For a calendar: what `checkAvailability` would say of requests that name no times, day by day, both dates included. */
export function freeDays({ item, owner, firstDate, lastDate, holds, now }: FreeDaysInput): FreeDay[] {
  const { timezone, turnaroundMinutes } = item;
  const units = item.isAvailable ? item.quantityTotal : 0;
  const peakBetween = peaksOf(loadSteps(occupiedSpans({ holds, now, turnaroundMinutes })));
  const freeBetween = (from: number, to: number) => Math.max(0, units - peakBetween(from, to));
  const startOf = (date: LocalDate) => instantOf(date, owner.pickupWindow.from, timezone);
  const occupiedFrom = (date: LocalDate) => beforeSetup(startOf(date), item).getTime();
  const occupiedTo = (date: LocalDate) =>
    instantOf(date, owner.dropoffWindow.to, timezone).getTime() + turnaroundMinutes * 60_000;
  const soonest = earliestStart(item, now);

  const days: FreeDay[] = [];
  for (let date = firstDate; date <= lastDate; date = addDays(date, 1)) {
    days.push({
      date,
      free: freeBetween(occupiedFrom(date), occupiedTo(date)),
      freeOvernight: freeBetween(occupiedFrom(date), occupiedFrom(addDays(date, 1))),
      isHandoffDay: owner.availableDays.has(dayOfWeek(date)) && startOf(date) >= soonest,
    });
  }
  return days;
}

/** Answers the highest load in [from, to). Only the steps inside are walked, so a year costs about as much as its holds. */
function peaksOf(steps: ReturnType<typeof loadSteps>): (from: number, to: number) => number {
  const firstAfter = (instant: number) => {
    let low = 0;
    for (let high = steps.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((steps[middle]?.at ?? 0) <= instant) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (from, to) => {
    if (to <= from) return 0;
    let next = firstAfter(from);
    let peak = steps[next - 1]?.load ?? 0;
    for (let step = steps[next]; step && step.at < to; step = steps[++next]) peak = Math.max(peak, step.load);
    return peak;
  };
}
