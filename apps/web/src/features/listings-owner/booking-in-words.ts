type Booking = { startAt: string; endAt: string };

/** "Jun 3 – 5", in days of the place where the item is. */
export function bookingInWords({ startAt, endAt }: Booking, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone });
  return format.formatRange(new Date(startAt), new Date(endAt));
}
