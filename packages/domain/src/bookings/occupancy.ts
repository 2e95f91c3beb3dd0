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

type RoomRequest = Occupancy & {
  readonly period: Period;
  readonly quantity: number;
  readonly quantityTotal: number;
  readonly forced?: boolean;
};

type Span = { readonly from: number; readonly to: number; readonly quantity: number };

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

export type Allocation = Period & { readonly quantity: number };

type Request = {
  /** Where one part of the period ends and the next begins, first to last. */
  readonly edges: readonly Date[];
  /** The most units to take in each part; all that are free where nothing is said. */
  readonly wanted?: readonly number[];
  readonly occupancy: Occupancy;
  readonly quantityTotal: number;
};

/**
 * Takes, in each part of a period, as many units as are free, in as few pieces as possible. A piece whose turnaround
 * would run into somebody's booking ends a part earlier: nobody who is there already has to move.
 */
export function allocateUnits({ edges, wanted, occupancy, quantityTotal }: Request): Allocation[] {
  const free = freeUnits(edges, occupancy, quantityTotal);
  const levels = free.map((units, index) => Math.min(units, wanted?.[index] ?? units));
  // Later ones first: an earlier one can give way at its end, a later one could not at its beginning.
  const pieces = piecesOf(levels).sort((a, b) => b.from - a.from || b.to - a.to);
  const taken: Allocation[] = [];
  for (const piece of pieces) {
    const taking = shortenedToFit(piece, { edges, taken, occupancy, quantityTotal });
    if (taking) taken.push(taking);
  }
  return taken.reverse();
}

/** The units that are free all through each part, whatever would have to follow it. */
function freeUnits(edges: readonly Date[], occupancy: Occupancy, quantityTotal: number): number[] {
  const steps = loadSteps(occupiedSpans(occupancy));
  let next = 0;
  let load = 0;
  return edges.slice(0, -1).map((edge, index) => {
    const [from, to] = [edge.getTime(), (edges[index + 1] as Date).getTime()];
    for (let step = steps[next]; step && step.at <= from; step = steps[++next]) load = step.load;
    let peak = load;
    for (let step = steps[next]; step && step.at < to; step = steps[++next]) {
      load = step.load;
      peak = Math.max(peak, load);
    }
    return Math.max(0, quantityTotal - peak);
  });
}

/** Parts `from` up to and without `to`. */
type Piece = { from: number; to: number; quantity: number };

/** A landscape of levels as lying blocks: the widest below, what rises above it on top. */
function piecesOf(levels: readonly number[]): Piece[] {
  const pieces: Piece[] = [];
  const open: { from: number; level: number }[] = [];
  for (let at = 0; at <= levels.length; at++) {
    const level = levels[at] ?? 0;
    let from = at;
    for (let top = open.at(-1); top && top.level > level; top = open.at(-1)) {
      open.pop();
      const below = Math.max(level, open.at(-1)?.level ?? 0);
      pieces.push({ from: top.from, to: at, quantity: top.level - below });
      from = top.from;
    }
    if (level > (open.at(-1)?.level ?? 0)) open.push({ from, level });
  }
  return pieces;
}

type Surroundings = Required<Omit<Request, "wanted">> & { readonly taken: readonly Allocation[] };

function shortenedToFit(piece: Piece, { edges, taken, occupancy, quantityTotal }: Surroundings): Allocation | null {
  const startAt = edges[piece.from] as Date;
  const margin = occupancy.turnaroundMinutes * 60_000;
  const end = (edges[piece.to] as Date).getTime() + margin;
  const rivals = [...occupancy.holds, ...taken.map(asHold)].filter(
    (hold) => hold.startAt.getTime() < end && hold.endAt.getTime() + margin > startAt.getTime(),
  );
  for (let to = piece.to; to > piece.from; to--) {
    const endAt = edges[to] as Date;
    const wanted = { ...occupancy, holds: rivals, period: { startAt, endAt }, quantity: piece.quantity, quantityTotal };
    if (hasRoom(wanted)) return { startAt, endAt, quantity: piece.quantity };
  }
  return null;
}

const asHold = (taking: Allocation): Hold => ({ ...taking, id: "", expiresAt: null, releasedAt: null, forced: false });
