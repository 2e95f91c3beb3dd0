import {
  lastReports,
  PICKUP_PHASE,
  RETURN_PHASE,
  type ReportPhase,
  type ReportRole,
} from "../condition/condition-reports.ts";

/** A kind of piece in a kit, such as four tent poles. `priceCents` is what each missing one costs. */
export type Piece = { readonly name: string; readonly count: number; readonly priceCents: number };

/** How many pieces of a kind a person counted. */
export type CountedPiece = { readonly name: string; readonly count: number };

export const MAX_PIECES = 30;
export const MAX_PIECE_NAME = 60;
export const MAX_PIECE_COUNT = 500;

/** The largest claim a person can enter. */
export const MAX_CLAIM_CENTS = 10_000_000;

const sameName = (name: string) => name.trim().replace(/\s+/g, " ").toLowerCase();

/** Checklists name pieces, so two kinds can't have the same name. */
export const areNamedOnce = (pieces: readonly CountedPiece[]): boolean =>
  new Set(pieces.map(({ name }) => sameName(name))).size === pieces.length;

export const valueOfPieces = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { count, priceCents }) => sum + count * priceCents, 0);

/** All pieces of a unit together can't cost more than a new unit. Without a replacement value, than the largest claim. */
export const isKitTooExpensive = (pieces: readonly Piece[], replacementValueCents: number | null): boolean =>
  valueOfPieces(pieces) > (replacementValueCents || MAX_CLAIM_CENTS);

/** The pieces of all booked units. The renter agrees to them at checkout, and the booking keeps them. */
export const kitFor = (pieces: readonly Piece[], quantity: number): Piece[] =>
  pieces.map(({ name, count, priceCents }) => ({ name, count: count * quantity, priceCents }));

/** The counts in the kit's order. Null unless each piece is counted once and none more often than the kit has it. */
export function countsOfKit(kit: readonly Piece[], counted: readonly CountedPiece[]): CountedPiece[] | null {
  if (counted.length !== kit.length) return null;
  const counts = kit.flatMap(({ name, count: most }) => {
    const found = counted.find((piece) => piece.name === name);
    const isPossible = found && Number.isInteger(found.count) && found.count >= 0 && found.count <= most;
    return isPossible ? [{ name, count: found.count }] : [];
  });
  return counts.length === kit.length ? counts : null;
}

/** A condition report as far as pieces matter. Null if its author didn't count them. */
type PieceReport = {
  readonly byRole: ReportRole;
  readonly phase: ReportPhase;
  readonly pieces: readonly CountedPiece[] | null;
};

/**
 * The pieces that were there at pickup and aren't back, by each person's last count; reports are ordered by time.
 *
 * - Pickup: the lower count of the two, and the whole kit if nobody counted. Nobody pays for a piece that either person
 *   reported missing at pickup.
 * - Return: the owner's count, because the owner has the pieces. The renter's until then. Nothing is missing before one
 *   of them has counted.
 */
export function missingPieces(kit: readonly Piece[], reports: readonly PieceReport[]): Piece[] {
  const counted = reports.filter(({ pieces }) => pieces !== null);
  const atPickup = lastReports(counted, PICKUP_PHASE);
  const atReturn = lastReports(counted, RETURN_PHASE);
  const decisive = atReturn.find(({ byRole }) => byRole === "owner") ?? atReturn[0];
  return kit.flatMap((piece) => {
    const countIn = ({ pieces }: PieceReport) => pieces?.find(({ name }) => name === piece.name)?.count ?? piece.count;
    const received = Math.min(piece.count, ...atPickup.map(countIn));
    const count = decisive ? received - countIn(decisive) : 0;
    return count > 0 ? [{ ...piece, count }] : [];
  });
}

/** A suggestion: the owner can claim another amount, and an admin decides. */
export const claimForPieces = (missing: readonly Piece[]): number => Math.min(valueOfPieces(missing), MAX_CLAIM_CENTS);
