import type { BookingView } from "@nexby/contract/bookings";

const stamp = (instant: string): string => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, "");

/** In a calendar's own writing commas, semicolons and backslashes mean something, and lines end in both signs. */
const escaped = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");

/** One appointment, as every calendar takes it. */
export function calendarFile({ id, item, pickupAt, endAt, createdAt }: BookingView): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Nexby//Bookings//EN",
    "BEGIN:VEVENT",
    `UID:${id}`,
    `DTSTAMP:${stamp(createdAt)}`,
    `DTSTART:${stamp(pickupAt)}`,
    `DTEND:${stamp(endAt)}`,
    `SUMMARY:${escaped(item.title)}`,
    `LOCATION:${escaped(item.location)}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}
