import { GROUP_OF_STATUS } from "@nexby/domain/bookings/statuses";
import { AppError } from "../../platform/errors.ts";
import { writeCalendar } from "../../platform/ical.ts";
import type { Shown } from "./booking-details.queries.ts";

/** A single event from pickup to return. The UID is the booking id, so importing the file again updates the event. */
export async function bookingCalendar({ booking, item }: Pick<Shown, "booking" | "item">): Promise<string> {
  if (GROUP_OF_STATUS[booking.status] === "canceled") {
    throw new AppError("action_not_allowed", "This booking was canceled, so there's nothing to add to your calendar");
  }
  const event = {
    uid: booking.id,
    stampedAt: booking.createdAt,
    summary: item.title,
    location: item.location,
    time: { startAt: booking.scheduledPickupAt ?? booking.startAt, endAt: booking.endAt },
  };
  return writeCalendar({ source: "Bookings", events: [event] });
}
