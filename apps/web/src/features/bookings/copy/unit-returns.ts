import type { BookingDetailView, BookingView, UnitReturnView } from "@nexby/contract/bookings/bookings";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { momentIn } from "../../../lib/dates.ts";

/** "2 of 3 units are still out." */
export const stillOutText = ({ quantity, unitsOut }: Pick<BookingView, "quantity" | "unitsOut">): string =>
  `${unitsOut} of ${countOf(quantity, "unit")} ${unitsOut === 1 ? "is" : "are"} still out.`;

type Returned = Pick<BookingDetailView, "role" | "renter" | "owner" | "timezone">;

/** "You marked 1 unit as returned on Tue, Jun 9, 12:00 AM" */
export function returnText({ units, at, byRole, isByCode }: UnitReturnView, booking: Returned): string {
  const who = booking.role === byRole ? "You" : booking[byRole].firstName;
  const count = countOf(units, "unit");
  const moment = momentIn(at, booking.timezone);
  return isByCode ? `${count} returned with a code on ${moment}` : `${who} marked ${count} as returned on ${moment}`;
}

/** Whether the owner said that they have these units. */
export function returnStatus(
  { byRole, isByCode, confirmedAt }: UnitReturnView,
  { role, owner }: Returned,
): string | null {
  if (isByCode) return "Confirmed by both of you.";
  if (byRole === "owner") return null;
  const name = role === "owner" ? "You" : owner.firstName;
  return confirmedAt === null
    ? `${name} ${role === "owner" ? "haven’t" : "hasn’t"} confirmed it.`
    : `${name} confirmed it.`;
}
