import type { NotificationType } from "@nexby/contract/messaging/notifications";
import { depositPlan } from "@nexby/domain/bookings/payment-plan";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import type { Db } from "../../../platform/db/db.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { notifyAdmins } from "../../accounts/public.ts";
import { notify } from "../../notifications/public.ts";
import { findItemTitle } from "../bookings.queries.ts";

type Recipient = "renter" | "owner";
type NotificationRule = {
  /** The recipients of this change, or none. */
  to: (before: Booking, after: Booking) => readonly Recipient[];
  type: NotificationType;
  title: string;
  message: (title: string, booking: Booking) => string;
  actionPath?: (booking: Booking) => string;
};

const became = <Field extends keyof Booking>(field: Field, value: Booking[Field], ...to: Recipient[]) =>
  ((before, after) => (before[field] !== value && after[field] === value ? to : [])) satisfies NotificationRule["to"];

const otherThan = (role: Recipient | null): Recipient[] =>
  role === null ? [] : [role === "owner" ? "renter" : "owner"];

const isHandedOver = ({ status }: Booking) => status === "in_possession" || status === "return_submitted";

/** The page that pays a booking or confirms its deposit. */
export const checkoutPath = ({ id }: Booking): string => `/checkout/${id}`;

export const DEPOSIT_REMINDER_TITLE = "Confirm your deposit";

export function depositReminderText(title: string, { startAt, depositCents, timezone }: Booking): string {
  const { cancelAt } = depositPlan(startAt, startAt);
  const deadline = cancelAt.toLocaleString("en-US", { ...DEADLINE, timeZone: timezone });
  const amount = `$${decimalFromCents(cents(depositCents))}`;
  return `We couldn't hold the ${amount} deposit for ${title} on your card. Confirm it or use another card by ${deadline}, or the booking is canceled.`;
}

const DEADLINE = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

/** Notifications for changes other than booking transitions. */
const RULES: readonly NotificationRule[] = [
  {
    to: (before, after) =>
      after.status === "pending" ? [] : became("paymentStatus", "action_required", "renter")(before, after),
    type: "payment",
    title: "Your card was not charged",
    message: (title) => `We could not charge your card for ${title}. Please pay before the booking is called off.`,
    actionPath: checkoutPath,
  },
  {
    to: (before, after) => (after.depositReminders > before.depositReminders ? ["renter"] : []),
    type: "payment",
    title: DEPOSIT_REMINDER_TITLE,
    message: depositReminderText,
    actionPath: checkoutPath,
  },
  {
    // Until the deposit was placed once, reminders say so.
    to: (before, after) =>
      after.depositRenewals > 0 ? became("depositStatus", "action_required", "renter")(before, after) : [],
    type: "payment",
    title: "Your deposit could not be held",
    message: (title) => `We could not hold the deposit for ${title}. Please use another card.`,
    actionPath: checkoutPath,
  },
  {
    to: (before, after) =>
      isHandedOver(after) ? became("depositStatus", "action_required", "owner")(before, after) : [],
    type: "payment",
    title: "The deposit is no longer held",
    message: (title) => `The deposit for ${title} could not be held anew. The renter was asked for another card.`,
  },
  {
    to: became("depositStatus", "unsecured", "renter", "owner"),
    type: "payment",
    title: "The deposit is no longer held",
    message: (title) => `The deposit for ${title} could not be held anew.`,
  },
  {
    to: became("payoutStatus", "paid", "owner"),
    type: "payment",
    title: "You have been paid",
    message: (title) => `Your earnings from ${title} are on their way to your bank.`,
  },
  {
    to: became("payoutStatus", "failed", "owner"),
    type: "payment",
    title: "Your payout did not go through",
    message: (title) => `Your earnings from ${title} could not be sent. We try again tomorrow.`,
  },
  {
    to: became("rentalStatus", "overdue", "renter", "owner"),
    type: "system",
    title: "The return is overdue",
    message: (title) => `${title} has not come back yet.`,
  },
  {
    to: (before, after) =>
      after.status === "canceled" ? [] : became("rentalStatus", "no_show", "renter", "owner")(before, after),
    type: "system",
    title: "Did the rental take place?",
    message: (title) => `Nobody reported a handoff of ${title}. An admin will decide the refund.`,
  },
  {
    to: (before, after) => (after.handoffReminders > before.handoffReminders ? ["renter", "owner"] : []),
    type: "system",
    title: "Did the handoff take place?",
    message: (title) =>
      `Nobody marked ${title} as handed over. Open the booking to report what happened. Without a report, the rental counts as completed 48 hours after it ends.`,
  },
  {
    to: (before, after) =>
      before.noShowReportedAt === null && after.noShowReportedAt !== null ? otherThan(after.noShowReportedBy) : [],
    type: "system",
    title: "A no-show was reported",
    message: (title) => `You were reported as not having come for ${title}. You have 12 hours to say otherwise.`,
  },
  {
    to: (before, after) =>
      before.noShowContestedAt === null && after.noShowContestedAt !== null && after.noShowReportedBy !== null
        ? [after.noShowReportedBy]
        : [],
    type: "system",
    title: "Your report was contested",
    message: (title) => `The other side says that they came for ${title}. An administrator decides.`,
  },
  {
    to: (before, after) => (before.handoverObjectedAt === null && after.handoverObjectedAt !== null ? ["owner"] : []),
    type: "system",
    title: "The renter does not have it",
    message: (title) => `The renter says that they do not have ${title}. An administrator decides.`,
  },
  {
    to: (before, after) => (before.ownerHandedOverAt === null && after.ownerHandedOverAt !== null ? ["renter"] : []),
    type: "system",
    title: "Do you have it?",
    message: (title) =>
      `The owner says that you have ${title}. Please confirm, or say within two hours that you do not.`,
  },
];

export async function notifyStatusChange(tx: Db, before: Booking, after: Booking): Promise<void> {
  const notifications = RULES.flatMap((rule) => rule.to(before, after).map((recipient) => ({ recipient, rule })));
  const title = notifications.length > 0 ? await findItemTitle(tx, after.itemId) : "";
  for (const { recipient, rule } of notifications) {
    await notify(tx, {
      userId: recipient === "renter" ? after.renterId : after.ownerId,
      type: rule.type,
      title: rule.title,
      message: rule.message(title, after),
      actionUrl: rule.actionPath?.(after) ?? `/my-bookings/${after.id}`,
      data: { bookingId: after.id },
    });
  }
}

type AdminAlert = {
  isRaised: (booking: Booking) => boolean;
  title: string;
  message: (title: string) => string;
};

/** States in which a booking waits for an admin's decision. */
const ADMIN_ALERTS: readonly AdminAlert[] = [
  {
    isRaised: ({ status }) => status === "damaged_admin_review",
    title: "A claim waits for a decision",
    message: (title) => `There is a claim about ${title}. Its deposit and its owner's earnings wait for you.`,
  },
  {
    isRaised: ({ noShowContestedAt }) => noShowContestedAt !== null,
    title: "A no-show is contested",
    message: (title) => `Renter and owner do not agree on who came for ${title}. Please decide.`,
  },
  {
    isRaised: ({ handoverObjectedAt, status }) => handoverObjectedAt !== null && status === "scheduled",
    title: "A hand-over is contested",
    message: (title) => `Renter and owner do not agree on whether ${title} was handed over. Please decide.`,
  },
  {
    isRaised: ({ status, rentalStatus }) => rentalStatus === "no_show" && status !== "canceled",
    title: "A rental did not take place",
    message: (title) => `Nobody reported a handoff of ${title}, and the rental period is over. Please decide.`,
  },
];

export async function alertStuckBooking(tx: Db, before: Booking, after: Booking): Promise<void> {
  const alert = ADMIN_ALERTS.find(({ isRaised }) => isRaised(after) && !isRaised(before));
  if (!alert) return;
  await notifyAdmins(tx, {
    type: "system",
    title: alert.title,
    message: alert.message(await findItemTitle(tx, after.itemId)),
    actionUrl: `/my-bookings/${after.id}`,
    data: { bookingId: after.id },
  });
}
