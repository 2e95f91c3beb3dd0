import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { createBooking } from "../../testing/booking-rows.ts";
import { describeTable } from "../../testing/catalogue.ts";
import { createItem, createUser } from "../../testing/factories.ts";
import { PRICE } from "../../testing/money-under-test.ts";

const NOBODY = "0190a0a0-0000-7000-8000-000000000000";
const ID = "0190a0a0-0000-7000-8000-000000000001";
const OTHER = "0190a0a0-0000-7000-8000-000000000002";
const OWNER = "0190a0a0-0000-7000-8000-000000000003";
/** Of two bookings; the second has nothing yet. */
const BOOKING = "0190a0a0-0000-7000-8000-000000000004";
const SECOND_BOOKING = "0190a0a0-0000-7000-8000-000000000005";

const id = { type: "uuid", default: "gen_random_uuid()" };
const reference = { type: "uuid" };
const optionalText = { type: "text", nullable: true } as const;
const textFrom = (value: string) => ({ type: "text", default: value });
const yesNo = (value: boolean) => ({ type: "boolean", default: value });
const instant = { type: "timestamp(3) with time zone" };
const optionalInstant = { ...instant, nullable: true } as const;
const whole = { type: "integer" };
const wholeFrom = (value: number) => ({ type: "integer", default: value });
const cents = (column: string) => ({ column, type: "integer" });
const centsFrom0 = (column: string) => ({ column, type: "integer", default: 0 });
const coordinate = { type: "double precision", nullable: true } as const;
const rate = { type: "numeric(7,4)" };
const price = { type: "jsonb" };

/** Bookings as a checkout leaves them, but without their requests. */
async function createBookings(db: Db) {
  const ownerId = await createUser(db, { id: OWNER });
  const parties = { ownerId, renterId: await createUser(db), itemId: await createItem(db, { ownerId }) };
  for (const bookingId of [BOOKING, SECOND_BOOKING]) await createBooking(db, { id: bookingId, ...parties });
  await db.execute(sql`delete from booking_requests`);
  return { booking_id: BOOKING, item_id: parties.itemId, renter_id: parties.renterId, owner_id: ownerId };
}

describeTable({
  table: "bookings",
  ids: "[DATA-04]",
  fields: {
    id,
    itemId: reference,
    renterId: reference,
    ownerId: reference,
    startAt: instant,
    endAt: instant,
    totalCents: cents("total_cents"),
    rentalPart: cents("rental_cents"),
    deliveryPart: centsFrom0("delivery_cents"),
    cleaningPart: centsFrom0("cleaning_cents"),
    taxPart: centsFrom0("tax_cents"),
    depositPart: centsFrom0("deposit_cents"),
    insurancePart: centsFrom0("insurance_cents"),
    depositAmount: centsFrom0("deposit_cents"),
    commissionAmount: cents("commission_cents"),
    commissionRate: rate,
    ownerEarnings: cents("owner_earnings_cents"),
    platformCommission: cents("platform_commission_cents"),
    taxAmount: centsFrom0("tax_cents"),
    taxRate: { ...rate, default: "0.0000" },
    taxJurisdiction: optionalText,
    serviceFeeAmount: centsFrom0("service_fee_cents"),
    deliveryFee: centsFrom0("delivery_cents"),
    priceBreakdown: price,
    status: textFrom("pending"),
    paymentStatus: textFrom("none"),
    approvalStatus: textFrom("draft"),
    rentalStatus: textFrom("pending"),
    payoutStatus: textFrom("not_started"),
    paymentReference: { column: "rental_payment_id", type: "uuid", nullable: true },
    depositReference: { column: "deposit_payment_id", type: "uuid", nullable: true },
    authExpiresAt: optionalInstant,
    ownerDecisionDeadline: optionalInstant,
    reAuthAttempts: wholeFrom(0),
    maxReAuthAttempts: wholeFrom(3),
    depositReleased: yesNo(false),
    commissionPaid: yesNo(false),
    depositRefundedAt: optionalInstant,
    lateFeeAmount: centsFrom0("late_fee_cents"),
    lateFeeCents: centsFrom0("late_fee_cents"),
    ownerCheckedOutAt: { ...optionalInstant, column: "owner_handed_over_at" },
    renterCheckedOutAt: { ...optionalInstant, column: "actual_pickup_at" },
    renterCheckedInAt: { ...optionalInstant, column: "returned_at" },
    ownerCheckedInAt: { ...optionalInstant, column: "closed_at" },
    checkoutNotes: optionalText,
    returnCondition: optionalText,
    returnNotes: optionalText,
    isDisputed: yesNo(false),
    adminResolution: optionalText,
    adminNotes: optionalText,
    exchangeType: { type: "text" },
    exchangeAddress: optionalText,
    exchangeLatitude: coordinate,
    exchangeLongitude: coordinate,
    deliveryMethod: textFrom("pickup"),
    deliveryAddress: optionalText,
    pickupMethod: textFrom("PICKUP"),
    meetupLocation: optionalText,
    scheduledPickupAt: optionalInstant,
    scheduledReturnAt: optionalInstant,
    actualPickupAt: optionalInstant,
    actualReturnAt: optionalInstant,
    approvedAt: optionalInstant,
    approvalMessage: optionalText,
    declinedAt: optionalInstant,
    declineReason: optionalText,
    requestedPickupAt: optionalInstant,
    requestedDropoffAt: optionalInstant,
    isPickupFlexible: yesNo(false),
    isDropoffFlexible: yesNo(false),
    requestedIntervalStart: optionalInstant,
    requestedIntervalEnd: optionalInstant,
    quantityReserved: { ...whole, isWorkedOut: true },
    quantity: wholeFrom(1),
  },
  validRow: async (db) => {
    const { booking_id: _, ...parties } = await createBookings(db);
    return {
      id: ID,
      ...parties,
      start_date: "2027-06-01",
      end_date: "2027-06-01",
      start_at: "2027-06-01T13:00:00Z",
      end_at: "2027-06-01T13:00:00Z",
      timezone: "America/New_York",
      total_cents: 1_000,
      rental_cents: 900,
      tax_cents: 50,
      insurance_cents: 50,
      commission_rate: 5,
      commission_cents: 45,
      owner_earnings_cents: 855,
      platform_commission_cents: 45,
      price_breakdown: JSON.stringify(PRICE),
      policy_snapshot: "flexible",
      exchange_type: "pickup",
    };
  },
  refused: {
    unique: { bookings_pkey: { "an id twice": {} } },
    reference: {
      bookings_item_id_items_id_fk: { "an unknown item": { id: OTHER, item_id: NOBODY } },
      bookings_renter_id_users_id_fk: { "an unknown renter": { id: OTHER, renter_id: NOBODY } },
      bookings_owner_id_users_id_fk: { "an unknown owner": { id: OTHER, owner_id: NOBODY } },
    },
    check: {
      bookings_status_is_known: { "an unknown status": { status: "cancelled" }, "no status": { status: "" } },
      bookings_approval_is_known: { "an unknown approval": { approval_status: "declined" } },
      bookings_payment_is_known: { "an unknown payment status": { payment_status: "paid" } },
      bookings_rental_is_known: { "an unknown rental status": { rental_status: "gone" } },
      bookings_payout_is_known: { "an unknown payout status": { payout_status: "sent" } },
      bookings_deposit_is_known: { "an unknown deposit status": { deposit_status: "held" } },
      bookings_exchange_is_known: { "an unknown exchange": { exchange_type: "mail" } },
      bookings_policy_is_known: { "an unknown policy": { policy_snapshot: "never" } },
      bookings_are_not_to_oneself: { "one's own item": { renter_id: OWNER } },
      bookings_have_order: {
        "an end before the start": { end_at: "2027-06-01T12:59:59.999Z" },
        "a last day before the first": { end_date: "2027-05-31" },
        "a start that never comes": { start_at: "-infinity" },
        "an end that never comes": { end_at: "infinity" },
      },
      bookings_take_a_unit: { "no unit": { quantity: 0 } },
      bookings_price_adds_up: {
        "a total of nothing": { total_cents: 0 },
        "a total that is not the sum of its parts": { total_cents: 1_001 },
        "a negative deposit": { deposit_cents: -1 },
        "a negative late fee": { late_fee_cents: -1 },
        "a negative tax": { tax_cents: -50, total_cents: 900 },
        "negative earnings": { owner_earnings_cents: -5, total_cents: 140 },
      },
      bookings_tries_make_sense: {
        "more tries than allowed": { re_auth_attempts: 4 },
        "fewer tries than none": { re_auth_attempts: -1 },
      },
      bookings_canceled_say_how: {
        "a cancellation without its terms": { status: "canceled" },
        "terms of a cancellation that was none": { canceled_at: "2027-01-01T00:00:00Z", cancellation: "{}" },
      },
    },
  },
});

const ANOTHER_REQUEST = { id: OTHER, booking_id: SECOND_BOOKING, checkout_session_id: OTHER };

describeTable({
  table: "booking_requests",
  ids: "[DATA-05]",
  fields: {
    id,
    itemId: reference,
    renterId: reference,
    ownerId: reference,
    startDate: { type: "date" },
    endDate: { type: "date" },
    totalCents: whole,
    quantity: wholeFrom(1),
    requestedPickup: { ...optionalInstant, column: "requested_pickup_at" },
    requestedDropoff: { ...optionalInstant, column: "requested_dropoff_at" },
    isPickupFlexible: yesNo(false),
    isDropoffFlexible: yesNo(false),
    requestedIntervalStart: optionalInstant,
    requestedIntervalEnd: optionalInstant,
    status: textFrom("submitted"),
    paymentStatus: textFrom("none"),
    approvalStatus: textFrom("pending_owner"),
    checkoutSessionId: reference,
    paymentIntentId: optionalText,
    authExpiresAt: optionalInstant,
    priceParts: price,
    deliveryMethod: textFrom("pickup"),
    deliveryAddress: optionalText,
    pickupMethod: textFrom("PICKUP"),
    meetupLocation: optionalText,
    approvedAt: optionalInstant,
    approvalMessage: optionalText,
    declinedAt: optionalInstant,
    declineReason: optionalText,
    termsAccepted: { type: "boolean" },
    termsVersion: whole,
  },
  validRow: async (db) => ({
    id: ID,
    ...(await createBookings(db)),
    start_date: "2027-06-01",
    end_date: "2027-06-01",
    total_cents: 1,
    checkout_session_id: ID,
    price_parts: JSON.stringify(PRICE),
    terms_accepted: true,
    terms_version: 1,
  }),
  refused: {
    unique: {
      booking_requests_pkey: { "an id twice": {} },
      booking_requests_booking_unique: { "two requests for one booking": { id: OTHER, checkout_session_id: OTHER } },
      booking_requests_attempt_unique: { "an attempt twice": { id: OTHER, booking_id: SECOND_BOOKING } },
    },
    reference: {
      booking_requests_booking_id_bookings_id_fk: { "an unknown booking": { ...ANOTHER_REQUEST, booking_id: NOBODY } },
      booking_requests_item_id_items_id_fk: { "an unknown item": { ...ANOTHER_REQUEST, item_id: NOBODY } },
      booking_requests_renter_id_users_id_fk: { "an unknown renter": { ...ANOTHER_REQUEST, renter_id: NOBODY } },
      booking_requests_owner_id_users_id_fk: { "an unknown owner": { ...ANOTHER_REQUEST, owner_id: NOBODY } },
    },
    check: {
      booking_requests_status_is_known: { "an unknown status": { status: "canceled" } },
      booking_requests_payment_is_known: { "an unknown payment status": { payment_status: "refunded" } },
      booking_requests_approval_is_known: { "an unknown approval": { approval_status: "draft" } },
      booking_requests_have_order: { "an end before the start": { end_date: "2027-05-31" } },
      booking_requests_make_sense: { "no unit": { quantity: 0 }, "a total of nothing": { total_cents: 0 } },
      booking_requests_terms_are_accepted: { "terms that were not accepted": { terms_accepted: false } },
      booking_requests_delivery_is_known: {
        "an unknown delivery": { delivery_method: "meetup" },
        "an unknown pickup": { pickup_method: "pickup" },
      },
    },
  },
});

const ANOTHER_PICKUP = { id: OTHER, booking_id: SECOND_BOOKING };
const CONFIRMED = { confirmed_at: "2027-05-01T00:00:00Z", confirmed_date_time: "2027-06-01T13:00:00Z" };

describeTable({
  table: "pickup_schedules",
  ids: "[DATA-06]",
  fields: {
    id,
    bookingId: reference,
    proposedBy: reference,
    status: textFrom("proposed"),
    proposedDateTime: instant,
    confirmedDateTime: optionalInstant,
    timeFlexible: yesNo(false),
    locationType: textFrom("owner_address"),
    address: optionalText,
    latitude: coordinate,
    longitude: coordinate,
    notes: optionalText,
    proposalMessage: optionalText,
    responseMessage: optionalText,
    specialInstructions: optionalText,
    confirmedAt: optionalInstant,
    confirmedBy: { type: "uuid", nullable: true },
  },
  validRow: async (db) => {
    const { booking_id } = await createBookings(db);
    return {
      id: ID,
      booking_id,
      proposed_by: OWNER,
      proposed_date_time: "2027-06-01T13:00:00Z",
      expires_at: "2027-05-02T00:00:00Z",
    };
  },
  refused: {
    unique: {
      pickup_schedules_pkey: { "an id twice": { booking_id: SECOND_BOOKING } },
      pickup_schedules_one_open: {
        "a second proposal": { id: OTHER },
        "a confirmed time besides a proposal": { id: OTHER, status: "confirmed", ...CONFIRMED },
      },
    },
    reference: {
      pickup_schedules_booking_id_bookings_id_fk: { "an unknown booking": { ...ANOTHER_PICKUP, booking_id: NOBODY } },
      pickup_schedules_proposed_by_users_id_fk: { "an unknown person": { ...ANOTHER_PICKUP, proposed_by: NOBODY } },
      pickup_schedules_confirmed_by_users_id_fk: {
        "somebody unknown to confirm": { ...ANOTHER_PICKUP, confirmed_by: NOBODY },
      },
    },
    check: {
      pickup_schedules_status_is_known: { "an unknown status": { status: "accepted" } },
      pickup_schedules_place_is_known: { "an unknown place": { location_type: "cafe" } },
      pickup_schedules_confirmed_have_time: {
        "a confirmation without a time": { status: "confirmed" },
        "an end without a time": { status: "completed", confirmed_at: "2027-05-01T00:00:00Z" },
      },
    },
  },
});
