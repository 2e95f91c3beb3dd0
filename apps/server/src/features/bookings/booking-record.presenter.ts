import type { BookingRecordView, StatusChangeView } from "@nexby/contract/admin/booking-record";
import type { BookingRecord, StatusChange } from "./booking-record.queries.ts";

const text = (instant: Date | null) => instant?.toISOString() ?? null;

export function presentBookingRecord(record: BookingRecord): BookingRecordView {
  const { booking, renter, owner, plannedTimes, reports, photos, damagePhotos, fraudAnalyses } = record;
  return {
    id: booking.id,
    timezone: booking.timezone,
    renter,
    owner,
    request: presentRequest(record),
    price: booking,
    handoff: {
      deliveryMethod: booking.deliveryMethod,
      pickupMethod: booking.pickupMethod,
      deliveryAddress: booking.deliveryAddress,
      meetupLocation: booking.meetupLocation,
      requestedPickupAt: text(booking.requestedPickupAt),
      requestedDropoffAt: text(booking.requestedDropoffAt),
      isPickupFlexible: booking.isPickupFlexible,
      isDropoffFlexible: booking.isDropoffFlexible,
      requestedIntervalStart: text(booking.requestedIntervalStart),
      requestedIntervalEnd: text(booking.requestedIntervalEnd),
    },
    reportedAt: {
      renterCheckoutAt: text(booking.renterCheckoutAt),
      ownerCheckoutAt: text(booking.ownerCheckoutAt),
      renterCheckinAt: text(booking.renterCheckinAt),
      ownerCheckinAt: text(booking.ownerCheckinAt),
    },
    reportPhotos: {
      renterCheckoutPhotos: booking.renterCheckoutPhotos,
      renterCheckinPhotos: booking.renterCheckinPhotos,
      ownerCheckinPhotos: booking.ownerCheckinPhotos,
    },
    plannedTimes: plannedTimes.map((row) => presentPlannedTime(row, record)),
    reports: reports.map(({ createdAt, ...report }) => ({ ...report, createdAt: createdAt.toISOString() })),
    photos: photos.map(({ createdAt, ...photo }) => ({ ...photo, createdAt: createdAt.toISOString() })),
    damagePhotos: damagePhotos.map(({ createdAt, ...photo }) => ({ ...photo, createdAt: createdAt.toISOString() })),
    fraudAnalyses: fraudAnalyses.map(({ createdAt, ...one }) => ({ ...one, createdAt: createdAt.toISOString() })),
  };
}

function presentRequest({ request: found }: BookingRecord): BookingRecordView["request"] {
  if (!found) return null;
  const { request, renter, owner } = found;
  return {
    renter,
    owner,
    startDate: request.startDate,
    endDate: request.endDate,
    quantity: request.quantity,
    totalCents: request.totalCents,
    deliveryMethod: request.deliveryMethod,
    pickupMethod: request.pickupMethod,
    deliveryAddress: request.deliveryAddress,
    meetupLocation: request.meetupLocation,
    requestedPickupAt: text(request.requestedPickupAt),
    requestedDropoffAt: text(request.requestedDropoffAt),
    isPickupFlexible: request.isPickupFlexible,
    isDropoffFlexible: request.isDropoffFlexible,
    requestedIntervalStart: text(request.requestedIntervalStart),
    requestedIntervalEnd: text(request.requestedIntervalEnd),
    status: request.status,
    paymentStatus: request.paymentStatus,
    approvalStatus: request.approvalStatus,
    paymentIntentId: request.paymentIntentId,
    authExpiresAt: text(request.authExpiresAt),
    priceParts: request.priceParts,
    approvedAt: text(request.approvedAt),
    approvalMessage: request.approvalMessage,
    declinedAt: text(request.declinedAt),
    declineReason: request.declineReason,
    termsAccepted: request.termsAccepted,
    termsVersion: request.termsVersion,
    createdAt: request.createdAt.toISOString(),
  };
}

type PlannedTime = BookingRecord["plannedTimes"][number];
type PlannedTimeRecord = BookingRecordView["plannedTimes"][number];

function presentPlannedTime(row: PlannedTime, { booking }: BookingRecord): PlannedTimeRecord {
  const sideOf = (personId: string) => (personId === booking.renterId ? "renter" : "owner");
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    proposedBy: sideOf(row.proposedBy),
    proposedDateTime: row.proposedDateTime.toISOString(),
    confirmedDateTime: text(row.confirmedDateTime),
    confirmedAt: text(row.confirmedAt),
    confirmedBy: row.confirmedBy === null ? null : sideOf(row.confirmedBy),
    timeFlexible: row.timeFlexible,
    locationType: row.locationType,
    address: row.address,
    notes: row.notes,
    proposalMessage: row.proposalMessage,
    responseMessage: row.responseMessage,
    specialInstructions: row.specialInstructions,
  };
}

export const presentStatusChange = ({ createdAt, ...change }: StatusChange): StatusChangeView => ({
  ...change,
  createdAt: createdAt.toISOString(),
});
