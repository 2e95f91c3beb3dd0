import { REQUEST_PAYMENT_STATUSES, REQUEST_STATUSES } from "@nexby/domain/bookings/booking-statuses";
import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { cents, createdAt, id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";
import { users } from "../accounts/users.table.ts";
import { items } from "../listings/items.table.ts";
import type { FrozenPrice } from "../payments/public.ts";
import { bookings } from "./bookings.table.ts";

const REQUEST_APPROVALS = ["pending_owner", "approved", "denied", "expired"] as const;

/** The commercial offer of a booking: made with it, and moved in step with it by `move-booking-status.ts`. */
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
    /** The renter's attempt: one makes one request, however often it is sent. */
    checkoutSessionId: uuid().notNull(),
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
