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

/** What it costs a renter, or brings an owner. */
export const moneyOf = ({ role, totalCents, ownerEarningsCents }: BookingView): { label: string; amount: string } =>
  role === "owner" && ownerEarningsCents !== null
    ? { label: "You earn", amount: formatExactCents(ownerEarningsCents) }
    : { label: "Total", amount: formatExactCents(totalCents) };
