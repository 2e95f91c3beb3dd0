import { plus } from "../bookings/deadlines.ts";
import { codeShownAt, isCodeLocked, tryCode } from "../handoffs/handoff-code.ts";
import { HOUR, MINUTE } from "../kernel/duration.ts";

/**
 * A photo code is computed like a handoff code, with a key of its own for each person and phase. One person shows it,
 * the other enters it in their condition report, and the report's photos carry it.
 */

/** A report made without a connection is sent later. A code that is hours old says nothing about the moment. */
const MAX_AGE_MS = HOUR;
/** Allowed clock skew. */
const MAX_AHEAD_MS = MINUTE;
/** Some people take the photos first, others enter the code first. Photos arrive late without a connection. */
const PHOTO_AROUND_CODE_MS = HOUR;

type EnteredCode = {
  /** By the device that sends it. The digits must be those of this time. */
  readonly enteredAt: Date;
  readonly now: Date;
  /** When the phase of the report began. Nobody showed a code for it before. */
  readonly notBefore: Date;
  /** An earlier report of the same person and phase has the same digits. */
  readonly isUsed: boolean;
  /** Whether the entered digits are those of a step. The caller compares them in constant time. */
  readonly isShownAt: (step: number) => boolean;
};

type PhotoCodeOutcome =
  | { readonly outcome: "accepted"; readonly shownAt: Date }
  | { readonly outcome: "wrong" | "expired" | "used" | "locked"; readonly wrongTries: number };

/** Checks entered digits. Used ones don't count as a try, because they are never accepted again. */
export function tryPhotoCode(
  wrongTries: number,
  { enteredAt, now, notBefore, isUsed, isShownAt }: EnteredCode,
): PhotoCodeOutcome {
  const before = { wrongTries, usedStep: null };
  if (isCodeLocked(before)) return { outcome: "locked", wrongTries };
  if (isUsed) return { outcome: "used", wrongTries };
  const isTooOld = enteredAt < plus(now, -MAX_AGE_MS);
  const isInTime = !isTooOld && enteredAt <= plus(now, MAX_AHEAD_MS);
  // The minute in which the phase began counts.
  const isPossible = (step: number) => isInTime && codeShownAt(step + 1) > notBefore.getTime();
  const tried = tryCode(before, { now: enteredAt, isShownAt: (step) => isPossible(step) && isShownAt(step) });
  const { usedStep } = tried.state;
  if (usedStep !== null) {
    return { outcome: "accepted", shownAt: new Date(Math.min(codeShownAt(usedStep), now.getTime())) };
  }
  return {
    outcome: isTooOld || tried.outcome === "expired" ? "expired" : "wrong",
    wrongTries: tried.state.wrongTries,
  };
}

/** A photo that arrived long before or long after the code was shown wasn't taken when the two people met. */
export const canCarryCode = ({ createdAt }: { readonly createdAt: Date }, shownAt: Date): boolean =>
  createdAt >= plus(shownAt, -PHOTO_AROUND_CODE_MS) && createdAt <= plus(shownAt, PHOTO_AROUND_CODE_MS);
