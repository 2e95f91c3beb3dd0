import { EXTENSION_STATUSES, OPEN_EXTENSION_STATUSES } from "@nexby/domain/extensions/extension-transitions";
import { sql } from "drizzle-orm";
import { check, date, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bookings } from "./bookings.ts";
import { createdAt, id, instant, oneOf } from "./columns.ts";
import type { FrozenPrice } from "./payments.ts";

/** Extensions that a renter requested during the rental, with their own price and payment. */
export const bookingExtensions = pgTable(
  "booking_extensions",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    status: text({ enum: EXTENSION_STATUSES }).notNull().default("draft"),
    /** The end of the rental when the renter asked. */
    previousEndAt: instant().notNull(),
    endDate: date().notNull(),
    endAt: instant().notNull(),
    /** As agreed; never recomputed. */
    priceBreakdown: jsonb().$type<FrozenPrice>().notNull(),
    paymentId: uuid().notNull().unique("booking_extensions_payment_unique"),
    /** The renter's words to the owner. */
    message: text(),
    declineReason: text(),
    /** Until when the renter can pay a draft, or the owner can decide on a request. */
    expiresAt: instant().notNull(),
    requestedAt: instant(),
    /** When it was approved or ended in another way. */
    decidedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("booking_extensions_of_booking").on(table.bookingId, table.createdAt),
    uniqueIndex("booking_extensions_one_open").on(table.bookingId).where(oneOf(table.status, OPEN_EXTENSION_STATUSES)),
    check("booking_extensions_status_is_known", oneOf(table.status, EXTENSION_STATUSES)),
    check("booking_extensions_end_later", sql`${table.endAt} > ${table.previousEndAt} and isfinite(${table.endAt})`),
    check(
      "booking_extensions_end_once",
      sql`(${oneOf(table.status, OPEN_EXTENSION_STATUSES)}) = (${table.decidedAt} is null)`,
    ),
    check(
      "booking_extensions_are_requested_first",
      sql`${table.status} not in ('requested', 'approved', 'declined') or ${table.requestedAt} is not null`,
    ),
  ],
);
export type BookingExtension = typeof bookingExtensions.$inferSelect;
