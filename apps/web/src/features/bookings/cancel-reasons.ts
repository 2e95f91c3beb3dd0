import type { BookingDetailView } from "@nexby/contract/bookings";

type Booking = Pick<BookingDetailView, "role" | "renter" | "owner" | "approvalStatus">;
type Said = Pick<NonNullable<BookingDetailView["cancellation"]>, "by" | "reason">;

export const absentWords = (absent: "renter" | "owner", booking: Booking): string =>
  `${absent === booking.role ? "You" : booking[absent].firstName} did not come.`;

/** What the server writes down where nobody says a word. */
const SYSTEM_REASONS: Readonly<Record<string, (booking: Booking) => string>> = {
  payment_failed: () => "The rental could not be charged in time.",
  deposit_failed: () => "The deposit could not be placed in time.",
  renter_no_show: (booking) => absentWords("renter", booking),
  owner_no_show: (booking) => absentWords("owner", booking),
};

/** Why it was called off. A person's own words are theirs, but for a checkout that made way for another. */
export function cancelReasonWords({ by, reason }: Said, booking: Booking): string | null {
  if (reason === null) return null;
  if (by === "system") return SYSTEM_REASONS[reason]?.(booking) ?? reason;
  const isReplaced = by === "renter" && reason === "replaced" && booking.approvalStatus === "draft";
  return isReplaced ? "Another choice was made at the checkout." : reason;
}
