import type { PlotSeries } from "./plot-series.ts";

/** Steps people count in, in cents: 1, 2 and 5 dollars, and their tens. */
const STEPS = [1, 2, 5];
const FEWEST_STEP = 100;
const MOST_TICKS = 4;

function stepFor(range: number): number {
  for (let power = FEWEST_STEP; ; power *= 10) {
    const step = STEPS.map((factor) => factor * power).find((candidate) => range / candidate <= MOST_TICKS);
    if (step !== undefined) return step;
  }
}

/** The lines of a plot from below to above, in round amounts, with room for every bar and with zero among them. */
export function ticksFor(series: readonly PlotSeries[], monthCount: number): number[] {
  const sums = Array.from({ length: monthCount }, (_, month) => {
    const values = series.map(({ values }) => values[month] ?? 0);
    const sumOf = (part: readonly number[]) => part.reduce((sum, value) => sum + value, 0);
    return { above: sumOf(values.filter((value) => value > 0)), below: sumOf(values.filter((value) => value < 0)) };
  });
  const [top, bottom] = [
    Math.max(0, ...sums.map(({ above }) => above)),
    Math.min(0, ...sums.map(({ below }) => below)),
  ];
  const step = stepFor(top - bottom || FEWEST_STEP);
  const [first, last] = [Math.floor(bottom / step), Math.max(1, Math.ceil(top / step))];
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

export type BarPart = { series: number; from: number; to: number };

/** The parts of one month's bar: what was earned one above the other from zero on, what was lost below it. */
export function stackOf(series: readonly PlotSeries[], month: number): BarPart[] {
  let [above, below] = [0, 0];
  return series.flatMap(({ values }, index) => {
    const value = values[month] ?? 0;
    if (value === 0) return [];
    const from = value > 0 ? above : below;
    const to = from + value;
    if (value > 0) above = to;
    else below = to;
    return [{ series: index, from, to }];
  });
}

/** Which months are named where each has so many pixels: every one, or every second and so on, always the last. */
export function namedMonths(count: number, width: number, leastWidth: number): number[] {
  const every = Math.max(1, Math.ceil(leastWidth / width));
  return Array.from({ length: count }, (_, month) => month).filter((month) => (count - 1 - month) % every === 0);
}
