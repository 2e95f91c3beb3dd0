import { sql } from "drizzle-orm";
import { boolean, check, doublePrecision, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";
import { users } from "../accounts/users.table.ts";
import { bookings } from "./bookings.table.ts";

export const PICKUP_STATUSES = [
  "proposed",
  "confirmed",
  "completed",
  "declined",
  "superseded",
  "expired",
  "canceled",
] as const;
const PLACES = ["owner_address", "renter_address", "meetup"] as const;

/** When and where an item is to be handed over. One proposal is open at a time. */
export const pickupSchedules = pgTable(
  "pickup_schedules",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    proposedBy: uuid()
      .notNull()
      .references(() => users.id),
    status: text({ enum: PICKUP_STATUSES }).notNull().default("proposed"),
    proposedDateTime: instant().notNull(),
    confirmedDateTime: instant(),
    timeFlexible: boolean().notNull().default(false),
    locationType: text({ enum: PLACES }).notNull().default("owner_address"),
    address: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    notes: text(),
    proposalMessage: text(),
    responseMessage: text(),
    specialInstructions: text(),
    /** When the system accepts it in place of whoever is silent. */
    expiresAt: instant().notNull(),
    confirmedAt: instant(),
    /** Null when the system did. */
    confirmedBy: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    index("pickup_schedules_of_booking").on(table.bookingId),
    uniqueIndex("pickup_schedules_one_open")
      .on(table.bookingId)
      .where(sql`${table.status} in ('proposed', 'confirmed')`),
    check("pickup_schedules_status_is_known", oneOf(table.status, PICKUP_STATUSES)),
    check("pickup_schedules_place_is_known", oneOf(table.locationType, PLACES)),
    check(
      "pickup_schedules_confirmed_have_time",
      sql`(${table.status} in ('confirmed', 'completed')) <= (${table.confirmedAt} is not null and ${table.confirmedDateTime} is not null)`,
    ),
  ],
);
