import type { BookingDetailView, BookingView } from "@nexby/contract/bookings/bookings";
import { dollarText } from "@nexby/domain/kernel/amount-text";

type Lost = Pick<BookingView, "status" | "rentalStatus" | "role" | "renter" | "owner"> &
  Partial<Pick<BookingDetailView, "claim">>;

/** It wasn't returned, and nobody has decided about it yet. */
export const isLost = ({ status, rentalStatus }: Pick<BookingView, "status" | "rentalStatus">): boolean =>
  status === "damaged_admin_review" && rentalStatus === "lost";

/** What it costs, what happens next, and the way out. */
export function lossText(booking: Lost): string {
  const { role, renter, owner, claim } = booking;
  const cents = claim?.amountCents ?? 0;
  const isRenter = role === "renter";
  const claimant = isRenter ? owner.firstName : role === "owner" ? "You" : owner.firstName;
  const amount =
    cents > 0
      ? `${claimant} can get up to ${dollarText(cents)} for it, plus the late fee.`
      : `${claimant} can name what it costs, plus the late fee.`;
  const wayOut = isRenter
    ? `If you bring it back and ${owner.firstName} confirms it before our team decides, you’ll only pay the late fee and any damage.`
    : role === "owner"
      ? `Our team will decide. If you get it back before that, mark it as returned: ${renter.firstName} then pays only the late fee and any damage.`
      : "Our team will decide.";
  return `It wasn’t returned and is considered lost. ${amount} ${wayOut}`;
}
