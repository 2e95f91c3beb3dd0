import type { BookingRequestView, BookingView } from "@nexby/contract/bookings/bookings";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { rangeText } from "../../lib/dates.ts";
import { countOf, formatExactCents } from "../../lib/format.ts";
import { handoffLabels } from "../../lib/handoff-labels.ts";
import { momentIn } from "./copy/next-step.ts";

/** "Jun 4 – 6", by the calendar of where the item is. */
export const datesOf = ({ startDate, endDate }: Pick<BookingView, "startDate" | "endDate">): string =>
  rangeText(startDate as LocalDate, endDate as LocalDate);

/** Who is on the other side; for an administrator the renter. */
export const otherOf = ({ role, renter, owner }: Pick<BookingView, "role" | "renter" | "owner">) =>
  role === "renter" ? owner : renter;

export const nameOf = ({ firstName, lastName }: BookingView["renter"]): string =>
  [firstName, lastName].filter(Boolean).join(" ") || "A neighbor";

type Earning = Pick<BookingView, "role" | "status" | "ownerEarningsCents">;

/** What it brings an owner, or has left them; null to a renter, and of what never came about. */
export function earningOf({
  role,
  status,
  ownerEarningsCents: cents,
}: Earning): { label: string; amount: string } | null {
  if (cents === null || status === "declined" || status === "expired") return null;
  const verb = status === "canceled" ? "keep" : "earn";
  return { label: role === "owner" ? `You ${verb}` : `Owner ${verb}s`, amount: formatExactCents(cents) };
}

/** What it costs a renter, or brings an owner. */
export const moneyOf = (booking: BookingView): { label: string; amount: string } =>
  (booking.role === "owner" ? earningOf(booking) : null) ?? {
    label: "Total",
    amount: formatExactCents(booking.totalCents),
  };

type Fact = { label: string; value: string; isMain?: boolean };

/** What an owner weighs: what it brings, how it changes hands, and when. */
export function requestFacts(request: BookingRequestView): Fact[] {
  const { timezone, startAt, endAt } = request;
  const { name, start, end } = handoffLabels(request);
  const earning = earningOf(request);
  const at = (asked: string | null, usual: string, isFlexible: boolean) =>
    `${momentIn(asked ?? usual, timezone)}${isFlexible ? ", flexible" : ""}`;
  return [
    ...(earning ? [{ label: earning.label, value: earning.amount, isMain: true }] : []),
    { label: "Handover", value: name },
    { label: start, value: at(request.requestedPickupAt, startAt, request.isPickupFlexible) },
    { label: end, value: at(request.requestedDropoffAt, endAt, request.isDropoffFlexible) },
    ...(request.quantity > 1 ? [{ label: "Quantity", value: countOf(request.quantity, "unit") }] : []),
    ...(request.depositCents > 0 ? [{ label: "Deposit", value: formatExactCents(request.depositCents) }] : []),
  ];
}
