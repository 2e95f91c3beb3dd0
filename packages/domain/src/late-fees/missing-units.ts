import { endOf, type Hold } from "../bookings/occupancy.ts";

/** A hold of an item, as it was or is, and who has its units. */
export type ItemHold = Pick<Hold, "startAt" | "endAt" | "quantity"> & {
  readonly bookingId: string | null;
  /**
   * `missing`: not returned after its grace period, or lost. `out`: with a renter, or used by the owner. `waiting`: an
   * approved booking that hasn't been handed over.
   */
  readonly state: "missing" | "out" | "waiting";
  /** Missing units that are considered lost. */
  readonly isLost: boolean;
  readonly approvedAt: Date | null;
};

/** The effect on a booking of units that others didn't return. */
export type Shortage = {
  /** Too few units are left for it because of units that are still missing. */
  readonly isNow: boolean;
  /** Some of these are considered lost. */
  readonly isLost: boolean;
  /** Too few units were left at its start. */
  readonly atStart: boolean;
  /** Too few units were left during all of its period. */
  readonly throughout: boolean;
};

const isAt = (hold: ItemHold, at: number) => hold.startAt.getTime() <= at && at < endOf(hold);
const unitsAt = (holds: readonly ItemHold[], at: number) =>
  holds.reduce((units, hold) => units + (isAt(hold, at) ? hold.quantity : 0), 0);

/** The instants in a hold's period at which the units in use can change, from its start on. */
const instantsOf = (own: ItemHold, others: readonly ItemHold[]): number[] => [
  own.startAt.getTime(),
  ...others
    .flatMap((hold) => [hold.startAt.getTime(), endOf(hold)])
    .filter((at) => own.startAt.getTime() < at && at < endOf(own)),
];

/** For each of these instants, whether missing units leave too few for the hold. */
const lacksAt = (own: ItemHold, others: readonly ItemHold[], quantityTotal: number): boolean[] => {
  const missing = others.filter(({ state }) => state === "missing");
  return instantsOf(own, others).map(
    (at) => unitsAt(missing, at) > 0 && unitsAt(others, at) + own.quantity > quantityTotal,
  );
};

/** Bookings approved first get the units that are there. */
const byPrecedence = (one: ItemHold, other: ItemHold): number =>
  (one.approvedAt?.getTime() ?? 0) - (other.approvedAt?.getTime() ?? 0) ||
  ((one.bookingId ?? "") < (other.bookingId ?? "") ? -1 : 1);

/** Everything that takes units before this booking does: units that are gone, and earlier bookings that get theirs. */
function takenBefore(own: ItemHold, holds: readonly ItemHold[], quantityTotal: number): ItemHold[] {
  const taken = holds.filter(({ state }) => state !== "waiting");
  const earlier = holds
    .filter((hold) => hold.state === "waiting" && hold !== own && byPrecedence(hold, own) < 0)
    .toSorted(byPrecedence);
  for (const hold of earlier) if (!lacksAt(hold, taken, quantityTotal).includes(true)) taken.push(hold);
  return taken;
}

/** Null for a booking that isn't waiting for its handoff. All holds are of its item. */
export function shortageOf(bookingId: string, holds: readonly ItemHold[], quantityTotal: number): Shortage | null {
  const own = holds.find((hold) => hold.state === "waiting" && hold.bookingId === bookingId);
  if (!own) return null;
  const lacked = lacksAt(own, takenBefore(own, holds, quantityTotal), quantityTotal);
  const still = holds.filter(({ state, endAt }) => state !== "missing" || endAt === null);
  const isNow = lacksAt(own, takenBefore(own, still, quantityTotal), quantityTotal).includes(true);
  const isLost = isNow && still.some((hold) => hold.isLost && hold.startAt.getTime() < endOf(own));
  return { isNow, isLost, atStart: lacked[0] === true, throughout: !lacked.includes(false) };
}
