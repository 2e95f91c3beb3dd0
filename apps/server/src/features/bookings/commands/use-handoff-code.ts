import type { enterHandoffCode as enterContract, HandoffCodeView } from "@nexby/contract/bookings/booking-commands";
import type { ErrorCode } from "@nexby/contract/errors";
import { type CodeState, codeTriesLeft, isCodeLocked, NEW_CODE, tryCode } from "@nexby/domain/handoffs/handoff-code";
import type { PlanKind, Side } from "@nexby/domain/planning/planned-times";
import type { z } from "zod";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { recordRentalEvent } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import { readRealTime } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { assertCanUseCode, findHandoffCode, matcherOf, presentHandoffCode, saveHandoffCode } from "../handoff-codes.ts";
import { advanceBooking } from "../lifecycle/advance-booking.ts";
import { notifyAbout } from "../lifecycle/booking-notifications.ts";
import { loadContext, type StepContext } from "../lifecycle/booking-state.ts";
import { refreshDerivedStatuses, transitionBooking } from "../lifecycle/change-status.ts";
import { completePlan, otherSide } from "../lifecycle/planned-times.ts";
import { asRenterOrOwner, type RenterOrOwner } from "../run-booking-command.ts";
import { unitsToReturn } from "./mark-returned.ts";

type Deps = { payments: Pick<PaymentsPort, "environment">; secret: string };
type Entered = z.output<typeof enterContract.body>;
type ReturnDeps = Deps & {
  /** Records a return that both people confirmed. Returns the number of units that are still out. */
  returnByCode: (context: StepContext, actor: RenterOrOwner, entered: Entered) => Promise<number>;
};
type Result = { booking: Booking } | { refused: AppError };

/**
 * Confirms the handoff for both people with the other person's code. A refused code must stay counted, so the
 * transaction commits before the error is thrown.
 */
export async function enterHandoffCode(
  db: Db,
  deps: ReturnDeps,
  viewer: Viewer,
  { bookingId, ...entered }: Entered & { bookingId: string },
): Promise<Booking> {
  const result = await db.transaction(async (tx): Promise<Result> => {
    const context = await loadContext(tx, deps.payments, bookingId);
    return enterCode(context, asRenterOrOwner(context, viewer), entered, deps);
  });
  if ("refused" in result) throw result.refused;
  return result.booking;
}

async function enterCode(
  context: StepContext,
  actor: RenterOrOwner,
  entered: Entered,
  deps: ReturnDeps,
): Promise<Result> {
  const { tx, booking } = context;
  const { kind, code } = entered;
  const shownBy: Side = otherSide(actor.role);
  const name = { bookingId: booking.id, kind, shownBy };
  const stored = await findHandoffCode(tx, name);
  const isShownAt = matcherOf(deps.secret, name, stored, code);
  // The response to the first request was lost: the same person sends the accepted digits again.
  if (stored.usedStep !== null && isShownAt(stored.usedStep)) return { booking };

  assertCanUseCode(context, actor.role, kind);
  // Each partial return has a new code, so a repeated request must not count as a wrong one.
  if (kind === "return") unitsToReturn(context, actor, { ...entered, isByCode: true });
  const { outcome, state } = tryCode(stored, { now: await readRealTime(tx), isShownAt });
  if (outcome === "used") throw new AppError("action_not_allowed");
  if (outcome === "locked") return { refused: refusedCode(outcome, state) };
  await saveHandoffCode(tx, name, { ...state, renewals: stored.renewals });
  if (outcome !== "accepted") {
    if (isCodeLocked(state)) await lockCode(context, actor, kind);
    return { refused: refusedCode(outcome, state) };
  }

  await recordRentalEvent(tx, {
    bookingId: booking.id,
    actorId: actor.id,
    eventType: `${kind}_confirmed_by_code`,
    metadata: { by: actor.role, shownBy, step: state.usedStep },
  });
  const isOver = await confirmHandoff(context, actor, entered, deps);
  if (!isOver) await saveHandoffCode(tx, name, { ...NEW_CODE, renewals: stored.renewals + 1 });
  return { booking: (await advanceBooking(tx, deps.payments, booking.id)) ?? booking };
}

/** Takes effect at once: both people confirmed it, so nobody has to wait for the other one's answer. */
async function confirmHandoff(
  context: StepContext,
  actor: RenterOrOwner,
  entered: Entered,
  { returnByCode }: ReturnDeps,
): Promise<boolean> {
  if (entered.kind === "return") return (await returnByCode(context, actor, entered)) === 0;
  const { tx, booking, snapshot, now } = context;
  const changes = { actualPickupAt: now };
  await transitionBooking(tx, { booking, snapshot, now, event: "hand_over", actor, changes, isByCode: true });
  await completePlan(context, "pickup");
  return true;
}

/** Notifies the person who shows the code, because only they can renew it. The new version updates open pages. */
async function lockCode({ tx, booking }: StepContext, { role, id }: RenterOrOwner, kind: PlanKind): Promise<void> {
  const eventType = `${kind}_code_locked` as const;
  await recordRentalEvent(tx, { bookingId: booking.id, actorId: id, eventType, metadata: { by: role } });
  // Only the person who shows a code can renew it.
  await notifyAbout(tx, booking, [otherSide(role)], "handoff_code_locked", {});
  await refreshDerivedStatuses(tx, booking, {});
}

const REFUSALS = {
  wrong: ["wrong_handoff_code", "This code is incorrect."],
  expired: ["handoff_code_expired", "This code has expired. Enter the one that's shown now."],
} as const satisfies Record<string, readonly [ErrorCode, string]>;

function refusedCode(outcome: "wrong" | "expired" | "locked", state: CodeState): AppError {
  const left = codeTriesLeft(state);
  if (outcome === "locked" || left === 0) {
    const locked = new AppError("handoff_code_locked");
    return new AppError(locked.code, locked.message, { details: [{ field: "code", message: locked.message }] });
  }
  const [code, what] = REFUSALS[outcome];
  const message = `${what} You have ${left === 1 ? "1 try" : `${left} tries`} left.`;
  return new AppError(code, message, { details: [{ field: "code", message }] });
}

/** Replaces the viewer's own code once it is locked. Only the person who shows it can give the other one more tries. */
export function renewHandoffCode(db: Db, deps: Deps, viewer: Viewer, bookingId: string): Promise<HandoffCodeView> {
  return db.transaction(async (tx) => {
    const context = await loadContext(tx, deps.payments, bookingId);
    const shownBy: Side = asRenterOrOwner(context, viewer).role;
    const name = { bookingId: context.booking.id, kind: assertCanUseCode(context, shownBy), shownBy };
    const stored = await findHandoffCode(tx, name);
    // A repeated request must not replace a code that is on screen already.
    if (!isCodeLocked(stored)) return presentHandoffCode(deps.secret, name, stored);
    const renewed = { ...NEW_CODE, renewals: stored.renewals + 1 };
    await saveHandoffCode(tx, name, renewed);
    await refreshDerivedStatuses(tx, context.booking, {});
    return presentHandoffCode(deps.secret, name, renewed);
  });
}
