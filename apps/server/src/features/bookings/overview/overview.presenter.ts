import type { BookingRequestView } from "@nexby/contract/bookings";
import { presentBooking } from "../bookings.presenter.ts";
import type { ShownRequest } from "./use-cases/list-booking-requests.ts";

const text = (instant: Date | null) => instant?.toISOString() ?? null;

export function presentBookingRequest({ message, trust, ...shown }: ShownRequest): BookingRequestView {
  const { booking } = shown;
  return {
    ...presentBooking(shown),
    message,
    renterTrust: { ...trust, memberSince: trust.memberSince.toISOString() },
    ownerDecisionDeadline: text(booking.ownerDecisionDeadline),
    isPickupFlexible: booking.isPickupFlexible,
    isDropoffFlexible: booking.isDropoffFlexible,
    requestedPickupAt: text(booking.requestedPickupAt),
    requestedDropoffAt: text(booking.requestedDropoffAt),
  };
}
