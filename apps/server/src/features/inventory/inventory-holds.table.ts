import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";
import { users } from "../accounts/users.table.ts";
import { items } from "../listings/items.table.ts";
import { externalCalendars } from "./external-calendars.table.ts";
import { HOLD_KINDS } from "./hold-kinds.ts";

/**
 * The only record of what is taken when. A trigger (`guard_inventory_hold`) refuses a row that would take more units
 * than the item has at any instant, whichever way the row is written.
 */
export const inventoryHolds = pgTable(
  "inventory_holds",
  {
    id: id(),
    listingId: uuid()
      .notNull()
      .references(() => items.id),
    startTime: instant().notNull(),
    endTime: instant().notNull(),
    quantity: integer().notNull().default(1),
    kind: text({ enum: HOLD_KINDS }).notNull().default("checkout"),
    renterUserId: uuid().references(() => users.id),
    bookingId: uuid(),
    /** Of an appointment imported from another calendar. */
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
    index("inventory_holds_to_expire").on(table.expiresAt).where(sql`${table.releasedAt} is null`),
    check("inventory_holds_kind_is_known", oneOf(table.kind, HOLD_KINDS)),
    check(
      "inventory_holds_have_length",
      sql`${table.endTime} > ${table.startTime} and isfinite(${table.startTime}) and isfinite(${table.endTime})`,
    ),
    check("inventory_holds_take_a_unit", sql`${table.quantity} >= 1`),
  ],
);
