import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, instant, oneOf, openEnd } from "./columns.ts";
import { items } from "./listings.ts";

/** Reasons for a hold: an unfinished checkout, a booking, the owner's block, an external calendar, a late return. */
export const HOLD_KINDS = ["checkout", "reservation", "block", "import", "overdue"] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

type CalendarConflict = { summary: string; startDate: string; endDate: string };

/** An external calendar whose events make an item unavailable, as bookings do. */
export const externalCalendars = pgTable(
  "external_calendars",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => items.id),
    name: text().notNull(),
    /** Null for an uploaded file. */
    url: text(),
    lastReadAt: instant(),
    lastProblem: text(),
    importedCount: integer().notNull().default(0),
    conflicts: jsonb().$type<CalendarConflict[]>().notNull().default([]),
    createdAt: createdAt(),
    removedAt: instant(),
  },
  (table) => [
    index("external_calendars_of_item").on(table.itemId).where(sql`${table.removedAt} is null`),
    check("external_calendars_url_is_https", sql`${table.url} ~ '^https://'`),
  ],
);

/**
 * The only record of unavailable units. The trigger `guard_inventory_hold` rejects any row that would take more units
 * than the item has at any instant.
 */
export const inventoryHolds = pgTable(
  "inventory_holds",
  {
    id: id(),
    listingId: uuid()
      .notNull()
      .references(() => items.id),
    startTime: instant().notNull(),
    /** Null while the item isn't back or is lost. */
    endTime: openEnd().notNull(),
    quantity: integer().notNull().default(1),
    kind: text({ enum: HOLD_KINDS }).notNull().default("checkout"),
    renterUserId: uuid().references(() => users.id),
    bookingId: uuid(),
    /** Set for an event imported from an external calendar. */
    externalCalendarId: uuid().references(() => externalCalendars.id),
    expiresAt: instant(),
    releasedAt: instant(),
    forced: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index("inventory_holds_of_renter").on(table.renterUserId),
    index("inventory_holds_of_booking").on(table.bookingId),
    index("inventory_holds_of_calendar").on(table.externalCalendarId).where(sql`${table.releasedAt} is null`),
    index("inventory_holds_by_end").on(table.listingId, table.endTime).where(sql`${table.releasedAt} is null`),
    index("inventory_holds_to_expire").on(table.expiresAt).where(sql`${table.releasedAt} is null`),
    check("inventory_holds_kind_is_known", oneOf(table.kind, HOLD_KINDS)),
    /** The late returns of an item, which later bookings look up. */
    index("inventory_holds_overdue").on(table.listingId).where(sql`${table.kind} = 'overdue'`),
    check(
      "inventory_holds_have_length",
      sql`${table.endTime} > ${table.startTime} and isfinite(${table.startTime})
        and (isfinite(${table.endTime}) or (${table.kind} = 'overdue' and ${table.forced}))`,
    ),
    check("inventory_holds_take_a_unit", sql`${table.quantity} >= 1`),
  ],
);
