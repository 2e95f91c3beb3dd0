import type { BookingRecordView, StatusChangeView } from "@nexby/contract/admin/booking-record";
import { BOOKING } from "./booking.fixture.ts";

const OMAR = { id: "renter", firstName: "Omar", lastName: "Haddad" };
const MAYA = { id: "owner", firstName: "Maya", lastName: "Rivera" };
const WISHES = {
  deliveryMethod: "delivery",
  pickupMethod: "DELIVERY",
  deliveryAddress: "88 Sparrow Court",
  meetupLocation: null,
  requestedPickupAt: "2026-06-04T14:00:00.000Z",
  requestedDropoffAt: null,
  isPickupFlexible: true,
  isDropoffFlexible: false,
  requestedIntervalStart: "2026-06-04T13:00:00.000Z",
  requestedIntervalEnd: "2026-06-06T22:00:00.000Z",
} as const;
const AT = "2026-06-01T13:00:00.000Z";
const FILE = { id: BOOKING.id, isRemoved: false, photoUrl: "/1.webp", placeholder: "data:,", createdAt: AT } as const;
/** A delivery with a damage claim. */
export const BOOKING_RECORD: BookingRecordView = {
  id: BOOKING.id,
  timezone: BOOKING.timezone,
  renter: { ...OMAR, paymentCustomerId: "cus_1" },
  owner: { ...MAYA, paymentCustomerId: null },
  request: {
    ...WISHES,
    renter: OMAR,
    owner: MAYA,
    startDate: "2026-06-04",
    endDate: "2026-06-06",
    quantity: 1,
    totalCents: 46_358,
    status: "approved",
    paymentStatus: "authorized",
    approvalStatus: "approved",
    paymentIntentId: "pi_1",
    authExpiresAt: null,
    priceParts: BOOKING.price,
    approvedAt: AT,
    approvalMessage: "See you",
    declinedAt: null,
    declineReason: null,
    termsAccepted: true,
    termsVersion: 3,
    createdAt: AT,
  },
  price: {
    ...{ rentalCents: 38_500, deliveryCents: 500, cleaningCents: 0, setupCents: 0, insuranceCents: 2_700 },
    ...{ serviceFeeCents: 1_925, taxCents: 3_233, taxRate: 8.875, taxJurisdiction: "Essex County" },
    ...{ totalCents: 46_358, depositCents: 20_000, commissionRate: 5, commissionCents: 1_925 },
    ...{ platformCommissionCents: 3_850, ownerEarningsCents: 36_575, reAuthAttempts: 1, maxReAuthAttempts: 3 },
  },
  handoff: WISHES,
  reportedAt: { renterCheckoutAt: null, ownerCheckoutAt: AT, renterCheckinAt: null, ownerCheckinAt: null },
  reportPhotos: { renterCheckoutPhotos: [], renterCheckinPhotos: [], ownerCheckinPhotos: [] },
  plannedTimes: [
    {
      ...{ id: BOOKING.id, kind: "pickup", status: "confirmed", proposedBy: "owner", proposedDateTime: AT },
      ...{ confirmedDateTime: AT, confirmedAt: AT, confirmedBy: "renter", timeFlexible: false },
      ...{ locationType: "renter_address", address: "88 Sparrow Court", notes: "Bring straps" },
      ...{ proposalMessage: null, responseMessage: null, specialInstructions: "Ring twice" },
    },
  ],
  reports: [],
  photos: [],
  damagePhotos: [
    {
      ...FILE,
      ...{ uploadedBy: MAYA, userRole: "owner", stage: "return", filename: "torn.jpg", fileSize: 2048 },
      ...{ mimeType: "image/jpeg", damageType: "broken", damageDescription: "A torn seam", damageSeverity: "low" },
    },
  ],
  fraudAnalyses: [
    {
      ...{ id: BOOKING.id, analysisType: "authorization", user: OMAR, riskScore: 12 },
      ...{ recommendation: "approve", status: "auto_cleared", createdAt: AT },
    },
  ],
};
export const STATUS_CHANGE: StatusChangeView = {
  ...{ id: BOOKING.id, entityType: "booking", field: "status", fromStatus: "pending", toStatus: "approved" },
  ...{ transitionType: "party", reason: "See you", actor: MAYA, createdAt: AT },
};
