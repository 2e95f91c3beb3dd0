import { addDays, dayOfWeek, daysBetween, type LocalDate, localTime } from "../kernel/calendar.ts";
import { instantOf, localDateOf } from "../kernel/zones.ts";
import { beforeSetup, earliestStart, type ItemRules, type OwnerRules } from "./availability.ts";
import {
  type Allocation,
  allocateUnits,
  type Hold,
  loadSteps,
  type Occupancy,
  occupiedSpans,
  type Period,
} from "./occupancy.ts";

/**
 * A day of an item's calendar. A rental from one day to another has its units exactly if they are free overnight on
 * every day but the last, and free on the last.
 */
export type AvailableDay = {
  readonly date: LocalDate;
  /** Units free from the day's opening until a rental that ends on it is over and made good. */
  readonly free: number;
  /** Units free from the day's opening to the next day's. */
  readonly freeOvernight: number;
  /** Whether a rental can start or end on it. */
  readonly isHandoffDay: boolean;
};

type AvailableDaysInput = Pick<Occupancy, "holds" | "now"> & {
  readonly item: ItemRules;
  readonly owner: OwnerRules;
  readonly firstDate: LocalDate;
  readonly lastDate: LocalDate;
};

/** For a calendar: what `checkAvailability` would say of requests that name no times, day by day, both dates included. */
export function availableDaysOf({ item, owner, firstDate, lastDate, holds, now }: AvailableDaysInput): AvailableDay[] {
  const { timezone, turnaroundMinutes } = item;
  const units = item.isAvailable ? item.quantityTotal : 0;
  const peakBetween = peaksOf(loadSteps(occupiedSpans({ holds, now, turnaroundMinutes })));
  const freeBetween = (from: number, to: number) => Math.max(0, units - peakBetween(from, to));
  const startOf = (date: LocalDate) => instantOf(date, owner.pickupWindow.from, timezone);
  const occupiedFrom = (date: LocalDate) => beforeSetup(startOf(date), item).getTime();
  const occupiedTo = (date: LocalDate) =>
    instantOf(date, owner.dropoffWindow.to, timezone).getTime() + turnaroundMinutes * 60_000;
  const soonest = earliestStart(item, now);

  const days: AvailableDay[] = [];
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

/** Both days included. */
export type DayRange = { readonly startDate: LocalDate; readonly endDate: LocalDate };

const MIDNIGHT = localTime("00:00");

/** The first instant of a day. */
export const startOfDay = (date: LocalDate, zone: string): Date => instantOf(date, MIDNIGHT, zone);

/** The days a period touches. One that ends at midnight does not touch the day that begins there. */
export function touchedDays({ startAt, endAt }: Period, zone: string): DayRange {
  const last = new Date(Math.max(startAt.getTime(), endAt.getTime() - 1));
  return { startDate: localDateOf(startAt, zone), endDate: localDateOf(last, zone) };
}

/** From the first day's midnight to the midnight after the last, each day its own part. */
export function edgesOfDays({ startDate, endDate }: DayRange, zone: string): Date[] {
  const days = daysBetween(startDate, endDate) + 1;
  return Array.from({ length: days + 1 }, (_, index) => startOfDay(addDays(startDate, index), zone));
}

const hasDay = ({ startDate, endDate }: DayRange, day: LocalDate): boolean => startDate <= day && day <= endDate;

export type Blocks = {
  /** The owner's own, which may be replaced. */
  readonly blocks: readonly Hold[];
  /** Everything else that takes units. */
  readonly occupancy: Occupancy;
  readonly quantityTotal: number;
  readonly zone: string;
};

type Change = Blocks & { readonly range: DayRange; readonly isBlocked: boolean };

type DayWish = (day: LocalDate) => number;

/** What is free of so many units on each of some days. */
function taken(
  around: DayRange,
  wish: DayWish,
  { occupancy, quantityTotal, zone }: Omit<Blocks, "blocks">,
): Allocation[] {
  const edges = edgesOfDays(around, zone);
  const wanted = edges.slice(0, -1).map((_, index) => wish(addDays(around.startDate, index)));
  return allocateUnits({ edges, wanted, occupancy, quantityTotal });
}

/** The owner's blocks with more units or fewer: of each day they keep, all that is free. */
export function fitBlocks({ blocks, ...rest }: Blocks): Allocation[] {
  const kept = blocks.map((block) => touchedDays(block, rest.zone));
  const around = enclosing(kept);
  const isKept = (day: LocalDate) => kept.some((days) => hasDay(days, day));
  return around ? taken(around, (day) => (isKept(day) ? Number.POSITIVE_INFINITY : 0), rest) : [];
}

/** The owner's blocks as they should be after blocking, or freeing, some days. Days outside the range keep theirs. */
export function planBlocks({ range, isBlocked, blocks, ...rest }: Change): Allocation[] {
  const before = blocks.map((block) => ({ ...touchedDays(block, rest.zone), quantity: block.quantity }));
  const wish = (day: LocalDate) => {
    if (hasDay(range, day)) return isBlocked ? Number.POSITIVE_INFINITY : 0;
    return before.reduce((units, block) => units + (hasDay(block, day) ? block.quantity : 0), 0);
  };
  return taken(enclosing([range, ...before]) ?? range, wish, rest);
}

/** From the first of all first days to the last of all last. Text order is date order. */
export function enclosing(ranges: readonly DayRange[]): DayRange | null {
  const startDate = ranges.map((range) => range.startDate).sort()[0];
  const endDate = ranges
    .map((range) => range.endDate)
    .sort()
    .at(-1);
  return startDate && endDate ? { startDate, endDate } : null;
}
