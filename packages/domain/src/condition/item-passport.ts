import type { ReportPhase } from "./condition-reports.ts";

/** A scratch or another mark that a report describes. */
type Mark = {
  readonly id: string;
  readonly bookingId: string;
  readonly phase: ReportPhase;
  readonly description: string;
  /** When the second person confirmed the report; null while only one person says so. */
  readonly agreedAt: Date | null;
};

type Confirmations = { readonly renterAt: Date | null; readonly ownerAt: Date | null };

/** When both people confirmed; null until then. */
export const agreedAt = ({ renterAt, ownerAt }: Confirmations): Date | null => {
  if (renterAt === null || ownerAt === null) return null;
  return renterAt > ownerAt ? renterAt : ownerAt;
};

/** Marks without their spacing and case, so that the same words are listed once. */
const sameWords = (description: string) => description.trim().replace(/\s+/g, " ").toLowerCase();

/**
 * Marks known before a rental: agreed on in other bookings of the item, before this one's handoff. Nobody pays for
 * them again.
 */
export function knownMarks<M extends Mark>(
  marks: readonly M[],
  { bookingId, before }: { bookingId: string; before: Date | null },
): M[] {
  const known = new Map<string, M>();
  const earlier = marks
    .filter((mark) => mark.bookingId !== bookingId && mark.agreedAt !== null)
    .filter(({ agreedAt: at }) => before === null || (at !== null && at <= before))
    .toSorted((one, other) => Number(one.agreedAt) - Number(other.agreedAt));
  for (const mark of earlier) {
    const words = sameWords(mark.description);
    if (!known.has(words)) known.set(words, mark);
  }
  return [...known.values()];
}
