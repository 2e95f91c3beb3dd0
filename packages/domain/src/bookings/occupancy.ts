/** One row of the only occupancy record: a checkout, a reservation, an owner's block, an import or an overdue stay. */
export type Hold = {
  readonly id: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly quantity: number;
  readonly expiresAt: Date | null;
  readonly releasedAt: Date | null;
  /** The item is out whatever anyone decided: the hold may exceed the stock, and counts against others. */
  readonly forced: boolean;
};

export type Period = { readonly startAt: Date; readonly endAt: Date };

export type Occupancy = {
  readonly holds: readonly Hold[];
  readonly turnaroundMinutes: number;
  readonly now: Date;
  /** A hold being moved or renewed does not stand in its own way. */
  readonly except?: string | undefined;
};

export type RoomRequest = Occupancy & {
  readonly period: Period;
  readonly quantity: number;
  readonly quantityTotal: number;
  readonly forced?: boolean;
};

export type Span = { readonly from: number; readonly to: number; readonly quantity: number };

/** The most units in use at one instant of the period and its own turnaround: answers as the database's guard does. */
export function peakQuantity({ period, ...occupancy }: Occupancy & { readonly period: Period }): number {
  return peakBetween(occupancy, period.startAt.getTime(), period.endAt.getTime() + turnaroundMs(occupancy));
}

/** Peak, not sum: of two drills, one out on Monday and one on Wednesday still leave one from Monday to Wednesday. */
export function hasRoom({ quantity, quantityTotal, forced = false, ...wanted }: RoomRequest): boolean {
  return forced || peakQuantity(wanted) + quantity <= quantityTotal;
}

/** The most units in use at any instant from now on: the floor for a lower stock, the test of a longer turnaround. */
export function peakOverall(occupancy: Occupancy): number {
  return peakBetween(occupancy, occupancy.now.getTime(), Number.POSITIVE_INFINITY);
}

/** What live holds take: [startAt, endAt + turnaround). An expired hold is free at once, before any job sweeps it. */
export function occupiedSpans(occupancy: Occupancy): Span[] {
  const now = occupancy.now.getTime();
  const turnaround = turnaroundMs(occupancy);
  return occupancy.holds
    .filter((hold) => hold.id !== occupancy.except && hold.releasedAt === null)
    .filter((hold) => hold.expiresAt === null || hold.expiresAt.getTime() > now)
    .map(({ startAt, endAt, quantity }) => ({ from: startAt.getTime(), to: endAt.getTime() + turnaround, quantity }));
}

/** The units in use after each change, in time order. Ends come before starts, so spans that touch do not collide. */
export function loadSteps(spans: readonly Span[]): { at: number; load: number }[] {
  const changes = spans
    .filter((span) => span.from < span.to)
    .flatMap(({ from, to, quantity }) => [
      { at: from, change: quantity },
      { at: to, change: -quantity },
    ])
    .sort((a, b) => a.at - b.at || a.change - b.change);
  let load = 0;
  return changes.map(({ at, change }) => {
    load += change;
    return { at, load };
  });
}

/** Every rival reaches into the range, so before it they take no more than at its first instant: none needs cutting. */
function peakBetween(occupancy: Occupancy, from: number, to: number): number {
  const rivals = occupiedSpans(occupancy).filter((span) => span.from < to && span.to > from);
  return loadSteps(rivals).reduce((peak, step) => Math.max(peak, step.load), 0);
}

function turnaroundMs({ turnaroundMinutes }: Occupancy): number {
  return turnaroundMinutes * 60_000;
}
