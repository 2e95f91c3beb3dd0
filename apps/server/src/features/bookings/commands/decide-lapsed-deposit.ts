import { allowedActionsOf } from "@nexby/domain/bookings/actions";
import { lapsedDepositCents } from "@nexby/domain/deposits/lapsed-deposits";
import { recordRentalEvent } from "../../../platform/audit.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { openDeposit, trySavedCard } from "../lifecycle/booking-payments.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { refreshDerivedStatuses } from "../lifecycle/change-status.ts";

type Decision = { adminId: string; reason: string };

function assertAllowed({ snapshot, now }: StepContext, action: "retry_deposit" | "give_up_deposit"): void {
  if (!allowedActionsOf(snapshot, "admin", now).includes(action)) throw new AppError("action_not_allowed");
}

/** The renter may have more money on the card, or a new limit. */
export async function retryDeposit(context: StepContext, { adminId, reason }: Decision): Promise<Booking> {
  assertAllowed(context, "retry_deposit");
  const { tx, booking, snapshot } = context;
  await recordDecision(context, "deposit_retried", { adminId, reason });
  const open = () => openDeposit(context, lapsedDepositCents(snapshot));
  const paymentId = await trySavedCard(context, snapshot.deposit?.id ?? null, open, { endsChallenge: true });
  return refreshDerivedStatuses(tx, booking, { depositPaymentId: paymentId });
}

/** The claim or fee is then collected without the deposit, and what nobody pays is written off. */
export async function giveUpDeposit(context: StepContext, { adminId, reason }: Decision): Promise<Booking> {
  assertAllowed(context, "give_up_deposit");
  const { tx, booking, now } = context;
  await recordDecision(context, "deposit_given_up", { adminId, reason });
  return refreshDerivedStatuses(tx, booking, { depositGivenUpAt: now, depositLapsedAt: null });
}

const recordDecision = (
  { tx, booking }: StepContext,
  eventType: "deposit_retried" | "deposit_given_up",
  { adminId, reason }: Decision,
) =>
  recordRentalEvent(tx, {
    bookingId: booking.id,
    actorId: adminId,
    eventType,
    notes: reason,
    metadata: { by: "admin" },
  });
