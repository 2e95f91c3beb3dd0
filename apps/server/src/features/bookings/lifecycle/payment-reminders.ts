import { isUpcoming } from "@nexby/domain/bookings/scheduled-steps";
import { owedOf } from "@nexby/domain/late-fees/late-fee-collection";
import { declineText } from "@nexby/domain/payments/payment-status";
import type { Db } from "../../../platform/db/db.ts";
import type { Email } from "../../../platform/email/render-email.ts";
import { enqueueJob, type JobHandler } from "../../../platform/jobs/job.ts";
import type { Booking } from "../../../schema/bookings.ts";
import type { DamageClaimRow } from "../../../schema/damage.ts";
import { deliverLetter, type NotificationEvent, textsOf } from "../../notifications/public.ts";
import { findPayment, type Payment } from "../../payments/public.ts";
import { findBooking } from "../bookings.queries.ts";
import { findDamageClaim, swapDamageClaim } from "../damage-claims.queries.ts";
import { findLateFee } from "../late-fees.queries.ts";
import { depositReminder, eventAbout, notifyAbout } from "./booking-notifications.ts";
import type { StepContext } from "./booking-state.ts";
import { refreshDerivedStatuses } from "./change-status.ts";

export const SEND_DEPOSIT_REMINDER = "send_deposit_reminder";

/** Reminds the renter in the app at once; a job sends the mail. Several failed attempts at once are one reminder. */
export async function remindOfDeposit({ tx, booking, now }: StepContext): Promise<Booking> {
  const { id: entityId, depositTries: depositReminders } = booking;
  const key = String(depositReminders);
  await enqueueJob(tx, { type: SEND_DEPOSIT_REMINDER, entityType: "booking", entityId, key });
  const depositRemindedAt = booking.depositRemindedAt ?? now;
  return refreshDerivedStatuses(tx, booking, { depositReminders, depositRemindedAt });
}

/** The link opens the page that confirms the deposit. No mail is sent once the deposit is held. */
export const sendDepositReminder = (siteUrl: string): JobHandler => ({
  inTransaction: async (tx, { entityId }) => {
    const booking = await findBooking(tx, entityId);
    if (!booking?.depositPaymentId || !isUpcoming(booking) || booking.depositStatus === "secured") return;
    const payment = await findPayment(tx, booking.depositPaymentId);
    if (!payment) return;
    const event = await depositReminder(tx, booking);
    await mailPayer(tx, siteUrl, {
      booking,
      event,
      payment,
      label: "Confirm the deposit",
      note: MODES[payment.capture],
    });
  },
});

const MODES = {
  manual: "The deposit is a hold, not a charge. We release it after the return.",
  automatic: "We'll charge the deposit now and refund it after the return.",
} as const;

export const SEND_LATE_FEE_REMINDER = "send_late_fee_reminder";

/** Tells the renter in the app at once; a job sends the mail. Once after each declined charge. */
export async function remindOfLateFee({ tx, booking, snapshot }: StepContext): Promise<void> {
  const { lateFee } = snapshot;
  if (!lateFee?.payBy) return;
  const details = reminderOf(booking, owedOf(lateFee), lateFee.payBy);
  await notifyAbout(tx, booking, ["renter"], "late_fee_failed", details);
  const key = String(lateFee.chargeTries);
  await enqueueJob(tx, { type: SEND_LATE_FEE_REMINDER, entityType: "booking", entityId: booking.id, key });
}

const reminderOf = ({ depositCents }: Booking, feeCents: number, payBy: Date) => ({
  feeCents,
  until: payBy.toISOString(),
  hasDeposit: depositCents > 0,
});

async function findUnpaid(tx: Db, bookingId: string) {
  const [booking, fee] = [await findBooking(tx, bookingId), await findLateFee(tx, bookingId)];
  const isUnpaid = fee?.status === "calculated" && fee.paymentStatus === "failed";
  return booking && isUnpaid && fee.payBy && fee.paymentId
    ? { booking, payBy: fee.payBy, paymentId: fee.paymentId }
    : null;
}

/** The link opens the page that pays the fee. No mail is sent once it is paid or waived. */
export const sendLateFeeReminder = (siteUrl: string): JobHandler => ({
  inTransaction: async (tx, { entityId }) => {
    const unpaid = await findUnpaid(tx, entityId);
    if (!unpaid) return;
    const { booking, payBy, paymentId } = unpaid;
    const event = await eventAbout(tx, booking, "late_fee_failed", reminderOf(booking, booking.lateFeeCents, payBy));
    const payment = await findPayment(tx, paymentId);
    await mailPayer(tx, siteUrl, { booking, event, payment, label: "Pay the late fee" });
  },
});

type PaymentRequest = {
  booking: Booking;
  event: NotificationEvent;
  payment: Pick<Payment, "failureReason"> | null;
  /** On the button. */
  label: string;
  note?: string;
};

/** Repeats a notification with the reason of the last decline and a link to the page that pays. */
async function mailPayer(tx: Db, siteUrl: string, { booking, event, payment, label, note }: PaymentRequest) {
  const { title, message } = textsOf(event);
  const url = `${siteUrl}/checkout/${booking.id}`;
  const paragraphs = [message, declineText(payment?.failureReason ?? null), note ?? null];
  const letter: Email = {
    title,
    paragraphs: paragraphs.filter((paragraph) => paragraph !== null),
    action: { label, url },
  };
  await deliverLetter(tx, booking.renterId, event, { letter, text: `${message} ${url}` });
}

export const SEND_DAMAGE_REMINDER = "send_damage_reminder";

const mailLater = (tx: Db, entityId: string, key: string) =>
  enqueueJob(tx, { type: SEND_DAMAGE_REMINDER, entityType: "booking", entityId, key });

/** Tells both sides what was decided. The renter also gets a mail before their card is charged. */
export async function announceDecision(tx: Db, booking: Booking, claim: DamageClaimRow): Promise<void> {
  await notifyAbout(tx, booking, ["renter", "owner"], "claim_decided", decisionOf(claim));
  if (claim.cardCents > 0) await mailLater(tx, booking.id, "notice");
}

const decisionOf = ({ depositCents, cardCents, chargeableAt, decisionReason }: DamageClaimRow) => ({
  damageCents: depositCents + cardCents,
  cardCents,
  chargeAt: chargeableAt?.toISOString() ?? null,
  reason: decisionReason ?? "",
});

const failureOf = ({ cardCents, payBy }: { cardCents: number; payBy: Date | null }) => ({
  cardCents,
  until: (payBy ?? new Date(0)).toISOString(),
});

/** Tells the renter in the app at once; a job sends the mail. Once after each attempt that failed. */
export async function remindOfDamage({ tx, booking, snapshot }: StepContext): Promise<Booking> {
  const { claim } = snapshot;
  if (!claim?.payBy) return booking;
  const { chargeTries: reminders } = claim;
  await swapDamageClaim(tx, booking.id, claim.status, { reminders });
  await notifyAbout(tx, booking, ["renter"], "damage_failed", failureOf(claim));
  await mailLater(tx, booking.id, String(reminders));
  return refreshDerivedStatuses(tx, booking, {});
}

/** The link opens the page that pays. No mail is sent once nothing is to be paid. */
export const sendDamageReminder = (siteUrl: string): JobHandler => ({
  inTransaction: async (tx, { entityId }) => {
    const [booking, claim] = [await findBooking(tx, entityId), await findDamageClaim(tx, entityId)];
    if (!booking || claim?.status !== "decided" || claim.paymentId === null) return;
    const event =
      claim.payBy === null
        ? await eventAbout(tx, booking, "claim_decided", decisionOf(claim))
        : await eventAbout(tx, booking, "damage_failed", failureOf(claim));
    const payment = await findPayment(tx, claim.paymentId);
    await mailPayer(tx, siteUrl, { booking, event, payment, label: "Pay for the damage" });
  },
});
