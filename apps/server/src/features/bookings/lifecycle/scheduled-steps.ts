import { ownerDecisionDeadline } from "@nexby/domain/bookings/deadlines";
import {
  formerDepositToTake,
  formerToLetGo,
  formerToRefund,
  formerToTake,
  type SystemStep,
} from "@nexby/domain/bookings/scheduled-steps";
import { DAY } from "@nexby/domain/kernel/duration";
import type { Booking } from "../../../schema/bookings.ts";
import { assessBooking } from "../../fraud/public.ts";
import { keepOverdueUnits, keepUnits } from "../../inventory/public.ts";
import { getSettings } from "../../operations/public.ts";
import { askForRefund, findPayment } from "../../payments/public.ts";
import {
  captureRental,
  chargeRental,
  keepDeposit,
  keepDepositForClaim,
  leaveRentalToBank,
  payOut,
  placeDeposit,
  refundRental,
  renewDeposit,
  renewHold,
  returnDeposit,
  settleDeposit,
} from "./booking-payments.ts";
import { type StepContext, SYSTEM } from "./booking-state.ts";
import { callOff, letGo, letUnitsGo } from "./cancellation.ts";
import { followBooking, moveBookingStatus } from "./change-status.ts";
import { approval, closing, completePickup, confirmPickupOf, noteMissingTax } from "./transitions.ts";

type Step = (context: StepContext) => Promise<Booking>;

/** How each step of the system is done. Each leaves the booking so that the same step is not due again. */
export const STEPS: Record<SystemStep, Step> = {
  take_former: ({ tx, booking, life }) =>
    followBooking(tx, booking, { rentalPaymentId: formerToTake(life)?.id ?? booking.rentalPaymentId }),
  take_former_deposit: ({ tx, booking, life }) =>
    followBooking(tx, booking, { depositPaymentId: formerDepositToTake(life)?.id ?? booking.depositPaymentId }),
  refund_former: async ({ tx, environment, booking, life, now }) => {
    for (const { id: paymentId, capturedCents, refundedCents } of formerToRefund(life, now)) {
      const amountCents = capturedCents - refundedCents;
      await askForRefund(tx, environment, { paymentId, amountCents, reason: "paid_twice" });
    }
    return booking;
  },
  let_former_go: async (context) => {
    await letGo(context, formerToLetGo(context.life));
    return context.booking;
  },

  take_units_for_hold: async (context) => {
    const { tx, booking, life } = context;
    if (await keepUnits(tx, booking.id, life.rental?.authExpiresAt ?? null)) return booking;
    return expired(context, "Somebody else was quicker. Nothing was charged");
  },
  assess_fraud: async ({ tx, booking, life }) => {
    const payment = life.rental && (await findPayment(tx, life.rental.id));
    if (payment) await assessBooking(tx, booking, payment);
    return booking;
  },
  decline_for_fraud: async (context) => {
    await letUnitsGo(context);
    const { tx, booking, life, now } = context;
    return moveBookingStatus(tx, { booking, life, now, event: "decline", actor: SYSTEM, changes: { declinedAt: now } });
  },
  show_to_owner: async ({ tx, booking, life, now }) => {
    await noteMissingTax(tx, booking, now);
    const { ownerDecisionHours: hours } = await getSettings(tx);
    const { startAt } = booking;
    const authExpiresAt = life.rental?.authExpiresAt ?? now;
    const deadline = ownerDecisionDeadline({ now, startAt, authExpiresAt, hours });
    const changes = { ownerDecisionDeadline: deadline, paymentStatus: "authorized", authExpiresAt } as const;
    return moveBookingStatus(tx, { booking, life, now, event: "authorize", actor: SYSTEM, changes });
  },
  expire_request: (context) => expired(context, "The owner did not answer in time"),
  approve_instantly: async (context) => {
    // A late return of somebody else's may be in the way by now, and nobody is there to wait for it.
    const isFree = await keepUnits(context.tx, context.booking.id, null);
    return isFree
      ? approval(context, SYSTEM, "")
      : expired(context, "The item is not back in time. Nothing was charged");
  },
  expire_checkout: (context) => expired(context, "The checkout was not finished in time"),
  renew_hold: renewHold,
  expire_review: (context) => expired(context, "The request could not be accepted in time"),

  capture_rental: captureRental,
  let_hold_go_until_charge: async (context) => {
    await letGo(context, context.life.rental ? [context.life.rental] : []);
    return context.booking;
  },
  charge_rental: chargeRental,
  call_off_unpaid: (context) => callOff(context, { actor: SYSTEM, as: "owner", reason: "payment_failed" }),

  confirm_pickup: (context) => confirmPickupOf(context, SYSTEM),
  schedule: ({ tx, booking, life, now }) =>
    moveBookingStatus(tx, { booking, life, now, event: "schedule", actor: SYSTEM }),
  place_deposit: placeDeposit,
  call_off_without_deposit: (context) =>
    callOff(context, { actor: SYSTEM, as: "renter", reason: "deposit_failed", isBeforeStart: true }),
  call_off_no_show: (context) => {
    const as = context.booking.noShowReportedBy === "owner" ? "renter_no_show" : "owner_no_show";
    return callOff(context, { actor: SYSTEM, as, reason: as });
  },
  mark_missed: ({ tx, booking }) => followBooking(tx, booking, { rentalStatus: "no_show" }),
  hand_over: async (context) => {
    const { tx, booking, life, now } = context;
    await completePickup(context);
    const changes = { actualPickupAt: booking.ownerHandedOverAt ?? now };
    return moveBookingStatus(tx, { booking, life, now, event: "hand_over", actor: SYSTEM, changes });
  },

  mark_overdue: ({ tx, booking }) => followBooking(tx, booking, { rentalStatus: "overdue" }),
  keep_units_while_overdue: async ({ tx, booking, now }) => {
    const { id: bookingId, itemId: listingId, renterId: renterUserId, quantity, endAt } = booking;
    const to = new Date(now.getTime() + DAY);
    await keepOverdueUnits(tx, { bookingId, listingId, renterUserId, quantity, from: endAt, to });
    return booking;
  },
  declare_lost: ({ tx, booking, life, now }) => {
    const changes = {
      rentalStatus: "lost",
      claimCents: booking.depositCents || 1,
      claimNotes: "Not returned",
    } as const;
    return moveBookingStatus(tx, { booking, life, now, event: "claim_damage", actor: SYSTEM, changes });
  },
  keep_deposit_for_claim: keepDepositForClaim,
  renew_deposit: renewDeposit,
  close: (context) => closing(context, SYSTEM, "close"),

  let_rental_go: async (context) => {
    await letGo(context, context.life.rental ? [context.life.rental] : []);
    return context.booking;
  },
  refund_rental: refundRental,
  leave_refund_to_bank: leaveRentalToBank,
  let_deposit_go: async (context) => {
    await letGo(context, context.life.deposit ? [context.life.deposit] : []);
    return context.booking;
  },
  keep_deposit: keepDeposit,
  settle_deposit: settleDeposit,
  return_deposit_again: returnDeposit,
  pay_out: payOut,
};

async function expired(context: StepContext, notes: string): Promise<Booking> {
  await letUnitsGo(context);
  const { tx, booking, life, now } = context;
  return moveBookingStatus(tx, { booking, life, now, event: "expire", actor: SYSTEM, notes });
}
