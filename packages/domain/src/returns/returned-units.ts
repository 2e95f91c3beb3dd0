import type { Side } from "../planning/planned-times.ts";

/** Units of a booking that came back together. */
export type ReturnedUnits = { readonly units: number; readonly at: Date };

/** A return of some or all of several units, as one person marked it. */
export type UnitReturn = ReturnedUnits & {
  readonly id: string;
  readonly byRole: Side;
  readonly isByCode: boolean;
  readonly notes: string | null;
  /** The condition report that its author sent before it. */
  readonly reportId: string | null;
  /** When the owner confirmed a return that the renter marked, or both confirmed it with a code. */
  readonly confirmedAt: Date | null;
};

export const unitsOf = (returns: readonly Pick<ReturnedUnits, "units">[]): number =>
  returns.reduce((sum, { units }) => sum + units, 0);

type Rental = { readonly quantity: number; readonly returns: readonly UnitReturn[]; readonly returnedAt: Date | null };

/** Units that nobody marked as returned. */
export const unitsOut = ({ quantity, returns, returnedAt }: Rental): number =>
  returnedAt === null ? quantity - unitsOf(returns) : 0;

/** The owner says that they have these units. */
const isWithOwner = ({ byRole, confirmedAt }: UnitReturn) => byRole === "owner" || confirmedAt !== null;

/**
 * The units that a claim for a loss is about: those still out. If the renter says that all are back, those whose return
 * the owner didn't confirm.
 */
export function lostUnits(rental: Rental): number {
  const out = unitsOut(rental);
  if (out > 0) return out;
  const unconfirmed = rental.quantity - unitsOf(rental.returns.filter(isWithOwner));
  return unconfirmed > 0 ? unconfirmed : rental.quantity;
}

/** The renter marked these units as returned, and the owner hasn't said that they have them. */
export const canConfirmUnits = ({ returns }: Pick<Rental, "returns">, returnId: string): boolean =>
  returns.some((one) => one.id === returnId && !isWithOwner(one));

export const hasUnconfirmedUnits = ({ returns }: Pick<Rental, "returns">): boolean =>
  returns.some((one) => !isWithOwner(one));
