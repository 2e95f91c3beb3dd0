import { displayPhone } from "@nexby/domain/accounts/profile-completeness";
import { areContactsShared, isUnfulfilled } from "@nexby/domain/bookings/statuses";
import { AppError } from "../../platform/errors.ts";
import { writeCalendar } from "../../platform/ical.ts";
import { type BookingDetails, otherOf } from "./booking-details.queries.ts";

const NEVER = "This booking isn't going ahead, so there's nothing to add to a calendar.";
const NOT_YET = "You can add this booking to your calendar once it's approved.";
const NOT_YOURS = "Only the renter and the owner can add this booking to a calendar.";

/**
 * A single event from pickup to return, with the place and the other person's shared number. The UID is the booking id
 * and the sequence its version, so importing the file again updates the event with a moved time.
 */
export async function bookingCalendar(details: BookingDetails, siteUrl: string): Promise<string> {
  const { booking, item, role } = details;
  if (isUnfulfilled(booking.status)) throw new AppError("action_not_allowed", NEVER);
  if (!areContactsShared(booking.status)) throw new AppError("action_not_allowed", NOT_YET);
  if (role === "admin") throw new AppError("action_not_allowed", NOT_YOURS);
  const event = {
    uid: booking.id,
    sequence: booking.version,
    stampedAt: booking.createdAt,
    summary: item.title,
    location: booking.exchangeAddress ?? item.location,
    description: descriptionOf(details, siteUrl),
    time: { startAt: booking.scheduledPickupAt ?? booking.startAt, endAt: booking.scheduledReturnAt ?? booking.endAt },
  };
  return writeCalendar({ source: "Bookings", events: [event] });
}

function descriptionOf(details: BookingDetails, siteUrl: string): string {
  const { role, booking, contactPhone } = details;
  const { firstName, lastName } = otherOf(details);
  const person = `${role === "renter" ? "Owner" : "Renter"}: ${[firstName, lastName].filter(Boolean).join(" ")}`;
  const phone = contactPhone === null ? [] : [`Phone: ${displayPhone(contactPhone)}`];
  return [person, ...phone, `${siteUrl}/my-bookings/${booking.id}`].join("\n");
}
