import type { TimelineEvent } from "@nexby/contract/bookings/timeline";
import { REMINDER_KINDS } from "@nexby/domain/bookings/reminders";
import { MAX_CODE_TRIES } from "@nexby/domain/handoffs/handoff-code";
import { PLAN_KINDS } from "@nexby/domain/planning/planned-times";
import { REVIEW_ROLES } from "@nexby/domain/reviews/reviews";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
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

/**
 * Proposed and confirmed times and places of a pickup or return. A confirmed time stays in force while another one is
 * proposed, and is superseded when that one is confirmed.
 */
export const pickupSchedules = pgTable(
  "pickup_schedules",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    kind: text({ enum: PLAN_KINDS }).notNull().default("pickup"),
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
    /** Without a response until then, a first pickup time is confirmed automatically and a moved time expires. */
    expiresAt: instant().notNull(),
    confirmedAt: instant(),
    /** Null when confirmed automatically. */
    confirmedBy: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    index("pickup_schedules_of_booking").on(table.bookingId),
    uniqueIndex("pickup_schedules_one_proposal")
      .on(table.bookingId, table.kind)
      .where(sql`${table.status} = 'proposed'`),
    uniqueIndex("pickup_schedules_one_in_force")
      .on(table.bookingId, table.kind)
      .where(sql`${table.status} = 'confirmed'`),
    check("pickup_schedules_kind_is_known", oneOf(table.kind, PLAN_KINDS)),
    check("pickup_schedules_status_is_known", oneOf(table.status, PICKUP_STATUSES)),
    check("pickup_schedules_place_is_known", oneOf(table.locationType, PLACES)),
    check(
      "pickup_schedules_confirmed_have_time",
      sql`(${table.status} in ('confirmed', 'completed')) <= (${table.confirmedAt} is not null and ${table.confirmedDateTime} is not null)`,
    ),
  ],
);

/** Tries at the code that one person shows at a handoff. Its key is derived from the server's secret, not stored. */
export const handoffCodes = pgTable(
  "handoff_codes",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    kind: text({ enum: PLAN_KINDS }).notNull(),
    shownBy: text({ enum: ["renter", "owner"] }).notNull(),
    /** Each renewal changes the key. */
    renewals: integer().notNull().default(0),
    wrongTries: integer().notNull().default(0),
    /** The minute, counted from 1970, whose digits were accepted. */
    usedStep: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("handoff_codes_one_per_person").on(table.bookingId, table.kind, table.shownBy),
    check("handoff_codes_kind_is_known", oneOf(table.kind, PLAN_KINDS)),
    check("handoff_codes_side_is_known", oneOf(table.shownBy, ["renter", "owner"])),
    check(
      "handoff_codes_tries_are_limited",
      sql`${table.renewals} >= 0 and ${table.wrongTries} between 0 and ${sql.raw(String(MAX_CODE_TRIES))}`,
    ),
  ],
);

/** A rental's timeline. Append-only by trigger. */
export const rentalEvents = pgTable(
  "rental_events",
  {
    id: id(),
    bookingId: uuid().notNull(),
    actorId: uuid(),
    eventType: text().$type<TimelineEvent>().notNull(),
    notes: text(),
    metadata: jsonb().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index("rental_events_of_booking").on(table.bookingId, table.createdAt),
    check("rental_events_type_is_snake_case", sql`${table.eventType} ~ '^[a-z]+(_[a-z]+)*$'`),
  ],
);

/** `party`: the renter or owner. `system`: a deadline or a provider event. */
export const TRANSITION_TYPES = ["party", "admin", "system"] as const;

/** All status changes. Append-only by trigger. */
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

/** The upcoming and sent reminders of a booking. A row moves with the booking until it is sent. */
export const bookingReminders = pgTable(
  "booking_reminders",
  {
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    kind: text({ enum: REMINDER_KINDS }).notNull(),
    recipient: text({ enum: REVIEW_ROLES }).notNull(),
    dueAt: instant().notNull(),
    sentAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "booking_reminders_once", columns: [table.bookingId, table.kind, table.recipient] }),
    check("booking_reminders_kind_is_known", oneOf(table.kind, REMINDER_KINDS)),
    check("booking_reminders_recipient_is_known", oneOf(table.recipient, REVIEW_ROLES)),
  ],
);
