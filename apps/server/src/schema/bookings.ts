import { MAX_RE_AUTH_ATTEMPTS } from "@nexby/domain/bookings/deadlines";
import {
  APPROVAL_STATUSES,
  BOOKING_GROUPS,
  BOOKING_PAYMENT_STATUSES,
  BOOKING_STATUSES,
  DEPOSIT_STATUSES,
  GROUP_OF_STATUS,
  PAYOUT_STATUSES,
  RENTAL_STATUSES,
  REQUEST_PAYMENT_STATUSES,
  REQUEST_STATUSES,
} from "@nexby/domain/bookings/statuses";
import { ITEM_CONDITIONS } from "@nexby/domain/condition/condition-reports";
import { CLAIM_RESOLUTIONS } from "@nexby/domain/damage/damage-claim-statuses";
import type { Shares } from "@nexby/domain/ledger/postings";
import { CANCELLATION_POLICIES, EXCHANGE_TYPES } from "@nexby/domain/listings/item-terms";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { cents, createdAt, id, instant, oneOf } from "./columns.ts";
import { items } from "./listings.ts";
import type { FrozenPrice } from "./payments.ts";

const RENTER_OR_OWNER = ["renter", "owner"] as const;
const CANCELERS = ["renter", "owner", "admin", "system"] as const;

/** An unknown status maps to itself, so that the status check rejects it by name. */
const groupOfStatus = sql.raw(
  `case status ${Object.entries(GROUP_OF_STATUS)
    .map(([status, group]) => `when '${status}' then '${group}'`)
    .join(" ")} else status end`,
);

/** The terms of a cancellation; refunds and payouts follow from it. */
export type DecidedCancellation = {
  percent: number;
  refundCents: number;
  shares: Shares;
  /** The renter's bank already returned the whole payment through a chargeback. */
  isTakenByBank?: boolean;
};

/** A booking from checkout to close. Only `change-status.ts` writes its statuses. */
export const bookings = pgTable(
  "bookings",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => items.id),
    renterId: uuid()
      .notNull()
      .references(() => users.id),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    startDate: date().notNull(),
    endDate: date().notNull(),
    startAt: instant().notNull(),
    endAt: instant().notNull(),
    timezone: text().notNull(),
    quantity: integer().notNull().default(1),
    quantityReserved: integer().notNull().generatedAlwaysAs(sql`quantity`),

    status: text({ enum: BOOKING_STATUSES }).notNull().default("pending"),
    /** A stored column, so that the list indexes can include it. */
    overviewGroup: text({ enum: BOOKING_GROUPS }).notNull().generatedAlwaysAs(groupOfStatus),
    approvalStatus: text({ enum: APPROVAL_STATUSES }).notNull().default("draft"),
    paymentStatus: text({ enum: BOOKING_PAYMENT_STATUSES }).notNull().default("none"),
    rentalStatus: text({ enum: RENTAL_STATUSES }).notNull().default("pending"),
    payoutStatus: text({ enum: PAYOUT_STATUSES }).notNull().default("not_started"),
    depositStatus: text({ enum: DEPOSIT_STATUSES }).notNull().default("not_required"),
    /** A claim, a late fee, a no-show or the handoff waits for an admin's decision. */
    isDisputed: boolean().notNull().default(false),
    /** A bank disputes one of the booking's payments. */
    hasChargeback: boolean().notNull().default(false),

    totalCents: cents().notNull(),
    rentalCents: cents().notNull(),
    deliveryCents: cents().notNull().default(0),
    cleaningCents: cents().notNull().default(0),
    setupCents: cents().notNull().default(0),
    insuranceCents: cents().notNull().default(0),
    serviceFeeCents: cents().notNull().default(0),
    taxCents: cents().notNull().default(0),
    taxRate: numeric({ precision: 7, scale: 4, mode: "number" }).notNull().default(0),
    taxJurisdiction: text(),
    depositCents: cents().notNull().default(0),
    /** Per unit, as agreed at checkout. */
    replacementValueCents: cents(),
    commissionRate: numeric({ precision: 7, scale: 4, mode: "number" }).notNull(),
    commissionCents: cents().notNull(),
    ownerEarningsCents: cents().notNull(),
    platformCommissionCents: cents().notNull(),
    lateFeeCents: cents().notNull().default(0),
    /** The owner's cancellation penalty, fixed at approval. */
    ownerPenaltyCents: cents().notNull().default(0),
    priceBreakdown: jsonb().$type<FrozenPrice>().notNull(),
    policySnapshot: text({ enum: CANCELLATION_POLICIES }).notNull(),
    /** The renter's consent to later charges: when, to which text, and the card it is for, once one is saved. */
    chargeConsentAt: instant(),
    chargeConsentVersion: integer(),
    chargeConsentCardId: text(),

    /** The current payments; earlier ones were abandoned. */
    rentalPaymentId: uuid(),
    depositPaymentId: uuid(),
    authExpiresAt: instant(),
    ownerDecisionDeadline: instant(),
    checkoutExpiresAt: instant(),
    reAuthAttempts: integer().notNull().default(0),
    maxReAuthAttempts: integer().notNull().default(MAX_RE_AUTH_ATTEMPTS),
    /** Scheduled charge attempts made so far for the rental and for its deposit. */
    chargeTries: integer().notNull().default(0),
    depositTries: integer().notNull().default(0),
    depositRenewals: integer().notNull().default(0),
    /** Deposit attempts the renter has been reminded about. */
    depositReminders: integer().notNull().default(0),
    /** The first reminder about the deposit that is missing now. */
    depositRemindedAt: instant(),
    /** When admins were told that the last hold is about to end. */
    depositWarnedAt: instant(),
    /** Since when an open claim or late fee lacks a deposit whose hold lapsed, and when an admin gave it up. */
    depositLapsedAt: instant(),
    depositGivenUpAt: instant(),
    depositReleased: boolean().notNull().default(false),
    depositRefundedAt: instant(),
    commissionPaid: boolean().notNull().default(false),
    payoutEligibleAt: instant(),

    exchangeType: text({ enum: EXCHANGE_TYPES }).notNull(),
    deliveryMethod: text({ enum: ["pickup", "delivery"] })
      .notNull()
      .default("pickup"),
    pickupMethod: text({ enum: ["PICKUP", "DELIVERY", "MEETUP"] })
      .notNull()
      .default("PICKUP"),
    deliveryAddress: text(),
    meetupLocation: text(),
    exchangeAddress: text(),
    /** The town of a delivery, which is all the owner sees before approval. Null for other handoffs. */
    exchangeTown: text(),
    exchangeLatitude: doublePrecision(),
    exchangeLongitude: doublePrecision(),
    requestedPickupAt: instant(),
    requestedDropoffAt: instant(),
    isPickupFlexible: boolean().notNull().default(false),
    isDropoffFlexible: boolean().notNull().default(false),
    requestedIntervalStart: instant(),
    requestedIntervalEnd: instant(),
    scheduledPickupAt: instant(),
    scheduledReturnAt: instant(),
    actualPickupAt: instant(),
    actualReturnAt: instant(),

    approvedAt: instant(),
    approvalMessage: text(),
    declinedAt: instant(),
    declineReason: text(),
    canceledAt: instant(),
    canceledBy: text({ enum: CANCELERS }),
    cancelReason: text(),
    cancellation: jsonb().$type<DecidedCancellation>(),
    noShowReportedBy: text({ enum: RENTER_OR_OWNER }),
    noShowReportedAt: instant(),
    noShowContestedAt: instant(),
    /** Reminders to report the handoff, sent so far. */
    handoffReminders: integer().notNull().default(0),
    /** The owner reported the renter as a no-show and attempted the delivery. */
    isDeliveryAttempted: boolean().notNull().default(false),
    /** The final decision on who did not show up. */
    absentParty: text({ enum: RENTER_OR_OWNER }),

    ownerHandedOverAt: instant(),
    handoverObjectedAt: instant(),
    checkoutNotes: text(),
    /** When each person last reported the item's condition at pickup and at return. */
    renterCheckoutAt: instant(),
    ownerCheckoutAt: instant(),
    renterCheckinAt: instant(),
    ownerCheckinAt: instant(),
    /** As reported by the person who received the item; until then as the other person reported it. */
    conditionOut: text({ enum: ITEM_CONDITIONS }),
    conditionIn: text({ enum: ITEM_CONDITIONS }),
    conditionOutNotes: text(),
    conditionInNotes: text(),
    /** Addresses of the last report's photos. */
    renterCheckoutPhotos: text().array().notNull().default([]),
    renterCheckinPhotos: text().array().notNull().default([]),
    ownerCheckinPhotos: text().array().notNull().default([]),
    /** When each person confirmed the pickup's reports and signed the return's. A new report resets its phase. */
    renterConfirmedOutAt: instant(),
    ownerConfirmedOutAt: instant(),
    renterSignedInAt: instant(),
    ownerSignedInAt: instant(),
    returnedAt: instant(),
    returnCondition: text({ enum: ITEM_CONDITIONS }),
    returnNotes: text(),
    /** Since when a late return of the previous rental endangers this one; null when it is back. */
    endangeredAt: instant(),
    closedAt: instant(),
    claimCents: cents(),
    claimNotes: text(),
    damageCents: cents(),
    adminResolution: text({ enum: CLAIM_RESOLUTIONS }),
    adminNotes: text(),
    /** Set when all money is settled. */
    settledAt: instant(),

    /** Incremented by every write; used by open pages and compare-and-swap. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    index("bookings_of_renter").on(table.renterId, table.overviewGroup, table.startAt, table.id),
    // Before the owner receives the request, only the renter sees it.
    index("bookings_of_owner")
      .on(table.ownerId, table.overviewGroup, table.startAt, table.id)
      .where(sql`${table.ownerDecisionDeadline} is not null`),
    index("bookings_to_decide")
      .on(table.ownerId, table.ownerDecisionDeadline, table.id)
      .where(sql`${table.status} = 'pending' and ${table.approvalStatus} = 'pending_owner'`),
    index("bookings_decided")
      .on(table.ownerId, table.createdAt, table.id)
      .where(sql`${table.ownerDecisionDeadline} is not null and ${table.status} <> 'pending'`),
    // For an owner's money that is not settled yet.
    index("bookings_unsettled").on(table.ownerId).where(sql`${table.settledAt} is null`),
    index("bookings_ended")
      .on(table.ownerId, sql`coalesce(${table.closedAt}, ${table.canceledAt})`)
      .where(sql`coalesce(${table.closedAt}, ${table.canceledAt}) is not null`),
    // Money that is due and wasn't sent. Owners with a payout account are paid as soon as it is due.
    index("bookings_waiting_payouts")
      .on(table.payoutEligibleAt, table.id)
      .where(sql`${table.payoutStatus} in ('scheduled', 'failed')`),
    // Every listing view reads the owner's reliability, with an index-only scan.
    index("bookings_agreed")
      .on(table.ownerId, table.approvedAt, table.canceledBy, table.absentParty)
      .where(sql`${table.approvedAt} is not null`),
    // Cases that wait for an admin.
    index("bookings_waiting_for_admin")
      .on(table.id)
      .where(
        sql`${table.depositLapsedAt} is not null or (${table.status} in ('approved', 'scheduled')
          and (${table.noShowContestedAt} is not null or ${table.rentalStatus} = 'no_show'))`,
      ),
    index("bookings_with_disputed_handoff")
      .on(table.handoverObjectedAt)
      .where(sql`${table.status} = 'scheduled' and ${table.handoverObjectedAt} is not null`),
    index("bookings_of_item").on(table.itemId, table.startAt),
    check("bookings_status_is_known", oneOf(table.status, BOOKING_STATUSES)),
    check("bookings_approval_is_known", oneOf(table.approvalStatus, APPROVAL_STATUSES)),
    check("bookings_payment_is_known", oneOf(table.paymentStatus, BOOKING_PAYMENT_STATUSES)),
    check("bookings_rental_is_known", oneOf(table.rentalStatus, RENTAL_STATUSES)),
    check("bookings_payout_is_known", oneOf(table.payoutStatus, PAYOUT_STATUSES)),
    check("bookings_deposit_is_known", oneOf(table.depositStatus, DEPOSIT_STATUSES)),
    check("bookings_exchange_is_known", oneOf(table.exchangeType, EXCHANGE_TYPES)),
    check("bookings_policy_is_known", oneOf(table.policySnapshot, CANCELLATION_POLICIES)),
    check("bookings_are_not_to_oneself", sql`${table.renterId} <> ${table.ownerId}`),
    check(
      "bookings_have_order",
      sql`${table.endAt} >= ${table.startAt} and ${table.endDate} >= ${table.startDate}
        and isfinite(${table.startAt}) and isfinite(${table.endAt})`,
    ),
    check("bookings_take_a_unit", sql`${table.quantity} >= 1`),
    check(
      "bookings_price_adds_up",
      sql`${table.totalCents} > 0 and least(${table.depositCents}, ${table.lateFeeCents}, ${table.taxCents},
        ${table.insuranceCents}, ${table.ownerEarningsCents}, ${table.platformCommissionCents}) >= 0
        and ${table.totalCents} = ${table.ownerEarningsCents} + ${table.platformCommissionCents}
          + ${table.insuranceCents} + ${table.taxCents}`,
    ),
    check("bookings_tries_make_sense", sql`${table.reAuthAttempts} between 0 and ${table.maxReAuthAttempts}`),
    check(
      "bookings_canceled_say_how",
      sql`(${table.status} = 'canceled') = (${table.canceledAt} is not null and ${table.cancellation} is not null)`,
    ),
    check(
      "bookings_attempt_is_the_owners",
      sql`not ${table.isDeliveryAttempted}
        or (${table.exchangeType} = 'delivery' and coalesce(${table.noShowReportedBy} = 'owner', false))`,
    ),
    check(
      "bookings_conditions_are_known",
      sql`coalesce(${table.conditionOut}, 'good') in ('good', 'damaged', 'other')
        and coalesce(${table.conditionIn}, 'good') in ('good', 'damaged', 'other')`,
    ),
    check(
      "bookings_absence_is_decided",
      sql`${table.absentParty} is null
        or (${oneOf(table.absentParty, RENTER_OR_OWNER)} and ${table.status} = 'canceled' and ${table.rentalStatus} = 'no_show')`,
    ),
  ],
);

const REQUEST_APPROVALS = ["pending_owner", "approved", "denied", "expired"] as const;

/** The commercial offer of a booking, created with it and kept in step by `change-status.ts`. */
export const bookingRequests = pgTable(
  "booking_requests",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .unique("booking_requests_booking_unique")
      .references(() => bookings.id),
    itemId: uuid()
      .notNull()
      .references(() => items.id),
    renterId: uuid()
      .notNull()
      .references(() => users.id),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    startDate: date().notNull(),
    endDate: date().notNull(),
    totalCents: cents().notNull(),
    quantity: integer().notNull().default(1),
    requestedPickupAt: instant(),
    requestedDropoffAt: instant(),
    isPickupFlexible: boolean().notNull().default(false),
    isDropoffFlexible: boolean().notNull().default(false),
    requestedIntervalStart: instant(),
    requestedIntervalEnd: instant(),
    status: text({ enum: REQUEST_STATUSES }).notNull().default("submitted"),
    paymentStatus: text({ enum: REQUEST_PAYMENT_STATUSES }).notNull().default("none"),
    approvalStatus: text({ enum: REQUEST_APPROVALS }).notNull().default("pending_owner"),
    /** The checkout attempt: each creates one request, however often it is sent. */
    checkoutSessionId: uuid().notNull(),
    /**
     * SHA-256 of the body by attempt, including attempts of other windows that got the same request. An attempt with
     * another body is rejected.
     */
    checkoutAttempts: jsonb().$type<Record<string, string>>().notNull().default({}),
    paymentIntentId: text(),
    authExpiresAt: instant(),
    priceParts: jsonb().$type<FrozenPrice>().notNull(),
    deliveryMethod: text({ enum: ["pickup", "delivery"] })
      .notNull()
      .default("pickup"),
    pickupMethod: text({ enum: ["PICKUP", "DELIVERY", "MEETUP"] })
      .notNull()
      .default("PICKUP"),
    deliveryAddress: text(),
    meetupLocation: text(),
    approvedAt: instant(),
    approvalMessage: text(),
    declinedAt: instant(),
    declineReason: text(),
    termsAccepted: boolean().notNull(),
    termsVersion: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("booking_requests_attempt_unique").on(table.renterId, table.checkoutSessionId),
    index("booking_requests_of_renter").on(table.renterId, table.createdAt),
    check("booking_requests_status_is_known", oneOf(table.status, REQUEST_STATUSES)),
    check("booking_requests_payment_is_known", oneOf(table.paymentStatus, REQUEST_PAYMENT_STATUSES)),
    check("booking_requests_approval_is_known", oneOf(table.approvalStatus, REQUEST_APPROVALS)),
    check("booking_requests_have_order", sql`${table.endDate} >= ${table.startDate}`),
    check("booking_requests_make_sense", sql`${table.quantity} >= 1 and ${table.totalCents} > 0`),
    check("booking_requests_terms_are_accepted", sql`${table.termsAccepted}`),
    check(
      "booking_requests_delivery_is_known",
      sql`${table.deliveryMethod} in ('pickup', 'delivery') and ${table.pickupMethod} in ('PICKUP', 'DELIVERY', 'MEETUP')`,
    ),
  ],
);

export type Booking = typeof bookings.$inferSelect;
