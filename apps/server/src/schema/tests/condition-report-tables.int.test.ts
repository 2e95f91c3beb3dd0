import { insertConditionReport } from "../../features/bookings/bookings.queries.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";
import {
  BOOKING,
  createBookings,
  ID,
  id,
  MISSING_ID,
  OTHER,
  optionalText,
  reference,
} from "./booking-tables.fixture.ts";

describeTable({
  table: "booking_condition_reports",
  ids: "[DATA-04]",
  fields: {
    id,
    bookingId: reference,
    byRole: { type: "text" },
    phase: { type: "text" },
    condition: { type: "text" },
    notes: optionalText,
  },
  validRow: async (db) => {
    const { booking_id } = await createBookings(db);
    return { id: ID, booking_id, by_role: "owner", phase: "check_out", condition: "good" };
  },
  refused: {
    unique: { booking_condition_reports_pkey: { "a duplicate id": {} } },
    reference: {
      booking_condition_reports_booking_id_bookings_id_fk: {
        "an unknown booking": { id: OTHER, booking_id: MISSING_ID },
      },
    },
    check: {
      booking_condition_reports_are_known: {
        "an unknown role": { by_role: "admin" },
        "an unknown phase": { phase: "pickup" },
        "an unknown condition": { condition: "broken" },
      },
    },
  },
});

describeTable({
  table: "booking_report_photos",
  ids: "[DATA-04]",
  fields: { id, reportId: reference, url: { type: "text" } },
  validRow: async (db) => {
    await createBookings(db);
    return {
      id: ID,
      report_id: await insertConditionReport(db, {
        bookingId: BOOKING,
        byRole: "renter",
        phase: "check_out",
        condition: "good",
      }),
      url: "https://photos.example/out.webp",
    };
  },
  refused: {
    unique: { booking_report_photos_pkey: { "a duplicate id": {} } },
    reference: {
      booking_report_photos_report_id_booking_condition_reports_id_fk: {
        "an unknown report": { id: OTHER, report_id: MISSING_ID },
      },
    },
  },
});
