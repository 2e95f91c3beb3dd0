import { APPROVAL_STATUSES, REQUEST_PAYMENT_STATUSES, REQUEST_STATUSES } from "@nexby/domain/bookings/statuses";
import { ITEM_CONDITIONS, PHOTO_STAGES, REPORT_PHASES, REPORT_ROLES } from "@nexby/domain/condition/condition-reports";
import { DAMAGE_SEVERITIES, DAMAGE_TYPES } from "@nexby/domain/damage/damage-claim-statuses";
import { FRAUD_ANALYSIS_TYPES, FRAUD_RECOMMENDATIONS, FRAUD_STATUSES } from "@nexby/domain/fraud/fraud-rules";
import { PLAN_KINDS } from "@nexby/domain/planning/planned-times";
import { z } from "zod";
import { bookingParams } from "../bookings/bookings.ts";
import { priceBreakdown } from "../bookings/quotes.ts";
import { endpoint } from "../endpoint.ts";
import { namedObject, pageQuery } from "../fields.ts";

const instant = z.iso.datetime();
const amount = z.int();
const side = z.enum(REPORT_ROLES);
const person = z.object({ id: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() });
const participant = person.extend({
  paymentCustomerId: z.string().nullable().describe("The person's id as a customer of the card provider"),
});

/** How and when the renter asked to get the item, in the request and in the booking alike. */
const wishes = {
  deliveryMethod: z.enum(["pickup", "delivery"]),
  pickupMethod: z.enum(["PICKUP", "DELIVERY", "MEETUP"]),
  deliveryAddress: z.string().nullable(),
  meetupLocation: z.string().nullable(),
  requestedPickupAt: instant.nullable(),
  requestedDropoffAt: instant.nullable(),
  isPickupFlexible: z.boolean(),
  isDropoffFlexible: z.boolean(),
  requestedIntervalStart: instant.nullable().describe("From the owner's first hour on the first day"),
  requestedIntervalEnd: instant.nullable().describe("To the owner's last hour on the last day"),
};

const requestRecord = namedObject("RequestRecord", {
  renter: person,
  owner: person,
  startDate: z.string(),
  endDate: z.string(),
  quantity: z.int().positive(),
  totalCents: amount,
  ...wishes,
  status: z.enum(REQUEST_STATUSES),
  paymentStatus: z.enum(REQUEST_PAYMENT_STATUSES),
  approvalStatus: z.enum(APPROVAL_STATUSES),
  paymentIntentId: z.string().nullable().describe("The card provider's id of the payment"),
  authExpiresAt: instant.nullable(),
  priceParts: priceBreakdown.describe("The price at checkout, without extensions"),
  approvedAt: instant.nullable(),
  approvalMessage: z.string().nullable(),
  declinedAt: instant.nullable(),
  declineReason: z.string().nullable(),
  termsAccepted: z.boolean(),
  termsVersion: z.int().positive(),
  createdAt: instant,
});

const priceRecord = namedObject("PriceRecord", {
  rentalCents: amount,
  deliveryCents: amount,
  cleaningCents: amount,
  setupCents: amount,
  insuranceCents: amount,
  serviceFeeCents: amount,
  taxCents: amount,
  taxRate: z.number().describe("Percent"),
  taxJurisdiction: z.string().nullable(),
  totalCents: amount,
  depositCents: amount,
  commissionRate: z.number().describe("Percent"),
  commissionCents: amount,
  platformCommissionCents: amount.describe("The commission and the service fee"),
  ownerEarningsCents: amount,
  reAuthAttempts: z.int().nonnegative().describe("How often the card was authorized again for a late decision"),
  maxReAuthAttempts: z.int().nonnegative(),
});

const reportTimes = namedObject("ReportTimes", {
  renterCheckoutAt: instant.nullable(),
  ownerCheckoutAt: instant.nullable(),
  renterCheckinAt: instant.nullable(),
  ownerCheckinAt: instant.nullable(),
});

const plannedTimeRecord = namedObject("PlannedTimeRecord", {
  id: z.uuid(),
  kind: z.enum(PLAN_KINDS),
  status: z.string(),
  proposedBy: side,
  proposedDateTime: instant,
  confirmedDateTime: instant.nullable(),
  confirmedAt: instant.nullable(),
  confirmedBy: side.nullable().describe("Null if it was confirmed automatically, or not at all"),
  timeFlexible: z.boolean(),
  locationType: z.string(),
  address: z.string().nullable(),
  notes: z.string().nullable(),
  proposalMessage: z.string().nullable(),
  responseMessage: z.string().nullable(),
  specialInstructions: z.string().nullable(),
});

const photo = { id: z.uuid(), uploadedBy: person, stage: z.enum(PHOTO_STAGES), isRemoved: z.boolean() };
const file = { filename: z.string(), fileSize: z.int().positive(), mimeType: z.string(), createdAt: instant };

const bookingRecordView = namedObject("BookingRecord", {
  id: z.uuid(),
  timezone: z.string(),
  renter: participant,
  owner: participant,
  request: requestRecord.nullable().describe("The request as it was made, and what became of it"),
  price: priceRecord.describe("The parts of the booking's price, with approved extensions"),
  handoff: namedObject("HandoffRecord", wishes).describe("As it was agreed"),
  reportedAt: reportTimes.describe("When each person last reported the item's condition"),
  reportPhotos: namedObject("ReportPhotos", {
    renterCheckoutPhotos: z.array(z.string()),
    renterCheckinPhotos: z.array(z.string()),
    ownerCheckinPhotos: z.array(z.string()),
  }).describe("Addresses of the photos of each person's last report"),
  plannedTimes: z.array(plannedTimeRecord).describe("All proposals and agreed times, newest first"),
  reports: z
    .array(
      namedObject("ReportRecord", {
        id: z.uuid(),
        byRole: side,
        phase: z.enum(REPORT_PHASES),
        condition: z.enum(ITEM_CONDITIONS),
        notes: z.string().nullable(),
        photoUrls: z.array(z.string()),
        createdAt: instant,
      }),
    )
    .describe("Newest first"),
  photos: z
    .array(namedObject("PhotoRecord", { ...photo, photoUrl: z.string(), placeholder: z.string(), ...file }))
    .describe("Newest first"),
  damagePhotos: z.array(
    namedObject("DamagePhotoRecord", {
      ...photo,
      userRole: side,
      photoUrl: z.string(),
      placeholder: z.string(),
      ...file,
      damageType: z.enum(DAMAGE_TYPES),
      damageDescription: z.string(),
      damageSeverity: z.enum(DAMAGE_SEVERITIES),
    }),
  ),
  fraudAnalyses: z.array(
    namedObject("FraudRecord", {
      id: z.uuid(),
      analysisType: z.enum(FRAUD_ANALYSIS_TYPES),
      user: person.describe("Whose request was assessed"),
      riskScore: z.int(),
      recommendation: z.enum(FRAUD_RECOMMENDATIONS),
      status: z.enum(FRAUD_STATUSES),
      createdAt: instant,
    }),
  ),
});
export type BookingRecordView = z.infer<typeof bookingRecordView>;

const record = { access: "admin", params: bookingParams } as const;

export const readBookingRecord = endpoint({
  ...record,
  method: "POST",
  path: "/api/admin/bookings/:bookingId/record",
  summary: "Read everything stored about a booking, with addresses and notes. The audit log names the reader",
  response: bookingRecordView,
  errors: ["not_found", "forbidden"],
});

const statusChangeView = namedObject("StatusChange", {
  id: z.uuid(),
  entityType: z.string().describe("booking, extension, late_fee or damage_claim"),
  field: z.string(),
  fromStatus: z.string().nullable(),
  toStatus: z.string(),
  transitionType: z.enum(["party", "admin", "system"]),
  reason: z.string().nullable(),
  actor: person.nullable().describe("Null for the system"),
  createdAt: instant,
});
export type StatusChangeView = z.infer<typeof statusChangeView>;

export const listStatusChanges = endpoint({
  ...record,
  method: "GET",
  path: "/api/admin/bookings/:bookingId/status-changes",
  summary: "List every status change of a booking, its extensions, late fee and damage claim, newest first",
  query: z.object(pageQuery),
  response: z.array(statusChangeView),
  errors: ["validation_failed", "not_found", "forbidden"],
});
