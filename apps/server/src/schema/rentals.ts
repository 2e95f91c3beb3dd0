import { sql } from "drizzle-orm";
import { boolean, check, doublePrecision, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { bookings } from "./bookings.ts";
import { createdAt, id, instant, oneOf } from "./columns.ts";

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

/** What a party said of the item when it changed hands. */
export const bookingConditionReports = pgTable(
  "booking_condition_reports",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    byRole: text({ enum: ["renter", "owner"] }).notNull(),
    phase: text({ enum: ["check_out", "check_in"] }).notNull(),
    condition: text({ enum: ["good", "damaged", "other"] }).notNull(),
    notes: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index("booking_condition_reports_of_booking").on(table.bookingId, table.createdAt),
    check(
      "booking_condition_reports_are_known",
      sql`${table.byRole} in ('renter', 'owner') and ${table.phase} in ('check_out', 'check_in')
        and ${table.condition} in ('good', 'damaged', 'other')`,
    ),
  ],
);

/** The story of a rental, for its timeline. Append-only by trigger. */
export const rentalEvents = pgTable(
  "rental_events",
  {
    id: id(),
    bookingId: uuid().notNull(),
    actorId: uuid(),
    eventType: text().notNull(),
    notes: text(),
    metadata: jsonb().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index("rental_events_of_booking").on(table.bookingId, table.createdAt),
    check("rental_events_type_is_snake_case", sql`${table.eventType} ~ '^[a-z]+(_[a-z]+)*$'`),
  ],
);

/** Who moved it: one of the people concerned, an admin, or the system by a deadline or a provider's word. */
export const TRANSITION_TYPES = ["party", "admin", "system"] as const;

/** Every change of every status. Append-only by trigger. */
export const statusTransitions = pgTable(
  "status_transitions",
  {
    id: id(),
    entityType: text().notNull(),
    entityId: uuid().notNull(),
    field: text().notNull().default("status"),
    fromStatus: text(),
    toStatus: text().notNull(),
    transitionType: text({ enum: TRANSITION_TYPES }).notNull(),
    reason: text(),
    actorId: uuid(),
    createdAt: createdAt(),
  },
  (table) => [
    index("status_transitions_of_entity").on(table.entityType, table.entityId, table.createdAt),
    check("status_transitions_type_is_known", oneOf(table.transitionType, TRANSITION_TYPES)),
    check("status_transitions_change_something", sql`${table.fromStatus} is distinct from ${table.toStatus}`),
  ],
);
