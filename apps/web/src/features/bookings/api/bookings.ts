import type { previewCancellation } from "@nexby/contract/booking-acts";
import type { BookingGroup, getBooking, listBookingRequests, listBookings } from "@nexby/contract/bookings";
import type { ResponseOf } from "@nexby/contract/endpoint";
import type { getItemCalendar } from "@nexby/contract/quotes";
import type { NoShow } from "@nexby/domain/bookings/no-show";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { read, readPages } from "../../../lib/read.ts";
import { withQuery } from "../../../lib/with-query.ts";

/** Which side of one's bookings is looked at. */
export type Side = "renter" | "owner";

/** The other side acts as well: what was read before is shown, and asked for again. */
const staleTime = 0;

export const booking = (bookingId: string) =>
  queryOptions({ ...read<typeof getBooking>("/api/bookings", bookingId), staleTime });

export const bookingPages = (as: Side, group: BookingGroup) =>
  infiniteQueryOptions({ ...readPages<typeof listBookings>(withQuery("/api/bookings", { as, group })), staleTime });

export const requestPages = (group: "open" | "decided") =>
  infiniteQueryOptions({
    ...readPages<typeof listBookingRequests>(withQuery("/api/booking-requests", { group })),
    staleTime,
  });

/** What would come back now, by whoever did not come if an administrator says so. An hour later it may be less. */
export const cancellation = (bookingId: string, as: NoShow | null) =>
  queryOptions<ResponseOf<typeof previewCancellation>>({
    queryKey: ["/api/bookings", bookingId, withQuery("cancellation", { as })],
    staleTime,
    gcTime: 0,
  });

/** Days of an item around a request, below the item's own key. */
export const itemDays = (itemId: string, from: string, days: number) =>
  queryOptions<ResponseOf<typeof getItemCalendar>>({
    queryKey: ["/api/items", itemId, withQuery("calendar", { from, days: String(days) })],
  });
