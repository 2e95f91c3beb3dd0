import type { BookingRequestView } from "@nexby/contract/bookings/booking-requests";
import type { BookingView } from "@nexby/contract/bookings/bookings";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { momentIn, rangeText } from "../../lib/dates.ts";
import { countOf, formatExactCents } from "../../lib/format.ts";
import { handoffLabels } from "../../lib/rental-labels.ts";

/** "Jun 4 – 6" in the item's local calendar. */
export const datesOf = ({ startDate, endDate }: Pick<BookingView, "startDate" | "endDate">): string =>
  rangeText(startDate as LocalDate, endDate as LocalDate);

/** Returns the renter for an admin. */
export const otherOf = ({ role, renter, owner }: Pick<BookingView, "role" | "renter" | "owner">) =>
  role === "renter" ? owner : renter;

export const nameOf = ({ firstName, lastName }: BookingView["renter"]): string =>
  [firstName, lastName].filter(Boolean).join(" ") || "A neighbor";

type Earning = Pick<BookingView, "role" | "status" | "ownerEarningsCents">;

/**
 * The owner's earnings, or the share they keep after a cancellation. Null for renters and for declined or expired
 * requests.
 */
export function earningOf({
  role,
  status,
  ownerEarningsCents: cents,
}: Earning): { label: string; amount: string } | null {
  if (cents === null || status === "declined" || status === "expired") return null;
  const verb = status === "canceled" ? "keep" : "earn";
  return { label: role === "owner" ? `You ${verb}` : `Owner ${verb}s`, amount: formatExactCents(cents) };
}

/** Earnings for the owner, the total for everyone else. */
export const moneyOf = (booking: BookingView): { label: string; amount: string } =>
  (booking.role === "owner" ? earningOf(booking) : null) ?? {
    label: "Total",
    amount: formatExactCents(booking.totalCents),
  };

type Fact = { label: string; value: string; isMain?: boolean };

/** Facts an owner needs to decide on a request: earnings, handoff and times. */
export function requestFacts(request: BookingRequestView): Fact[] {
  const { timezone, startAt, endAt, town } = request;
  const { name, start, end } = handoffLabels(request);
  const earning = earningOf(request);
  const at = (requested: string | null, fallback: string, isFlexible: boolean) =>
    `${momentIn(requested ?? fallback, timezone)}${isFlexible ? ", flexible" : ""}`;
  return [
    ...(earning ? [{ label: earning.label, value: earning.amount, isMain: true }] : []),
    { label: "Handoff", value: request.exchangeType === "delivery" && town ? `${name} to ${town}` : name },
    { label: start, value: at(request.requestedPickupAt, startAt, request.isPickupFlexible) },
    { label: end, value: at(request.requestedDropoffAt, endAt, request.isDropoffFlexible) },
    ...(request.quantity > 1 ? [{ label: "Quantity", value: countOf(request.quantity, "unit") }] : []),
    ...(request.depositCents > 0 ? [{ label: "Deposit", value: formatExactCents(request.depositCents) }] : []),
  ];
}
