import type {
  approveBooking,
  cancelBooking,
  claimDamage,
  closeBooking,
  confirmPickup,
  contestNoShow,
  declineBooking,
  handOver,
  objectToHandover,
  previewCancellation,
  reportNoShow,
  resolveClaim,
  submitReturn,
} from "@nexby/contract/bookings/booking-commands";
import type { BookingGroup, getBooking, listBookingRequests, listBookings } from "@nexby/contract/bookings/bookings";
import type { getItemCalendar } from "@nexby/contract/bookings/quotes";
import type { ResponseOf } from "@nexby/contract/endpoint";
import type { NoShow } from "@nexby/domain/bookings/snapshot";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { read, readPages, write } from "../../lib/api/queries.ts";
import { withQuery } from "../../lib/paths.ts";

const BOOKINGS = "/api/bookings";

/** What can be done with one booking. Each answers the booking as it is after that. */
export const ACTS = {
  approve: (id: string) => write<typeof approveBooking>("POST", BOOKINGS, id, "approve"),
  decline: (id: string) => write<typeof declineBooking>("POST", BOOKINGS, id, "decline"),
  cancel: (id: string) => write<typeof cancelBooking>("POST", BOOKINGS, id, "cancel"),
  confirm_pickup: (id: string) => write<typeof confirmPickup>("POST", BOOKINGS, id, "confirm-pickup"),
  hand_over: (id: string) => write<typeof handOver>("POST", BOOKINGS, id, "hand-over"),
  object_to_handover: (id: string) => write<typeof objectToHandover>("POST", BOOKINGS, id, "object-to-handover"),
  submit_return: (id: string) => write<typeof submitReturn>("POST", BOOKINGS, id, "return"),
  close: (id: string) => write<typeof closeBooking>("POST", BOOKINGS, id, "close"),
  claim_damage: (id: string) => write<typeof claimDamage>("POST", BOOKINGS, id, "claim-damage"),
  report_no_show: (id: string) => write<typeof reportNoShow>("POST", BOOKINGS, id, "no-show"),
  contest_no_show: (id: string) => write<typeof contestNoShow>("POST", BOOKINGS, id, "contest-no-show"),
  resolve: (id: string) => write<typeof resolveClaim>("POST", "/api/admin/bookings", id, "resolve"),
};

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
