import type { NotificationType } from "@nexby/contract/messaging/notifications";
import type { BookingEvent } from "@nexby/domain/bookings/transitions";
import type { Db } from "../../../platform/db/db.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { notify } from "../../notifications/public.ts";
import { isKnownToOwner } from "../bookings.policy.ts";
import { findItemTitle } from "../bookings.queries.ts";
import type { Actor } from "./booking-state.ts";

type Recipient = "renter" | "owner";
type Notification = {
  to: readonly Recipient[];
  type: NotificationType;
  title: string;
  message: (title: string) => string;
};

/** Notifications per transition. The actor isn't notified of their own action. */
const NOTIFICATIONS: Partial<Record<BookingEvent, Notification>> = {
  authorize: {
    to: ["owner"],
    type: "booking_request",
    title: "New booking request",
    message: (title) => `Somebody would like to rent ${title}. Please answer before the deadline.`,
  },
  approve: {
    to: ["renter", "owner"],
    type: "booking_approved",
    title: "Booking approved",
    message: (title) => `The booking of ${title} is confirmed.`,
  },
  decline: {
    to: ["renter"],
    type: "booking_declined",
    title: "Booking declined",
    message: (title) => `Your request for ${title} was not accepted. Nothing was charged.`,
  },
  expire: {
    to: ["renter"],
    type: "booking_declined",
    title: "Request expired",
    message: (title) => `Your request for ${title} has expired. Nothing was charged.`,
  },
  cancel: {
    to: ["renter", "owner"],
    type: "system",
    title: "Booking canceled",
    message: (title) => `The booking of ${title} was canceled.`,
  },
  schedule: {
    to: ["renter", "owner"],
    type: "system",
    title: "Pickup is scheduled",
    message: (title) => `Everything is ready for ${title}.`,
  },
  hand_over: {
    to: ["renter", "owner"],
    type: "system",
    title: "Handed over",
    message: (title) => `${title} is with its renter now.`,
  },
  submit_return: {
    to: ["renter", "owner"],
    type: "system",
    title: "Returned",
    message: (title) => `${title} was returned. The owner has 48 hours to look at it.`,
  },
  close: {
    to: ["renter", "owner"],
    type: "system",
    title: "Rental completed",
    message: (title) => `The rental of ${title} is complete.`,
  },
  claim_damage: {
    to: ["renter", "owner"],
    type: "system",
    title: "A claim was made",
    message: (title) => `There is a claim about ${title}. We look at it and decide.`,
  },
  resolve: {
    to: ["renter", "owner"],
    type: "system",
    title: "Claim decided",
    message: (title) => `The claim about ${title} was decided.`,
  },
};

const addressFor = (recipient: Recipient, booking: Booking) =>
  recipient === "owner" && booking.status === "pending" ? "/booking-requests" : `/my-bookings/${booking.id}`;

type StatusChange = {
  /** Null: only open pages are updated, no notification is sent. */
  event: BookingEvent | null;
  actor: Actor;
  /** Instant bookings need no owner decision, so the owner isn't sent a request. */
  isInstant: boolean;
};

/** Updates the open pages of renter and owner, and notifies those who didn't act themselves. */
export async function notifyRenterAndOwner(
  tx: Db,
  booking: Booking,
  { event, actor, isInstant }: StatusChange,
): Promise<void> {
  const data = { bookingId: booking.id };
  const isKnown = isKnownToOwner(booking);
  for (const userId of [booking.renterId, ...(isKnown ? [booking.ownerId] : [])]) {
    await publishEvent(tx, { audience: userAudience(userId), type: "booking_changed", data });
  }
  const notification = event && NOTIFICATIONS[event];
  if (!notification || (event === "authorize" && isInstant)) return;
  const recipients = notification.to.filter(
    (recipient) => recipient !== actor.role && (recipient === "renter" || isKnown),
  );
  const title = recipients.length > 0 ? await findItemTitle(tx, booking.itemId) : "";
  for (const recipient of recipients) {
    await notify(tx, {
      userId: recipient === "renter" ? booking.renterId : booking.ownerId,
      type: notification.type,
      title: notification.title,
      message: notification.message(title),
      actionUrl: addressFor(recipient, booking),
      data,
    });
  }
}
