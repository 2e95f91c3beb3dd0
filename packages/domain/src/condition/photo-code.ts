import { INSPECTION_MS, plus } from "../bookings/deadlines.ts";
import { codeShownAt, isCodeLocked, tryCode } from "../handoffs/handoff-code.ts";
import { HOUR, MINUTE } from "../kernel/duration.ts";

/**
 * A photo code is computed like a handoff code, with a key of its own for each person and phase. One person shows it,
 * the other enters it in their condition report, and the report's photos carry it.
 */

/** A report made offline is sent later, but no report is accepted longer than this after its handoff. */
const MAX_AGE_MS = INSPECTION_MS;
/** Clocks differ. */
const MAX_AHEAD_MS = MINUTE;
/** Some people take the photos first, others enter the code first. */
const PHOTO_BEFORE_CODE_MS = HOUR;

type EnteredCode = {
  /** By the device that sends it. The digits must be those of this time. */
  readonly enteredAt: Date;
  readonly now: Date;
  /** An earlier report of the same person and phase has the same digits. */
  readonly isUsed: boolean;
  /** Whether the entered digits are those of a step. The caller compares them in constant time. */
  readonly isShownAt: (step: number) => boolean;
};

type PhotoCodeOutcome =
  | { readonly outcome: "accepted"; readonly shownAt: Date }
  | { readonly outcome: "wrong" | "expired" | "used" | "locked"; readonly wrongTries: number };

/** Checks entered digits. Used ones don't count as a try, because they are never accepted again. */
export function tryPhotoCode(wrongTries: number, { enteredAt, now, isUsed, isShownAt }: EnteredCode): PhotoCodeOutcome {
  const before = { wrongTries, usedStep: null };
  if (isCodeLocked(before)) return { outcome: "locked", wrongTries };
  if (isUsed) return { outcome: "used", wrongTries };
  const isTooOld = enteredAt < plus(now, -MAX_AGE_MS);
  const isInTime = !isTooOld && enteredAt <= plus(now, MAX_AHEAD_MS);
  const tried = tryCode(before, { now: enteredAt, isShownAt: (step) => isInTime && isShownAt(step) });
  const { usedStep } = tried.state;
  if (usedStep !== null) {
    return { outcome: "accepted", shownAt: new Date(Math.min(codeShownAt(usedStep), now.getTime())) };
  }
  return {
    outcome: isTooOld || tried.outcome === "expired" ? "expired" : "wrong",
    wrongTries: tried.state.wrongTries,
  };
}

/** A photo that arrived long before the code was shown wasn't taken when the two people met. */
export const canCarryCode = (photo: { readonly createdAt: Date }, shownAt: Date): boolean =>
  photo.createdAt >= plus(shownAt, -PHOTO_BEFORE_CODE_MS);
