import type { EarningsView } from "@nexby/contract/earnings";

/** One kind of bar: what it stands for, and its amount in each month. */
export type PlotSeries = { name: string; totalCents: number; rentalCount: number; values: readonly number[] };

/** More than these cannot be told apart. */
const MOST_SERIES = 5;

/** Told apart by a number where several are the same: things can have one name. */
export const distinct = (names: readonly string[]): string[] =>
  names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });

type Shown = Pick<EarningsView, "months" | "items">;

/** The items that earned most, each by itself, and all others together. */
export function seriesOf({ months, items }: Shown): PlotSeries[] {
  const named = items.length > MOST_SERIES ? items.slice(0, MOST_SERIES - 1) : items;
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
