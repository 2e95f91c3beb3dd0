import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject, pageQuery } from "../fields.ts";
import { bookingView } from "./bookings.ts";

const renterTrustView = namedObject("RenterTrust", {
  memberSince: z.iso.datetime(),
  isEmailVerified: z.boolean(),
  isPhoneVerified: z.boolean(),
  completedRentals: z.int().nonnegative(),
  canceledRentals: z.int().nonnegative(),
  averageRating: z.number().min(1).max(5).nullable().describe("As a renter"),
  reviewCount: z.int().nonnegative().describe("As a renter"),
  latestReview: z.string().nullable().describe("The newest comment of another owner"),
  city: z.string().nullable(),
});

const bookingRequestView = namedObject("BookingRequest", {
  ...bookingView.shape,
  town: z.string().nullable().describe("The town of the handoff. The address is shown after approval"),
  message: z.string().nullable(),
  renterTrust: renterTrustView,
  ownerDecisionDeadline: z.iso.datetime().nullable(),
  isPickupFlexible: z.boolean(),
  isDropoffFlexible: z.boolean(),
  requestedPickupAt: z.iso.datetime().nullable(),
  requestedDropoffAt: z.iso.datetime().nullable(),
});
export type BookingRequestView = z.infer<typeof bookingRequestView>;

export const listBookingRequests = endpoint({
  method: "GET",
  path: "/api/booking-requests",
  summary: "List requests for your items: open by deadline, decided newest first",
  access: "signed-in",
  query: z.object({
    group: z.enum(["open", "decided"], { error: "Group must be open or decided" }).default("open"),
    ...pageQuery,
  }),
  response: z.array(bookingRequestView),
  errors: ["validation_failed"],
});
