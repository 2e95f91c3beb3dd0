import { isWaitingForAdmin, lastHoldOf } from "@nexby/domain/deposits/deposit-holds";
import { lapsedDepositCents } from "@nexby/domain/deposits/lapsed-deposits";
import { recordRentalEvent } from "../../../platform/audit.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { notifyAdmins } from "../../accounts/public.ts";
import { findItemTitle } from "../bookings.queries.ts";
import { renewDeposit } from "./booking-payments.ts";
import { type StepContext, SYSTEM } from "./booking-state.ts";
import { refreshDerivedStatuses } from "./change-status.ts";

/** Notifies admins while they can still use the deposit. */
export async function warnOfLastHold({ tx, booking, snapshot, now }: StepContext): Promise<Booking> {
  await notifyAdmins(tx, {
    kind: "admin_deposit_ending",
    data: {
      bookingId: booking.id,
      item: await findItemTitle(tx, booking.itemId),
      amountCents: booking.depositCents,
      endsAt: (lastHoldOf(snapshot)?.authExpiresAt ?? now).toISOString(),
    },
  });
  return refreshDerivedStatuses(tx, booking, { depositWarnedAt: now });
}

/** A hold while an admin is awaited counts as a renewal, however it ended. */
export async function authorizeLapsedDeposit(context: StepContext): Promise<Booking> {
  const { tx, booking, snapshot } = context;
  await recordRentalEvent(tx, { bookingId: booking.id, eventType: "deposit_lapsed", metadata: { by: SYSTEM.role } });
  return renewDeposit(context, {
    isCounted: isWaitingForAdmin(snapshot),
    amountCents: lapsedDepositCents(snapshot),
  });
}

export async function reportLapsedDeposit({ tx, booking, snapshot, now }: StepContext): Promise<Booking> {
  await notifyAdmins(tx, {
    kind: "admin_deposit_lapsed",
    data: {
      bookingId: booking.id,
      item: await findItemTitle(tx, booking.itemId),
      amountCents: lapsedDepositCents(snapshot),
    },
  });
  return refreshDerivedStatuses(tx, booking, { depositLapsedAt: now });
}
