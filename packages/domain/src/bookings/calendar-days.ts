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
 * A day in an item's calendar. A rental fits exactly when its units are free overnight on every day but the last, and
 * free on the last day.
 */
export type AvailableDay = {
  readonly date: LocalDate;
  /** Units free from the day's opening until a rental ending that day is returned and turned around. */
  readonly free: number;
  /** Units free from the day's opening to the next day's opening. */
  readonly freeOvernight: number;
  /** True if a rental can start or end on this day. */
  readonly isHandoffDay: boolean;
};

type AvailableDaysInput = Pick<Occupancy, "holds" | "now"> & {
  readonly item: ItemRules;
  readonly owner: OwnerRules;
  readonly firstDate: LocalDate;
  readonly lastDate: LocalDate;
};

/** The result of `checkAvailability` for requests without times, day by day; both dates are inclusive. */
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

/**
 * Builds a lookup of the peak load in [from, to). It walks only the steps inside the range, so a year costs about as
 * much as its holds.
 */
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

/** Both dates are inclusive. */
export type DayRange = { readonly startDate: LocalDate; readonly endDate: LocalDate };

const MIDNIGHT = localTime("00:00");

export const startOfDay = (date: LocalDate, zone: string): Date => instantOf(date, MIDNIGHT, zone);

/** Days that overlap a period. A period that ends at midnight excludes the day that starts then. */
export function touchedDays({ startAt, endAt }: Period, zone: string): DayRange {
  const last = new Date(Math.max(startAt.getTime(), endAt.getTime() - 1));
  return { startDate: localDateOf(startAt, zone), endDate: localDateOf(last, zone) };
}

/** Every midnight from the start of the first day to the end of the last. */
export function edgesOfDays({ startDate, endDate }: DayRange, zone: string): Date[] {
  const days = daysBetween(startDate, endDate) + 1;
  return Array.from({ length: days + 1 }, (_, index) => startOfDay(addDays(startDate, index), zone));
}

const hasDay = ({ startDate, endDate }: DayRange, day: LocalDate): boolean => startDate <= day && day <= endDate;

export type Blocks = {
  /** The owner's current blocks, which may be replaced. */
  readonly blocks: readonly (Hold & Period)[];
  /** All other holds. */
  readonly occupancy: Occupancy;
  readonly quantityTotal: number;
  readonly zone: string;
};

type Change = Blocks & { readonly range: DayRange; readonly isBlocked: boolean };

type UnitsOn = (day: LocalDate) => number;

/** Allocates up to `unitsOn(day)` free units for each day of the range. */
function allocateDays(
  around: DayRange,
  unitsOn: UnitsOn,
  { occupancy, quantityTotal, zone }: Omit<Blocks, "blocks">,
): Allocation[] {
  const edges = edgesOfDays(around, zone);
  const maxUnits = edges.slice(0, -1).map((_, index) => unitsOn(addDays(around.startDate, index)));
  return allocateUnits({ edges, maxUnits, occupancy, quantityTotal });
}

/** The owner's blocks refitted after a change of stock: each blocked day takes all free units. */
export function fitBlocks({ blocks, ...rest }: Blocks): Allocation[] {
  const blockedDays = blocks.map((block) => touchedDays(block, rest.zone));
  const around = enclosing(blockedDays);
  const isBlockedDay = (day: LocalDate) => blockedDays.some((days) => hasDay(days, day));
  return around ? allocateDays(around, (day) => (isBlockedDay(day) ? Number.POSITIVE_INFINITY : 0), rest) : [];
}

/** The owner's blocks after blocking or unblocking some days. Days outside the range keep their blocked units. */
export function planBlocks({ range, isBlocked, blocks, ...rest }: Change): Allocation[] {
  const before = blocks.map((block) => ({ ...touchedDays(block, rest.zone), quantity: block.quantity }));
  const unitsOn = (day: LocalDate) => {
    if (hasDay(range, day)) return isBlocked ? Number.POSITIVE_INFINITY : 0;
    return before.reduce((units, block) => units + (hasDay(block, day) ? block.quantity : 0), 0);
  };
  return allocateDays(enclosing([range, ...before]) ?? range, unitsOn, rest);
}

/** The smallest range that contains all ranges. ISO dates sort as text. */
export function enclosing(ranges: readonly DayRange[]): DayRange | null {
  const startDate = ranges.map((range) => range.startDate).sort()[0];
  const endDate = ranges
    .map((range) => range.endDate)
    .sort()
    .at(-1);
  return startDate && endDate ? { startDate, endDate } : null;
}
