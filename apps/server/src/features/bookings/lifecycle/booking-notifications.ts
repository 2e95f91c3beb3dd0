import type { NotificationKind } from "@nexby/contract/messaging/notifications";
import { depositPlan, postponed } from "@nexby/domain/bookings/payment-plan";
import { isUpcoming } from "@nexby/domain/bookings/scheduled-steps";
import type { BookingEvent } from "@nexby/domain/bookings/transitions";
import { localDate } from "@nexby/domain/kernel/calendar";
import type { Outage } from "@nexby/domain/kernel/outages";
import { firstDayFee } from "@nexby/domain/late-fees/late-fee";
import { isOfFoodTruck } from "@nexby/domain/pricing/food-truck-price";
import type { Db } from "../../../platform/db/db.ts";
import { findOutages } from "../../../platform/outages.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { recordBookingMessage } from "../../messaging/public.ts";
import { type BookingFacts, momentText, type NotificationEvent, notify } from "../../notifications/public.ts";
import { isKnownToOwner } from "../bookings.policy.ts";
import { findNames } from "../bookings.queries.ts";
import type { Actor } from "./booking-state.ts";

type Recipient = BookingFacts["to"];

/** Kinds whose data starts with a booking's facts. */
type BookingKind = {
  [Kind in NotificationKind]: NotificationEvent<Kind>["data"] extends BookingFacts ? Kind : never;
}[NotificationKind];

type Details<Kind extends BookingKind> = Omit<NotificationEvent<Kind>["data"], keyof BookingFacts>;

/** An event with everything it says besides the booking's own facts. */
type Announcement = {
  to: readonly Recipient[];
  about: (facts: BookingFacts) => NotificationEvent;
};

const announce = <Kind extends BookingKind>(
  to: readonly Recipient[],
  kind: Kind,
  details: Details<Kind>,
): Announcement => ({
  to,
  about: (facts) => ({ kind, data: { ...facts, ...details } }) as NotificationEvent,
});

const BOTH: readonly Recipient[] = ["renter", "owner"];

type StatusChange = {
  /** Null: only open pages are updated, no notification is sent. */
  event: BookingEvent | null;
  actor: Actor;
  /** Instant bookings need no owner decision, so the owner isn't sent a request. */
  isInstant: boolean;
  notes?: string | undefined;
};

const CHARGED: ReadonlySet<Booking["paymentStatus"]> = new Set([
  "captured",
  "partially_refunded",
  "refunded",
  "disputed",
  "charged_back",
]);

const canceled = (booking: Booking): Details<"booking_canceled"> => ({
  by: booking.canceledBy ?? "system",
  reason: booking.cancelReason,
  absent: booking.absentParty,
  policy: booking.policySnapshot,
  isCharged: CHARGED.has(booking.paymentStatus),
  isTakenByBank: booking.cancellation?.isTakenByBank ?? false,
  totalCents: booking.totalCents,
  refundCents: booking.cancellation?.refundCents ?? booking.totalCents,
  ownerKeepsCents: booking.ownerEarningsCents - (booking.cancellation?.shares.ownerCents ?? booking.ownerEarningsCents),
});

function announcementOf(booking: Booking, { event, actor, isInstant, notes }: StatusChange): Announcement | null {
  const { depositCents, totalCents, ownerEarningsCents: earnsCents, declineReason } = booking;
  const dueAt = booking.endAt.toISOString();
  switch (event) {
    case "authorize":
      return isInstant || booking.ownerDecisionDeadline === null
        ? null
        : announce(["owner"], "request_received", {
            earnsCents,
            deadline: booking.ownerDecisionDeadline.toISOString(),
          });
    case "approve":
      return announce(BOTH, "booking_approved", { isInstant, totalCents, earnsCents });
    case "decline":
      return announce(["renter"], "request_declined", {
        reason: actor.role === "owner" ? (declineReason ?? "") : null,
      });
    case "expire":
      return announce(["renter"], "request_expired", { wasSent: isKnownToOwner(booking) });
    case "cancel":
    case "cancel_for_missing_item":
    case "reject_handoff":
      return announce(BOTH, "booking_canceled", canceled(booking));
    case "schedule":
      return announce(BOTH, "handoff_scheduled", {
        exchangeType: booking.exchangeType,
        at: (booking.scheduledPickupAt ?? booking.startAt).toISOString(),
      });
    case "hand_over":
      return announce(BOTH, "handed_over", { dueAt });
    case "uphold_handoff":
      return announce(BOTH, "handoff_upheld", { dueAt, reason: notes ?? "" });
    case "submit_return":
      return announce(BOTH, "returned", { depositCents });
    case "close":
      return announce(BOTH, "rental_completed", { depositCents, earnsCents });
    case "claim_damage":
      return announce(BOTH, "claim_opened", {
        by: actor.role,
        claimCents: booking.claimCents ?? 0,
        isNamedByOwner: actor.role === "system" && booking.priceBreakdown.loss?.isNamedByOwner === true,
      });
    default:
      return null;
  }
}

/** Updates the open pages of renter and owner, and notifies those who didn't act themselves. */
export async function notifyRenterAndOwner(tx: Db, booking: Booking, change: StatusChange): Promise<void> {
  const isKnown = isKnownToOwner(booking);
  for (const userId of [booking.renterId, ...(isKnown ? [booking.ownerId] : [])]) {
    await publishEvent(tx, {
      audience: userAudience(userId),
      type: "booking_changed",
      data: { bookingId: booking.id },
    });
  }
  const announcement = announcementOf(booking, change);
  if (!announcement) return;
  const to = announcement.to.filter((side) => side !== change.actor.role && (side === "renter" || isKnown));
  await send(tx, booking, [{ ...announcement, to }]);
}

type Transition = { event: BookingEvent; actor: Actor; now: Date };

/** Adds the event to the conversation of renter and owner, with the owner's words to an approval. */
export async function recordInConversation(tx: Db, booking: Booking, { event, actor, now }: Transition): Promise<void> {
  if (!isKnownToOwner(booking)) return;
  const pickupAt = (booking.scheduledPickupAt ?? booking.startAt).toISOString();
  await recordBookingMessage(tx, booking, {
    event,
    by: actor.role,
    names: await findNames(tx, booking),
    pickupAt: momentText(pickupAt, booking.timezone),
    ownerMessage: event === "approve" && actor.role === "owner" ? booking.approvalMessage : null,
    now,
  });
}

const isHandedOver = ({ status }: Booking) => status === "in_possession" || status === "return_submitted";
const otherThan = (role: Recipient): Recipient => (role === "owner" ? "renter" : "owner");

/** A chargeback that was won leads back to a charged rental, which is no news. */
const BEFORE_CHARGE: readonly Booking["paymentStatus"][] = [
  "awaiting_payment",
  "authorized",
  "charge_scheduled",
  "action_required",
  "failed",
];

/** What happened besides a booking transition. */
function changesOf(before: Booking, after: Booking): (Announcement | false)[] {
  const became = <Field extends keyof Booking>(field: Field, value: Booking[Field]) =>
    before[field] !== value && after[field] === value;
  const happened = (
    field: "endangeredAt" | "noShowReportedAt" | "noShowContestedAt" | "handoverObjectedAt" | "ownerHandedOverAt",
  ) => before[field] === null && after[field] !== null;
  const { depositCents, totalCents, noShowReportedBy, endAt } = after;
  const hasLostDeposit = became("depositStatus", "action_required");
  const hasLapsed = before.depositLapsedAt === null && after.depositLapsedAt !== null;
  return [
    became("paymentStatus", "captured") &&
      BEFORE_CHARGE.includes(before.paymentStatus) &&
      announce(["renter"], "rental_charged", { totalCents }),
    became("paymentStatus", "action_required") &&
      after.status !== "pending" &&
      announce(["renter"], "charge_failed", { totalCents }),
    // Until the deposit was placed once, reminders say so.
    hasLostDeposit && after.depositRenewals > 0 && announce(["renter"], "deposit_renewal_failed", { depositCents }),
    hasLostDeposit && isHandedOver(after) && announce(["owner"], "deposit_renewal_failed", { depositCents }),
    hasLapsed && announce(BOTH, "deposit_renewal_failed", { depositCents }),
    became("depositStatus", "unsecured") && announce(BOTH, "deposit_lost", { depositCents }),
    became("payoutStatus", "paid") && announce(["owner"], "payout_sent", {}),
    became("payoutStatus", "failed") && announce(["owner"], "payout_failed", {}),
    became("rentalStatus", "overdue") &&
      announce(BOTH, "return_overdue", { dueAt: endAt.toISOString(), dailyFeeCents: dailyFeeOf(after) }),
    became("rentalStatus", "no_show") && after.status !== "canceled" && announce(BOTH, "rental_unreported", {}),
    after.handoffReminders > before.handoffReminders && announce(BOTH, "handoff_reminder", {}),
    happened("endangeredAt") && announce(BOTH, "booking_endangered", {}),
    became("endangeredAt", null) && isUpcoming(after) && announce(BOTH, "booking_safe", {}),
    happened("noShowReportedAt") &&
      noShowReportedBy !== null &&
      announce([otherThan(noShowReportedBy)], "no_show_reported", {}),
    happened("noShowContestedAt") && noShowReportedBy !== null && announce([noShowReportedBy], "no_show_contested", {}),
    happened("handoverObjectedAt") && announce(["owner"], "handoff_disputed", {}),
    happened("ownerHandedOverAt") && announce(["renter"], "handoff_marked", {}),
  ];
}

/** For all units; null if a late return costs nothing. */
export function dailyFeeOf({ priceBreakdown, chargeConsentAt, quantity }: Booking): number | null {
  const terms = chargeConsentAt === null ? null : (priceBreakdown.lateFee ?? null);
  return terms && firstDayFee(terms) * quantity;
}

const depositDetails = (
  { depositCents, startAt, endAt, approvedAt }: Booking,
  outages: readonly Outage[],
): Details<"deposit_reminder"> => ({
  depositCents,
  deadline: postponed(depositPlan(startAt, approvedAt ?? startAt), { outages, endAt }).cancelAt.toISOString(),
});

export async function notifyStatusChange(tx: Db, before: Booking, after: Booking): Promise<void> {
  const isReminded = after.depositReminders > before.depositReminders;
  const announcements = changesOf(before, after).filter((change) => change !== false);
  if (isReminded)
    announcements.push(announce(["renter"], "deposit_reminder", depositDetails(after, await findOutages(tx))));
  await send(tx, after, announcements);
}

async function send(tx: Db, booking: Booking, announcements: readonly Announcement[]): Promise<void> {
  if (announcements.every(({ to }) => to.length === 0)) return;
  const facts = await findFacts(tx, booking);
  const idOf = (side: Recipient) => (side === "renter" ? booking.renterId : booking.ownerId);
  const told = announcements.flatMap(({ to, about }) => to.map((side) => ({ userId: idOf(side), side, about })));
  // Two bookings of the same two people, in which their sides differ, would deadlock in another order.
  for (const { userId, side, about } of told.toSorted((one, other) => one.userId.localeCompare(other.userId))) {
    await notify(tx, userId, about({ ...facts, to: side }));
  }
}

/** What every notification about a booking can name. */
export async function findFacts(tx: Db, booking: Booking): Promise<Omit<BookingFacts, "to">> {
  return {
    bookingId: booking.id,
    ...(await findNames(tx, booking)),
    startDate: localDate(booking.startDate),
    endDate: localDate(booking.endDate),
    timezone: booking.timezone,
    isFoodTruck: isOfFoodTruck(booking.priceBreakdown),
  };
}

/** Tells these people what happened to a booking or a case of it. */
export const notifyAbout = <Kind extends BookingKind>(
  tx: Db,
  booking: Booking,
  to: readonly Recipient[],
  kind: Kind,
  details: Details<Kind>,
): Promise<void> => send(tx, booking, [announce(to, kind, details)]);

/** The same event for mails and texts, which are always for the renter. */
export const eventAbout = async <Kind extends BookingKind>(
  tx: Db,
  booking: Booking,
  kind: Kind,
  details: Details<Kind>,
): Promise<NotificationEvent> =>
  announce(["renter"], kind, details).about({ ...(await findFacts(tx, booking)), to: "renter" });

/** The reminder in the app; the mail and the text repeat it. */
export const depositReminder = async (tx: Db, booking: Booking): Promise<NotificationEvent> =>
  eventAbout(tx, booking, "deposit_reminder", depositDetails(booking, await findOutages(tx)));
