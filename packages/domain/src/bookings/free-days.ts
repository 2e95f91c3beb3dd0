import { addDays, type LocalDate, localTime } from "../kernel/calendar.ts";
import { instantOf } from "../kernel/zones.ts";
import type { ItemRules } from "./availability.ts";
import { loadSteps, type Occupancy, occupiedSpans } from "./occupancy.ts";

export type FreeDay = { readonly date: LocalDate; readonly free: number };

export type FreeDaysInput = Pick<Occupancy, "holds" | "now"> & {
  readonly item: Pick<ItemRules, "timezone" | "quantityTotal" | "turnaroundMinutes">;
  readonly firstDate: LocalDate;
  readonly lastDate: LocalDate;
};

const MIDNIGHT = localTime("00:00");

/** For a calendar: the fewest units free at any instant of each local day, both dates included. */
export function freeDays({ item, firstDate, lastDate, holds, now }: FreeDaysInput): FreeDay[] {
  const midnightOf = (date: LocalDate) => instantOf(date, MIDNIGHT, item.timezone).getTime();
  const peakBefore = sweep(loadSteps(occupiedSpans({ holds, now, turnaroundMinutes: item.turnaroundMinutes })));
  const days: FreeDay[] = [];
  for (let date = firstDate; date <= lastDate; date = addDays(date, 1)) {
    // What begins or ends at the first instant of the day is settled before the day is judged.
    peakBefore(midnightOf(date) + 1);
    const peak = peakBefore(midnightOf(addDays(date, 1)));
    days.push({ date, free: Math.max(0, item.quantityTotal - peak) });
  }
  return days;
}

/** Walks the steps once. Each call returns the highest load from where the last call stopped up to an instant. */
function sweep(steps: ReturnType<typeof loadSteps>): (end: number) => number {
  let next = 0;
  let load = 0;
  return (end) => {
    let peak = load;
    for (let step = steps[next]; step && step.at < end; step = steps[++next]) {
      load = step.load;
      peak = Math.max(peak, load);
    }
    return peak;
  };
}
