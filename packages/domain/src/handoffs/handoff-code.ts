import type { BookingStatus } from "../bookings/statuses.ts";
import { type BookingFacts, type BookingRefusal, refusalOf } from "../bookings/transitions.ts";
import { MINUTE } from "../kernel/duration.ts";
import type { PlanKind, Side } from "../planning/planned-times.ts";

/**
 * A handoff code is a time-based one-time password (RFC 6238, SHA-256): six digits computed from a key and the current
 * minute. The person who shows it needs the key and a clock, but no connection.
 */
const STEP_MS = MINUTE;
/** Digits are also accepted a minute early or late: clocks differ, and typing takes time. */
const TOLERANCE_STEPS = 1;
/** Digits up to this old are reported as expired instead of incorrect. */
const EXPIRED_STEPS = 15;
export const MAX_CODE_TRIES = 5;

const DIGITS = 6;

export const codeStepAt = (milliseconds: number): number => Math.floor(milliseconds / STEP_MS);

/** The first millisecond of a step. */
export const codeShownAt = (step: number): number => step * STEP_MS;

/** Until the digits change, at least 1. */
export const secondsToNextCode = (milliseconds: number): number =>
  Math.ceil((codeShownAt(codeStepAt(milliseconds) + 1) - milliseconds) / 1_000);

/** The message that the key signs for a step. */
export function codeMessage(step: number): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(8);
  new DataView(message.buffer).setBigUint64(0, BigInt(step));
  return message;
}

/** The digits of an HMAC-SHA-256: the last four bits say where the four bytes start that make the number. */
export function codeDigits(signature: Uint8Array): string {
  const offset = (signature.at(-1) ?? 0) & 0x0f;
  const { buffer, byteOffset, byteLength } = signature;
  const number = new DataView(buffer, byteOffset, byteLength).getUint32(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The stored state of one person's code for one handoff. */
export type CodeState = {
  readonly wrongTries: number;
  /** The step of the accepted digits. A used code is never accepted again. */
  readonly usedStep: number | null;
};

export const NEW_CODE: CodeState = { wrongTries: 0, usedStep: null };

/** `isShownAt` says whether the entered digits are those of a step. The caller compares them in constant time. */
type CodeAttempt = { readonly now: Date; readonly isShownAt: (step: number) => boolean };

type CodeOutcome = {
  readonly outcome: "accepted" | "wrong" | "expired" | "locked" | "used";
  readonly state: CodeState;
};

export const isCodeLocked = ({ wrongTries }: CodeState): boolean => wrongTries >= MAX_CODE_TRIES;

export const codeTriesLeft = ({ wrongTries }: CodeState): number => Math.max(0, MAX_CODE_TRIES - wrongTries);

/** Checks entered digits. Everything that is not accepted counts as a try, so that guessing ends after five. */
export function tryCode(state: CodeState, { now, isShownAt }: CodeAttempt): CodeOutcome {
  if (state.usedStep !== null) return { outcome: "used", state };
  if (isCodeLocked(state)) return { outcome: "locked", state };
  const current = codeStepAt(now.getTime());
  const usedStep = stepsBetween(current - TOLERANCE_STEPS, current + TOLERANCE_STEPS).find(isShownAt);
  if (usedStep !== undefined) return { outcome: "accepted", state: { ...state, usedStep } };
  const isExpired = stepsBetween(current - EXPIRED_STEPS, current - TOLERANCE_STEPS - 1).some(isShownAt);
  return { outcome: isExpired ? "expired" : "wrong", state: { ...state, wrongTries: state.wrongTries + 1 } };
}

const stepsBetween = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** The transition that a code confirms. */
const CODE_EVENTS = { pickup: "hand_over", return: "submit_return" } as const satisfies Record<PlanKind, string>;

/** The handoff that comes next and can be confirmed with a code. */
export function handoffToConfirm(status: BookingStatus): PlanKind | null {
  if (status === "scheduled") return "pickup";
  // A lost item can still be returned.
  return status === "in_possession" || status === "damaged_admin_review" ? "return" : null;
}

type CodeUse = { readonly kind: PlanKind; readonly actor: Side; readonly now: Date };

/** Why a person may not use a code for this handoff now. Showing and entering it have the same conditions. */
export const refusalOfCode = (facts: BookingFacts, { kind, actor, now }: CodeUse): BookingRefusal | null =>
  handoffToConfirm(facts.status) === kind
    ? refusalOf(facts, { event: CODE_EVENTS[kind], actor, now, isByCode: true })
    : "not_from_here";
