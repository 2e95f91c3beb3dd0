import { describeTable } from "../../testing/listings/catalogue.ts";
import { createBookings, ID, MISSING_ID, OTHER, SECOND_BOOKING } from "./booking-tables.fixture.ts";
import {
  cents,
  centsFrom0,
  createdAt,
  id,
  optionalInstant,
  optionalReference,
  optionalText,
  reference,
  text,
  textFrom,
  whole,
  wholeFrom,
  yesNo,
} from "./columns.fixture.ts";

const optionalCents = (column: string) => ({ ...cents(column), nullable: true }) as const;
const percent = { type: "numeric(7,2)" };

describeTable({
  table: "late_fees",
  ids: "[DATA-15]",
  fields: {
    id,
    bookingId: reference,
    daysLate: whole,
    dailyLateFee: cents("daily_late_fee_cents"),
    calculatedFee: cents("calculated_fee_cents"),
    cappedFee: cents("capped_fee_cents"),
    status: textFrom("calculated"),
    chargedAmount: centsFrom0("charged_cents"),
    waivedAmount: centsFrom0("waived_cents"),
    waiverReason: optionalText,
    paymentStatus: textFrom("pending"),
    depositCents: centsFrom0("deposit_cents"),
    stoppedAt: optionalInstant,
    contestedAt: optionalInstant,
    contestReason: optionalText,
    decisionReason: optionalText,
    chargeableAt: optionalInstant,
    paymentId: optionalReference,
    chargeTries: wholeFrom(0),
    payBy: optionalInstant,
    createdAt,
  },
  validRow: async (db) => {
    const { booking_id } = await createBookings(db);
    return {
      id: ID,
      booking_id,
      days_late: 2,
      daily_late_fee_cents: 2_500,
      calculated_fee_cents: 5_000,
      capped_fee_cents: 4_000,
    };
  },
  refused: {
    unique: {
      late_fees_pkey: { "a duplicate id": { booking_id: SECOND_BOOKING } },
      late_fees_booking_unique: { "a second fee of one booking": { id: OTHER } },
    },
    reference: {
      late_fees_booking_id_bookings_id_fk: { "an unknown booking": { id: OTHER, booking_id: MISSING_ID } },
      late_fees_payment_id_payments_id_fk: {
        "an unknown payment": { id: OTHER, booking_id: SECOND_BOOKING, payment_id: MISSING_ID },
      },
    },
    check: {
      late_fees_status_is_known: { "an unknown status": { status: "paid" } },
      late_fees_payment_is_known: { "an unknown payment status": { payment_status: "captured" } },
      late_fees_amounts_make_sense: {
        "a capped fee above the calculated one": { capped_fee_cents: 5_001 },
        "a negative number of days": { days_late: -1 },
        "more than is owed": { charged_cents: 4_001 },
        "more from the deposit than was charged": { charged_cents: 100, deposit_cents: 101 },
      },
      late_fees_stop_before_charge: { "a charge before the return": { chargeable_at: "2027-06-01T00:00:00Z" } },
      late_fees_give_reasons: {
        "a waiver without a reason": { waived_cents: 1 },
        "a contest without a reason": { contested_at: "2027-06-01T00:00:00Z" },
        "a dispute nobody opened": { status: "disputed" },
      },
    },
  },
});

describeTable({
  table: "late_fee_rules",
  ids: "[DATA-15]",
  fields: {
    id,
    name: text,
    category: { ...optionalReference, column: "category_id" },
    itemValueMin: optionalCents("item_value_min_cents"),
    itemValueMax: optionalCents("item_value_max_cents"),
    gracePeriodHours: wholeFrom(2),
    feeType: textFrom("fixed"),
    feeAmount: optionalCents("fee_cents"),
    feePercent: { ...percent, nullable: true },
    maxFeeAmount: optionalCents("max_fee_cents"),
    dailyEscalationRate: { ...percent, default: "0.00" },
    escalationCapDays: wholeFrom(7),
    priority: wholeFrom(0),
    isActive: yesNo(true),
    createdAt,
  },
  validRow: async () => ({ id: ID, name: "Bikes", fee_cents: 2_500 }),
  refused: {
    unique: { late_fee_rules_pkey: { "a duplicate id": {} } },
    reference: {
      late_fee_rules_category_id_categories_id_fk: { "an unknown category": { id: OTHER, category_id: MISSING_ID } },
    },
    check: {
      late_fee_rules_type_is_known: { "an unknown type": { fee_type: "hourly", fee_cents: null } },
      late_fee_rules_have_a_fee: {
        "no fee": { fee_cents: null },
        "a percentage without one": { fee_type: "percentage" },
      },
      late_fee_rules_make_sense: {
        "a negative fee": { fee_cents: -1 },
        "a negative grace period": { grace_period_hours: -1 },
        "no day of increase": { escalation_cap_days: 0 },
        "an empty value range": { item_value_min_cents: 100, item_value_max_cents: 100 },
      },
    },
  },
});
