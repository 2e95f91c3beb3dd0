import { type Hold, hasRoom, loadSteps, type Occupancy, occupiedSpans, type Period } from "./occupancy.ts";

export type Taking = Period & { readonly quantity: number };

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
export function takeWhatIsFree({ edges, wanted, occupancy, quantityTotal }: Request): Taking[] {
  const free = freeUnits(edges, occupancy, quantityTotal);
  const levels = free.map((units, index) => Math.min(units, wanted?.[index] ?? units));
  // Later ones first: an earlier one can give way at its end, a later one could not at its beginning.
  const pieces = piecesOf(levels).sort((a, b) => b.from - a.from || b.to - a.to);
  const taken: Taking[] = [];
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

type Surroundings = Required<Omit<Request, "wanted">> & { readonly taken: readonly Taking[] };

function shortenedToFit(piece: Piece, { edges, taken, occupancy, quantityTotal }: Surroundings): Taking | null {
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

const asHold = (taking: Taking): Hold => ({ ...taking, id: "", expiresAt: null, releasedAt: null, forced: false });
