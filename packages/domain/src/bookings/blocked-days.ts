import { addDays, daysBetween, type LocalDate, localTime } from "../kernel/calendar.ts";
import { instantOf, localDateOf } from "../kernel/zones.ts";
import type { Hold, Occupancy, Period } from "./occupancy.ts";
import { type Taking, takeWhatIsFree } from "./take-what-is-free.ts";

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
function taken(around: DayRange, wish: DayWish, { occupancy, quantityTotal, zone }: Omit<Blocks, "blocks">): Taking[] {
  const edges = edgesOfDays(around, zone);
  const wanted = edges.slice(0, -1).map((_, index) => wish(addDays(around.startDate, index)));
  return takeWhatIsFree({ edges, wanted, occupancy, quantityTotal });
}

/** The owner's blocks with more units or fewer: of each day they keep, all that is free. */
export function fitBlocks({ blocks, ...rest }: Blocks): Taking[] {
  const kept = blocks.map((block) => touchedDays(block, rest.zone));
  const around = enclosing(kept);
  const isKept = (day: LocalDate) => kept.some((days) => hasDay(days, day));
  return around ? taken(around, (day) => (isKept(day) ? Number.POSITIVE_INFINITY : 0), rest) : [];
}

/** The owner's blocks as they should be after blocking, or freeing, some days. Days outside the range keep theirs. */
export function planBlocks({ range, isBlocked, blocks, ...rest }: Change): Taking[] {
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
