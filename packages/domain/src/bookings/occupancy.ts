/** An entry in the single occupancy record: a checkout, reservation, owner's block, import or overdue stay. */
export type Hold = {
  readonly id: string;
  readonly startAt: Date;
  /** Null while nobody knows when the units will be back. */
  readonly endAt: Date | null;
  readonly quantity: number;
  readonly expiresAt: Date | null;
  readonly releasedAt: Date | null;
  /** The item is physically out, so the hold may exceed the stock and still counts against others. */
  readonly forced: boolean;
};

export type Period = { readonly startAt: Date; readonly endAt: Date };

export type Occupancy = {
  readonly holds: readonly Hold[];
  readonly turnaroundMinutes: number;
  readonly now: Date;
  /** Id of a hold being moved or renewed, which is ignored. */
  readonly except?: string | undefined;
};

type RoomRequest = Occupancy & {
  readonly period: Period;
  readonly quantity: number;
  readonly quantityTotal: number;
  readonly forced?: boolean;
};

type Span = { readonly from: number; readonly to: number; readonly quantity: number };

/** Peak units in use during the period and its turnaround. Must match the database guard. */
export function peakQuantity({ period, ...occupancy }: Occupancy & { readonly period: Period }): number {
  return peakBetween(occupancy, period.startAt.getTime(), period.endAt.getTime() + turnaroundMs(occupancy));
}

/** Peak, not sum: with two drills, one out on Monday and one on Wednesday still leave one for Monday to Wednesday. */
export function hasRoom({ quantity, quantityTotal, forced = false, ...request }: RoomRequest): boolean {
  return forced || peakQuantity(request) + quantity <= quantityTotal;
}

export const endOf = ({ endAt }: Pick<Hold, "endAt">): number => endAt?.getTime() ?? Number.POSITIVE_INFINITY;

/** Spans of live holds: [startAt, endAt + turnaround). An expired hold is free at once, before any job cleans it up. */
export function occupiedSpans(occupancy: Occupancy): Span[] {
  const now = occupancy.now.getTime();
  const turnaround = turnaroundMs(occupancy);
  return occupancy.holds
    .filter((hold) => hold.id !== occupancy.except && hold.releasedAt === null)
    .filter((hold) => hold.expiresAt === null || hold.expiresAt.getTime() > now)
    .map((hold) => ({ from: hold.startAt.getTime(), to: endOf(hold) + turnaround, quantity: hold.quantity }));
}

/** Units in use after each change, in time order. Ends sort before starts, so back-to-back spans do not collide. */
export function loadSteps(spans: readonly Span[]): { at: number; load: number }[] {
  const changes = spans
    .filter((span) => span.from < span.to)
    .flatMap(({ from, to, quantity }) => [
      { at: from, change: quantity },
      { at: to, change: -quantity },
    ])
    // Two ends that nobody knows are equal; their difference would be no number.
    .sort((a, b) => (a.at === b.at ? a.change - b.change : a.at - b.at));
  let load = 0;
  return changes.map(({ at, change }) => {
    load += change;
    return { at, load };
  });
}

/** No clipping needed: every span overlaps the range, so the load before it never exceeds the load at its start. */
function peakBetween(occupancy: Occupancy, from: number, to: number): number {
  const overlapping = occupiedSpans(occupancy).filter((span) => span.from < to && span.to > from);
  return loadSteps(overlapping).reduce((peak, step) => Math.max(peak, step.load), 0);
}

/** Periods in which no unit is left, in time order. Back-to-back periods are one, and the last may have no end. */
export function soldOutPeriods({
  quantityTotal,
  ...occupancy
}: Occupancy & { readonly quantityTotal: number }): Pick<Hold, "startAt" | "endAt">[] {
  const periods: { startAt: Date; endAt: Date | null }[] = [];
  let from: number | null = null;
  for (const { at, load } of loadSteps(occupiedSpans(occupancy))) {
    if (load >= quantityTotal) {
      from ??= at;
      continue;
    }
    const last = periods.at(-1);
    if (from !== null && from < at) {
      const endAt = Number.isFinite(at) ? new Date(at) : null;
      if (last?.endAt?.getTime() === from) last.endAt = endAt;
      else periods.push({ startAt: new Date(from), endAt });
    }
    from = null;
  }
  return periods;
}

function turnaroundMs({ turnaroundMinutes }: Occupancy): number {
  return turnaroundMinutes * 60_000;
}

export type Allocation = Period & { readonly quantity: number };

type Request = {
  /** Boundaries between the parts of the period, in order. */
  readonly edges: readonly Date[];
  /** Maximum units to take in each part; defaults to all free units. */
  readonly maxUnits?: readonly number[];
  readonly occupancy: Occupancy;
  readonly quantityTotal: number;
};

/**
 * Allocates as many free units as possible in each part of a period, in as few pieces as possible. A piece whose
 * turnaround would overlap a booking ends a part earlier, so existing bookings never move.
 */
export function allocateUnits({ edges, maxUnits, occupancy, quantityTotal }: Request): Allocation[] {
  const free = freeUnits(edges, occupancy, quantityTotal);
  const levels = free.map((units, index) => Math.min(units, maxUnits?.[index] ?? units));
  // Later pieces first: a piece can only be shortened at its end, so an earlier one has to make room for a later one.
  const pieces = piecesOf(levels).sort((a, b) => b.from - a.from || b.to - a.to);
  const allocated: Allocation[] = [];
  for (const piece of pieces) {
    const allocation = shortenedToFit(piece, { edges, allocated, occupancy, quantityTotal });
    if (allocation) allocated.push(allocation);
  }
  return allocated.reverse();
}

/** Units free throughout each part, ignoring the turnaround after it. */
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

/** Parts from `from` (inclusive) to `to` (exclusive). */
type Piece = { from: number; to: number; quantity: number };

/** Decomposes a histogram of levels into horizontal bars, the widest at the bottom. */
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

type FitContext = Required<Omit<Request, "maxUnits">> & { readonly allocated: readonly Allocation[] };

function shortenedToFit(piece: Piece, { edges, allocated, occupancy, quantityTotal }: FitContext): Allocation | null {
  const startAt = edges[piece.from] as Date;
  const margin = occupancy.turnaroundMinutes * 60_000;
  const end = (edges[piece.to] as Date).getTime() + margin;
  const overlapping = [...occupancy.holds, ...allocated.map(asHold)].filter(
    (hold) => hold.startAt.getTime() < end && endOf(hold) + margin > startAt.getTime(),
  );
  for (let to = piece.to; to > piece.from; to--) {
    const endAt = edges[to] as Date;
    const request = {
      ...occupancy,
      holds: overlapping,
      period: { startAt, endAt },
      quantity: piece.quantity,
      quantityTotal,
    };
    if (hasRoom(request)) return { startAt, endAt, quantity: piece.quantity };
  }
  return null;
}

const asHold = (allocation: Allocation): Hold => ({
  ...allocation,
  id: "",
  expiresAt: null,
  releasedAt: null,
  forced: false,
});
