import { newId } from "../../platform/ids.ts";
import { describeTable, insertRow } from "../../testing/listings/catalogue.ts";
import { createBookings, ID, MISSING_ID, OTHER, OWNER, SECOND_BOOKING } from "./booking-tables.fixture.ts";
import {
  coordinate,
  createdAt,
  id,
  instant,
  json,
  optionalInstant,
  optionalReference,
  optionalText,
  optionalWhole,
  reference,
  text,
  textFrom,
  wholeFrom,
  yesNo,
} from "./columns.fixture.ts";

const ANOTHER_PICKUP = { id: OTHER, booking_id: SECOND_BOOKING };
const CONFIRMED = { confirmed_at: "2027-05-01T00:00:00Z", confirmed_date_time: "2027-06-01T13:00:00Z" };

describeTable({
  table: "pickup_schedules",
  ids: "[DATA-06]",
  fields: {
    id,
    bookingId: reference,
    kind: textFrom("pickup"),
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
    confirmedBy: optionalReference,
    expiresAt: instant,
    createdAt,
  },
  validRow: async (db) => {
    const { booking_id } = await createBookings(db);
    const row = {
      booking_id,
      proposed_by: OWNER,
      proposed_date_time: "2027-06-01T13:00:00Z",
      expires_at: "2027-05-02T00:00:00Z",
    };
    // A confirmed time stays in force next to a proposal, and each kind has its own.
    await insertRow(db, "pickup_schedules", { ...row, id: newId(), status: "confirmed", ...CONFIRMED });
    await insertRow(db, "pickup_schedules", { ...row, id: newId(), kind: "return" });
    return { ...row, id: ID };
  },
  refused: {
    unique: {
      pickup_schedules_pkey: { "a duplicate id": { booking_id: SECOND_BOOKING } },
      pickup_schedules_one_proposal: { "a second proposal of the same kind": { id: OTHER } },
      pickup_schedules_one_in_force: {
        "a second confirmed time of the same kind": { id: OTHER, status: "confirmed", ...CONFIRMED },
      },
    },
    reference: {
      pickup_schedules_booking_id_bookings_id_fk: {
        "an unknown booking": { ...ANOTHER_PICKUP, booking_id: MISSING_ID },
      },
      pickup_schedules_proposed_by_users_id_fk: { "an unknown user": { ...ANOTHER_PICKUP, proposed_by: MISSING_ID } },
      pickup_schedules_confirmed_by_users_id_fk: {
        "an unknown confirming user": { ...ANOTHER_PICKUP, confirmed_by: MISSING_ID },
      },
    },
    check: {
      pickup_schedules_kind_is_known: { "an unknown kind": { kind: "lunch" } },
      pickup_schedules_status_is_known: { "an unknown status": { status: "accepted" } },
      pickup_schedules_place_is_known: { "an unknown place": { location_type: "cafe" } },
      pickup_schedules_confirmed_have_time: {
        "a confirmation without a time": { status: "confirmed" },
        "a completed handoff without a time": { status: "completed", confirmed_at: "2027-05-01T00:00:00Z" },
      },
    },
  },
});

const ANOTHER_CODE = { id: OTHER, booking_id: SECOND_BOOKING };

describeTable({
  table: "handoff_codes",
  ids: "",
  fields: {
    id,
    bookingId: reference,
    kind: text,
    shownBy: text,
    renewals: wholeFrom(0),
    wrongTries: wholeFrom(0),
    usedStep: optionalWhole,
    createdAt,
  },
  validRow: async (db) => {
    const { booking_id } = await createBookings(db);
    return { id: ID, booking_id, kind: "pickup", shown_by: "renter" };
  },
  refused: {
    unique: {
      handoff_codes_pkey: { "a duplicate id": { booking_id: SECOND_BOOKING } },
      handoff_codes_one_per_person: { "a second code of the same person for the same handoff": { id: OTHER } },
    },
    reference: {
      handoff_codes_booking_id_bookings_id_fk: { "an unknown booking": { ...ANOTHER_CODE, booking_id: MISSING_ID } },
    },
    check: {
      handoff_codes_kind_is_known: { "an unknown kind": { ...ANOTHER_CODE, kind: "lunch" } },
      handoff_codes_side_is_known: { "an unknown side": { ...ANOTHER_CODE, shown_by: "admin" } },
      handoff_codes_tries_are_limited: {
        "a sixth incorrect try": { ...ANOTHER_CODE, wrong_tries: 6 },
        "fewer than no tries": { ...ANOTHER_CODE, wrong_tries: -1 },
        "fewer than no renewals": { ...ANOTHER_CODE, renewals: -1 },
      },
    },
  },
});

const ANOTHER_EXTENSION = { id: OTHER, booking_id: SECOND_BOOKING, payment_id: OTHER };
const DECIDED = { decided_at: "2027-05-01T00:00:00Z", requested_at: "2027-04-30T00:00:00Z" };

describeTable({
  table: "booking_extensions",
  ids: "",
  fields: {
    id,
    bookingId: reference,
    status: textFrom("draft"),
    previousEndAt: instant,
    endDate: { type: "date" },
    endAt: instant,
    priceBreakdown: json,
    paymentId: reference,
    message: optionalText,
    declineReason: optionalText,
    expiresAt: instant,
    requestedAt: optionalInstant,
    decidedAt: optionalInstant,
    createdAt,
  },
  validRow: async (db) => {
    const { booking_id } = await createBookings(db);
    const row = {
      booking_id,
      previous_end_at: "2027-06-01T22:00:00Z",
      end_date: "2027-06-03",
      end_at: "2027-06-03T22:00:00Z",
      price_breakdown: "{}",
      expires_at: "2027-05-31T00:00:00Z",
    };
    // Ended extensions don't count as open.
    await insertRow(db, "booking_extensions", {
      ...row,
      id: newId(),
      payment_id: newId(),
      status: "approved",
      ...DECIDED,
    });
    return { ...row, id: ID, payment_id: ID };
  },
  refused: {
    unique: {
      booking_extensions_pkey: { "a duplicate id": { booking_id: SECOND_BOOKING, payment_id: OTHER } },
      booking_extensions_payment_unique: { "the payment of another": { ...ANOTHER_EXTENSION, payment_id: ID } },
      booking_extensions_one_open: {
        "a second open extension": {
          id: OTHER,
          payment_id: OTHER,
          status: "requested",
          requested_at: DECIDED.requested_at,
        },
      },
    },
    reference: {
      booking_extensions_booking_id_bookings_id_fk: {
        "an unknown booking": { ...ANOTHER_EXTENSION, booking_id: MISSING_ID },
      },
    },
    check: {
      booking_extensions_status_is_known: {
        "an unknown status": { ...ANOTHER_EXTENSION, ...DECIDED, status: "granted" },
      },
      booking_extensions_end_later: {
        "no later end": { ...ANOTHER_EXTENSION, end_at: "2027-06-01T22:00:00Z" },
        "an infinite end": { ...ANOTHER_EXTENSION, end_at: "infinity" },
      },
      booking_extensions_end_once: {
        "a decision about a draft": { ...ANOTHER_EXTENSION, ...DECIDED },
        "an ending without a time": { ...ANOTHER_EXTENSION, status: "expired" },
      },
      booking_extensions_are_requested_first: {
        "a request without a time": { ...ANOTHER_EXTENSION, status: "requested" },
        "a decision before the request": {
          ...ANOTHER_EXTENSION,
          status: "approved",
          decided_at: "2027-05-01T00:00:00Z",
        },
      },
    },
  },
});

describeTable({
  table: "booking_reminders",
  ids: "[DATA-18]",
  fields: { bookingId: reference, kind: text, recipient: text, dueAt: instant, sentAt: optionalInstant, createdAt },
  validRow: async (db) => {
    const { booking_id } = await createBookings(db);
    return { booking_id, kind: "pickup", recipient: "renter", due_at: "2027-05-31T13:00:00Z" };
  },
  refused: {
    unique: { booking_reminders_once: { "a second reminder of the same kind to one person": {} } },
    reference: { booking_reminders_booking_id_bookings_id_fk: { "an unknown booking": { booking_id: MISSING_ID } } },
    check: {
      booking_reminders_kind_is_known: { "an unknown kind": { kind: "birthday" } },
      booking_reminders_recipient_is_known: { "an unknown recipient": { recipient: "admin" } },
    },
  },
});
