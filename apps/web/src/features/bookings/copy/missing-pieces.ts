import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { claimForPieces } from "@nexby/domain/listings/kit";
import { pieceCopy } from "../../../components/rental/copy.ts";

/** Warns an owner who is about to give up the claim for missing pieces. Null if none is missing. */
export function missingWarning(missing: BookingDetailView["missingPieces"]): string | null {
  if (missing.length === 0) return null;
  const pieces = missing.map(({ name, count }) => `${count} × ${name}`).join(", ");
  return `By the last count, ${pieces} didn’t come back. To get paid for them, claim damage instead.`;
}

/** The amount to suggest for missing pieces, as typed, and what it is for. Null if nothing costs anything. */
export function missingCopy(missing: BookingDetailView["missingPieces"]): { amount: string; hint: string } | null {
  const claimCents = claimForPieces(missing);
  if (claimCents === 0) return null;
  const pieces = missing.map((piece) => pieceCopy(piece).join(": "));
  return { amount: (claimCents / 100).toFixed(2), hint: `Missing pieces: ${pieces.join("; ")}.` };
}
