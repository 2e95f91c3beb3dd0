import type { Db } from "../../platform/db/db.ts";
import { createBooking } from "../../testing/booking-rows.ts";
import { describeTable } from "../../testing/catalogue.ts";
import { createItem, createUser } from "../../testing/factories.ts";
import { insertConditionReport } from "./bookings.repository.ts";

const NOBODY = "0190a0a0-0000-7000-8000-000000000000";
const ID = "0190a0a0-0000-7000-8000-000000000001";
const OTHER = "0190a0a0-0000-7000-8000-000000000002";
const BOOKING = "0190a0a0-0000-7000-8000-000000000003";

const id = { type: "uuid", default: "gen_random_uuid()" };
const reference = { type: "uuid" };
const text = { type: "text" };

async function createRental(db: Db): Promise<void> {
  const ownerId = await createUser(db);
  const parties = { ownerId, renterId: await createUser(db), itemId: await createItem(db, { ownerId }) };
  await createBooking(db, { id: BOOKING, ...parties });
}

describeTable({
  table: "booking_condition_reports",
  ids: "[DATA-04]",
  fields: {
    id,
    bookingId: reference,
    byRole: text,
    phase: text,
    condition: text,
    notes: { ...text, nullable: true },
  },
  validRow: async (db) => {
    await createRental(db);
    return { id: ID, booking_id: BOOKING, by_role: "owner", phase: "check_out", condition: "good" };
  },
  refused: {
    unique: { booking_condition_reports_pkey: { "an id twice": {} } },
    reference: {
      booking_condition_reports_booking_id_bookings_id_fk: {
        "an unknown booking": { id: OTHER, booking_id: NOBODY },
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
  fields: { id, reportId: reference, url: text },
  validRow: async (db) => {
    await createRental(db);
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
    unique: { booking_report_photos_pkey: { "an id twice": {} } },
    reference: {
      booking_report_photos_report_id_booking_condition_reports_id_fk: {
        "an unknown report": { id: OTHER, report_id: NOBODY },
      },
    },
  },
});
