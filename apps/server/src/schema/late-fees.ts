import { LATE_FEE_TYPES } from "@nexby/domain/late-fees/late-fee-rules";
import { LATE_FEE_PAYMENT_STATUSES, LATE_FEE_STATUSES } from "@nexby/domain/late-fees/late-fee-statuses";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bookings } from "./bookings.ts";
import { cents, createdAt, id, instant, oneOf } from "./columns.ts";
import { categories } from "./listings.ts";
import { payments } from "./payments.ts";

const percent = () => numeric({ precision: 7, scale: 2 });

/** The cost of a late return. Admins manage the rules; bookings keep the terms agreed at checkout. */
export const lateFeeRules = pgTable(
  "late_fee_rules",
  {
    id: id(),
    name: text().notNull(),
    /** Null means every category. Deleting a category deletes its rules. */
    categoryId: uuid().references(() => categories.id, { onDelete: "cascade" }),
    /** The item's replacement value. The minimum is included, the maximum is not. */
    itemValueMinCents: cents(),
    itemValueMaxCents: cents(),
    gracePeriodHours: integer().notNull().default(2),
    feeType: text({ enum: LATE_FEE_TYPES }).notNull().default("fixed"),
    /** For the first day and unit: an amount, or a percentage of the daily rate. */
    feeCents: cents(),
    feePercent: percent(),
    maxFeeCents: cents(),
    /** Each further day costs this percent of the first day's fee more. */
    dailyEscalationRate: percent().notNull().default("0.00"),
    escalationCapDays: integer().notNull().default(7),
    priority: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  (table) => [
    check("late_fee_rules_type_is_known", oneOf(table.feeType, LATE_FEE_TYPES)),
    check(
      "late_fee_rules_have_a_fee",
      sql`(${table.feeType} = 'fixed') = (${table.feeCents} is not null)
        and (${table.feeType} = 'percentage') = (${table.feePercent} is not null)`,
    ),
    check(
      "late_fee_rules_make_sense",
      sql`least(${table.gracePeriodHours}, ${table.dailyEscalationRate}, ${table.feeCents}, ${table.feePercent},
        ${table.maxFeeCents}, ${table.itemValueMinCents}) >= 0 and ${table.escalationCapDays} >= 1
        and (${table.itemValueMaxCents} is null or ${table.itemValueMaxCents} > coalesce(${table.itemValueMinCents}, 0))`,
    ),
  ],
);

/** The fee of a late return, from the first day late on. At most one per booking. */
export const lateFees = pgTable(
  "late_fees",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .unique("late_fees_booking_unique")
      .references(() => bookings.id),
    daysLate: integer().notNull(),
    /** For the first day, per unit. */
    dailyLateFeeCents: cents().notNull(),
    calculatedFeeCents: cents().notNull(),
    cappedFeeCents: cents().notNull(),
    status: text({ enum: LATE_FEE_STATUSES }).notNull().default("calculated"),
    /** Paid by card or from the deposit. */
    chargedCents: cents().notNull().default(0),
    /** The part of `chargedCents` that the deposit paid. */
    depositCents: cents().notNull().default(0),
    waivedCents: cents().notNull().default(0),
    waiverReason: text(),
    paymentStatus: text({ enum: LATE_FEE_PAYMENT_STATUSES }).notNull().default("pending"),
    /** When the item came back or counted as lost; null while the fee still grows. */
    stoppedAt: instant(),
    contestedAt: instant(),
    contestReason: text(),
    /** The admin's reason for the decision on a contested fee. */
    decisionReason: text(),
    /** The end of the time to contest it, or the admin's decision. */
    chargeableAt: instant(),
    paymentId: uuid().references(() => payments.id),
    chargeTries: integer().notNull().default(0),
    /** Until then the renter can pay with any card, then the deposit pays. */
    payBy: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("late_fees_disputed").on(table.contestedAt).where(sql`${table.status} = 'disputed'`),
    check("late_fees_status_is_known", oneOf(table.status, LATE_FEE_STATUSES)),
    check("late_fees_payment_is_known", oneOf(table.paymentStatus, LATE_FEE_PAYMENT_STATUSES)),
    check(
      "late_fees_amounts_make_sense",
      sql`least(${table.daysLate}, ${table.dailyLateFeeCents}, ${table.chargeTries}, ${table.depositCents},
        ${table.waivedCents}) >= 0 and ${table.cappedFeeCents} between 0 and ${table.calculatedFeeCents}
        and ${table.chargedCents} between ${table.depositCents} and ${table.cappedFeeCents} - ${table.waivedCents}`,
    ),
    check("late_fees_stop_before_charge", sql`(${table.stoppedAt} is null) = (${table.chargeableAt} is null)`),
    check(
      "late_fees_give_reasons",
      sql`(${table.waivedCents} = 0 or ${table.waiverReason} is not null)
        and (${table.contestedAt} is null) = (${table.contestReason} is null)
        and (${table.status} <> 'disputed' or ${table.contestedAt} is not null)`,
    ),
  ],
);

export type LateFeeRow = typeof lateFees.$inferSelect;

/** The fee after waivers. */
export const owedOfRow = ({
  cappedFeeCents,
  waivedCents,
}: Pick<LateFeeRow, "cappedFeeCents" | "waivedCents">): number => cappedFeeCents - waivedCents;
