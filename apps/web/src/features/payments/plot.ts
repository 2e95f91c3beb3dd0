import type { EarningsView } from "@nexby/contract/money/payouts";

/** Tick steps, as multiples of a power of ten: 1, 2 and 5. */
const STEPS = [1, 2, 5];
const MIN_STEP = 100;
const MAX_TICKS = 4;

function stepFor(range: number): number {
  for (let power = MIN_STEP; ; power *= 10) {
    const step = STEPS.map((factor) => factor * power).find((candidate) => range / candidate <= MAX_TICKS);
    if (step !== undefined) return step;
  }
}

/** Tick values in cents from bottom to top: round amounts that include zero and fit every bar. */
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
  const step = stepFor(top - bottom || MIN_STEP);
  const [first, last] = [Math.floor(bottom / step), Math.max(1, Math.ceil(top / step))];
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

type BarPart = { series: number; from: number; to: number };

/** The parts of one month's bar: earnings stack up from zero, losses down. */
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

/** Indexes of the months to label at this width in pixels: every nth month, always including the last. */
export function namedMonths(count: number, width: number, minWidth: number): number[] {
  const every = Math.max(1, Math.ceil(minWidth / width));
  return Array.from({ length: count }, (_, month) => month).filter((month) => (count - 1 - month) % every === 0);
}

/** `values` are amounts in cents by month. */
export type PlotSeries = { name: string; totalCents: number; rentalCount: number; values: readonly number[] };

/** Number of distinguishable colors. */
const MAX_SERIES = 5;

/** Numbers repeated names, because items can share a title. */
export const distinct = (names: readonly string[]): string[] =>
  names.map((name, index) => {
    const repeats = names.slice(0, index).filter((other) => other === name).length;
    return repeats === 0 ? name : `${name} (${repeats + 1})`;
  });

type MonthlyEarnings = Pick<EarningsView, "months" | "items">;

/** A series per top-earning item, and one for all others. */
export function seriesOf({ months, items }: MonthlyEarnings): PlotSeries[] {
  const named = items.length > MAX_SERIES ? items.slice(0, MAX_SERIES - 1) : items;
  const others = items.slice(named.length);
  const valuesOf = (ids: readonly string[]) =>
    months.map((month) =>
      month.items.reduce((sum, { itemId, earnedCents }) => sum + (ids.includes(itemId) ? earnedCents : 0), 0),
    );
  const groups = [
    ...named.map((item) => ({ name: item.title, group: [item] })),
    ...(others.length > 0 ? [{ name: `${others.length} other items`, group: others }] : []),
  ];
  const names = distinct(groups.map(({ name }) => name));
  return groups.map(({ group }, index) => ({
    name: names[index] ?? "",
    totalCents: group.reduce((sum, { earnedCents }) => sum + earnedCents, 0),
    rentalCount: group.reduce((sum, { rentalCount }) => sum + rentalCount, 0),
    values: valuesOf(group.map(({ id }) => id)),
  }));
}

const SHORT = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
const LONG = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

const middleOf = (month: string) => new Date(`${month}-15T12:00:00Z`);

/** "Nov" */
export const shortMonth = (month: string): string => SHORT.format(middleOf(month));

/** "November 2026" */
export const longMonth = (month: string): string => LONG.format(middleOf(month));

export const yearOf = (month: string): string => month.slice(0, 4);

type YearRange = Pick<EarningsView, "firstYear"> & { months: readonly { month: string }[] };

/** All years since the first, latest first, including years without earnings. */
export function statementYears({ firstYear, months }: YearRange): string[] {
  const current = Number(yearOf(months.at(-1)?.month ?? ""));
  const count = current - Math.min(firstYear ?? current, current) + 1;
  return Array.from({ length: count }, (_, index) => String(current - index));
}
