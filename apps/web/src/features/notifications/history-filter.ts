import type { NotificationType } from "@nexby/contract/notifications";
import type { HistoryFilter } from "./api/history.ts";

export const TYPE_LABELS: Record<NotificationType, string> = {
  booking_request: "Booking requests",
  booking_approved: "Approved bookings",
  booking_declined: "Declined bookings",
  message: "Messages",
  payment: "Payments",
  system: "Your account",
  other: "Other",
};

export const READ_LABELS = { false: "Unread", true: "Read" } as const;

const keyIn = <Key extends string>(labels: Record<Key, string>, text: string | null): Key | null =>
  text !== null && Object.hasOwn(labels, text) ? (text as Key) : null;

/** What the address asks for; what it cannot ask for is not asked. */
export const historyFilterIn = (search: URLSearchParams): HistoryFilter => ({
  type: keyIn(TYPE_LABELS, search.get("type")),
  isRead: keyIn(READ_LABELS, search.get("isRead")),
});
