import type { BookingView } from "@nexby/contract/bookings";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { rangeWords } from "../../lib/day-words.ts";
import { formatExactCents } from "../../lib/money.ts";

/** "Jun 4 – 6", by the calendar of where the item is. */
export const datesOf = ({ startDate, endDate }: Pick<BookingView, "startDate" | "endDate">): string =>
  rangeWords(startDate as LocalDate, endDate as LocalDate);

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
