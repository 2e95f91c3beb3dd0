import { ownerDecisionDeadline } from "@nexby/domain/bookings/deadlines";
import { missingDepositRules } from "@nexby/domain/bookings/payment-plan";
import {
  planOfDeposit,
  remindersDue,
  type SystemStep,
  supersededDepositToUse,
  supersededToRefund,
  supersededToUse,
  supersededToVoid,
} from "@nexby/domain/bookings/scheduled-steps";
import { isForLateItem } from "@nexby/domain/bookings/snapshot";
import { lastHoldOf } from "@nexby/domain/deposits/deposit-holds";
import { PLAN_KINDS } from "@nexby/domain/planning/planned-times";
import { recordRentalEvent } from "../../../platform/audit.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { assessBooking } from "../../fraud/public.ts";
import { holdUnits } from "../../inventory/public.ts";
import { arePeopleBlocked, lockPeople } from "../../messaging/public.ts";
import { getPlatformSettings } from "../../operations/public.ts";
import { findPayment, requestRefund } from "../../payments/public.ts";
import {
  approveExtension,
  captureExtension,
  expireExtension,
  stopExtension,
  submitExtension,
  voidExtension,
} from "../extensions/extension-steps.ts";
import {
  captureDeposit,
  captureDepositForClaim,
  captureRental,
  chargeRental,
  payOut,
  placeDeposit,
  refundRental,
  renewDeposit,
  renewHold,
  returnDeposit,
  settleBankRefund,
  settleDeposit,
} from "./booking-payments.ts";
import { type StepContext, SYSTEM } from "./booking-state.ts";
import { cancelWithRefund, LATE_ITEM, releaseUnits, voidPayments } from "./cancellation.ts";
import { refreshDerivedStatuses, transitionBooking } from "./change-status.ts";
import { closeBooking } from "./close-booking.ts";
import { chargeDamage, claimLoss, openDamagePayment, recordDamage } from "./damage-claims.ts";
import { approveBooking, recordMissingTax } from "./decide-request.ts";
import { authorizeLapsedDeposit, reportLapsedDeposit, warnOfLastHold } from "./deposit-holds.ts";
import {
  accrueLateFee,
  chargeLateFee,
  keepLateFee,
  recordLateFeeCharge,
  refundLateFee,
  stopLateFee,
  syncLateFeePayment,
  writeOffLateFee,
} from "./late-fees.ts";
import { voidLaterPayment } from "./later-charges.ts";
import { followNextBookings, keepUnits } from "./next-bookings.ts";
import { remindOfDamage, remindOfDeposit } from "./payment-reminders.ts";
import { completePlan, confirmFirstPickup, expireProposal } from "./planned-times.ts";

type Step = (context: StepContext) => Promise<Booking>;

/** The implementation of each system step. A step must leave the booking so that the same step isn't due again. */
export const STEPS: Record<SystemStep, Step> = {
  use_superseded_rental: ({ tx, booking, snapshot }) =>
    refreshDerivedStatuses(tx, booking, { rentalPaymentId: supersededToUse(snapshot)?.id ?? booking.rentalPaymentId }),
  use_superseded_deposit: ({ tx, booking, snapshot }) =>
    refreshDerivedStatuses(tx, booking, {
      depositPaymentId: supersededDepositToUse(snapshot)?.id ?? booking.depositPaymentId,
    }),
  refund_superseded: async ({ tx, payments, booking, snapshot, now }) => {
    for (const { id: paymentId, capturedCents, refundedCents } of supersededToRefund(snapshot, now)) {
      const amountCents = capturedCents - refundedCents;
      await requestRefund(tx, payments, { paymentId, amountCents, reason: "paid_twice" });
    }
    return booking;
  },
  void_superseded: async (context) => {
    await voidPayments(context, supersededToVoid(context.snapshot));
    return context.booking;
  },

  take_units_for_hold: async (context) => {
    const { tx, booking, snapshot } = context;
    if (await holdUnits(tx, booking.id, snapshot.rental?.authExpiresAt ?? null)) return booking;
    return expireBooking(context, "Someone else booked these dates first. Your card wasn't charged.");
  },
  assess_fraud: async ({ tx, booking, snapshot }) => {
    const payment = snapshot.rental && (await findPayment(tx, snapshot.rental.id));
    if (payment) await assessBooking(tx, booking, payment);
    return booking;
  },
  decline_for_fraud: declineBySystem,
  decline_for_suspension: declineBySystem,
  decline_for_block: declineBySystem,
  show_to_owner: async (context) => {
    const { tx, booking, snapshot, now } = context;
    // A block of this moment waits for this request, or is seen here.
    await lockPeople(tx, booking.renterId, booking.ownerId);
    if (await arePeopleBlocked(tx, booking.renterId, booking.ownerId)) return declineBySystem(context);
    await recordMissingTax(tx, booking, now);
    const { ownerDecisionHours: hours } = await getPlatformSettings(tx);
    const { startAt } = booking;
    const authExpiresAt = snapshot.rental?.authExpiresAt ?? now;
    const deadline = ownerDecisionDeadline({ now, startAt, authExpiresAt, hours });
    const changes = { ownerDecisionDeadline: deadline, paymentStatus: "authorized", authExpiresAt } as const;
    return transitionBooking(tx, { booking, snapshot, now, event: "authorize", actor: SYSTEM, changes });
  },
  expire_request: (context) => expireBooking(context, "The owner didn't reply in time"),
  approve_instantly: async (context) => {
    // Another renter's late return may block the units, and no owner decides about it here.
    const isAvailable = await holdUnits(context.tx, context.booking.id, null);
    return isAvailable
      ? approveBooking(context, SYSTEM, "")
      : expireBooking(context, "The item won't be back in time. Your card wasn't charged.");
  },
  expire_checkout: (context) => expireBooking(context, "The checkout wasn't finished in time"),
  renew_hold: renewHold,
  expire_review: (context) => expireBooking(context, "We couldn't finish reviewing the request in time"),

  capture_rental: captureRental,
  void_until_charge: async (context) => {
    await voidPayments(context, context.snapshot.rental ? [context.snapshot.rental] : []);
    return context.booking;
  },
  charge_rental: chargeRental,
  cancel_unpaid: (context) => cancelWithRefund(context, { actor: SYSTEM, as: "owner", reason: "payment_failed" }),

  confirm_pickup: confirmFirstPickup,
  expire_proposal: expireProposal,
  schedule: ({ tx, booking, snapshot, now }) =>
    transitionBooking(tx, { booking, snapshot, now, event: "schedule", actor: SYSTEM }),
  place_deposit: placeDeposit,
  remind_of_deposit: remindOfDeposit,
  cancel_without_deposit: (context) => {
    // Nobody can expect a deposit for an item that isn't there.
    if (isForLateItem(context.snapshot))
      return cancelWithRefund(context, { actor: SYSTEM, as: "admin", reason: LATE_ITEM });
    const as = missingDepositRules(context.booking.depositRemindedAt, planOfDeposit(context.snapshot).cancelAt);
    return cancelWithRefund(context, { actor: SYSTEM, as, reason: "deposit_failed", isBeforeStart: true });
  },
  cancel_for_missing_item: cancelForMissingItem,
  mark_endangered: markEndangered,
  mark_safe: markSafe,
  cancel_for_no_show: (context) => {
    // If the previous renter still has the item, nobody is at fault.
    if (isForLateItem(context.snapshot))
      return cancelWithRefund(context, { actor: SYSTEM, as: "admin", reason: LATE_ITEM });
    const as = context.booking.noShowReportedBy === "owner" ? "renter_no_show" : "owner_no_show";
    return cancelWithRefund(context, { actor: SYSTEM, as, reason: as });
  },
  remind_of_handoff: ({ tx, booking, snapshot, now }) =>
    refreshDerivedStatuses(tx, booking, { handoffReminders: remindersDue(snapshot, now) }),
  mark_missed: ({ tx, booking }) => refreshDerivedStatuses(tx, booking, { rentalStatus: "no_show" }),
  hand_over: async (context) => {
    const { tx, booking, snapshot, now } = context;
    await completePlan(context, "pickup");
    const changes = { actualPickupAt: booking.ownerHandedOverAt ?? now };
    return transitionBooking(tx, { booking, snapshot, now, event: "hand_over", actor: SYSTEM, changes });
  },

  void_extension: voidExtension,
  capture_extension: captureExtension,
  end_extension: stopExtension,
  request_extension: submitExtension,
  expire_extension: expireExtension,
  approve_extension: (context) => approveExtension(context, SYSTEM),
  mark_overdue: async ({ tx, booking }) => {
    await followNextBookings(tx, booking);
    return refreshDerivedStatuses(tx, booking, { rentalStatus: "overdue" });
  },
  keep_units_until_return: async (context) => {
    await keepUnits(context);
    return context.booking;
  },
  declare_lost: claimLoss,
  authorize_lapsed_deposit: authorizeLapsedDeposit,
  report_lapsed_deposit: reportLapsedDeposit,
  accrue_late_fee: accrueLateFee,
  stop_late_fee: stopLateFee,
  record_late_fee_charge: recordLateFeeCharge,
  refund_late_fee: refundLateFee,
  void_late_fee_payment: (context) => voidLaterPayment(context, context.snapshot.lateFee),
  charge_late_fee: chargeLateFee,
  write_off_late_fee: writeOffLateFee,
  sync_late_fee_payment: syncLateFeePayment,
  open_damage_payment: openDamagePayment,
  void_damage_payment: (context) => voidLaterPayment(context, context.snapshot.claim),
  charge_damage: chargeDamage,
  remind_of_damage: remindOfDamage,
  record_damage: recordDamage,
  keep_deposit_for_claim: captureDepositForClaim,
  renew_deposit: renewDeposit,
  warn_of_last_hold: warnOfLastHold,
  release_waiting_deposit: async (context) => {
    const hold = lastHoldOf(context.snapshot);
    await voidPayments(context, hold ? [hold] : []);
    return context.booking;
  },
  close: async (context) => {
    if (context.booking.status !== "scheduled") return closeBooking(context, SYSTEM, "close");
    for (const kind of PLAN_KINDS) await completePlan(context, kind);
    return closeBooking(context, SYSTEM, "close", {
      notes: "No handoff or problem was reported within 48 hours after the rental ended",
    });
  },

  void_rental: async (context) => {
    await voidPayments(context, context.snapshot.rental ? [context.snapshot.rental] : []);
    return context.booking;
  },
  refund_rental: refundRental,
  settle_bank_refund: settleBankRefund,
  void_deposit: releaseDeposit,
  keep_deposit: captureDeposit,
  settle_deposit: async (context) => keepLateFee({ ...context, booking: await settleDeposit(context) }),
  return_deposit_again: returnDeposit,
  pay_out: payOut,
};

async function declineBySystem(context: StepContext): Promise<Booking> {
  await releaseUnits(context);
  const { tx, booking, snapshot, now } = context;
  const changes = { declinedAt: now };
  return transitionBooking(tx, { booking, snapshot, now, event: "decline", actor: SYSTEM, changes });
}

async function releaseDeposit(context: StepContext): Promise<Booking> {
  await voidPayments(context, context.snapshot.deposit ? [context.snapshot.deposit] : []);
  return context.booking;
}

async function expireBooking(context: StepContext, notes: string): Promise<Booking> {
  await releaseUnits(context);
  const { tx, booking, snapshot, now } = context;
  return transitionBooking(tx, { booking, snapshot, now, event: "expire", actor: SYSTEM, notes });
}

/** Notifies both sides immediately. They can cancel with a full refund. */
async function markEndangered({ tx, booking, now }: StepContext): Promise<Booking> {
  await recordRentalEvent(tx, { bookingId: booking.id, eventType: "item_late", metadata: { by: SYSTEM.role } });
  return refreshDerivedStatuses(tx, booking, { endangeredAt: now });
}

async function markSafe({ tx, booking }: StepContext): Promise<Booking> {
  await recordRentalEvent(tx, { bookingId: booking.id, eventType: "item_back", metadata: { by: SYSTEM.role } });
  return refreshDerivedStatuses(tx, booking, { endangeredAt: null });
}

/** The renter gets everything back, and the cancellation is on nobody's record. */
function cancelForMissingItem(context: StepContext): Promise<Booking> {
  return cancelWithRefund(context, {
    actor: SYSTEM,
    as: "admin",
    reason: LATE_ITEM,
    event: "cancel_for_missing_item",
  });
}
