import { insertPhoto, insertReport } from "../../features/condition/condition.queries.ts";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";
import { evidencePhotos } from "../condition.ts";
import { BOOKING, createBookings, ID, MISSING_ID, OTHER, OWNER } from "./booking-tables.fixture.ts";
import { createdAt, id, optionalInstant, optionalText, reference, text, whole, wholeFrom } from "./columns.fixture.ts";

/** A stored photo that no row names. */
const UNSEEN = "0190a0a0-0000-7000-8000-000000000009";
const HASH = "ab".repeat(32);
const FILES = { originalSha256: HASH, copySha256: HASH, width: 30, height: 20, placeholder: "data:image/webp;base64," };
const FACTS = {
  userRole: "owner",
  stage: "pickup",
  shot: null,
  filename: "a.jpg",
  fileSize: 9,
  mimeType: "image/jpeg",
} as const;

/** A photo and a report of the first booking. */
async function createReport(db: Db) {
  const people = await createBookings(db);
  const [photoId, reportId] = [newId(), newId()];
  const stored = { id: photoId, bookingId: BOOKING, uploadedBy: OWNER, filesKey: `evidence/${photoId}`, ...FILES };
  await insertPhoto(db, stored, FACTS);
  const report = { byRole: "owner", phase: "check_out", condition: "good" } as const;
  const parts = { itemId: people.item_id, photoIds: [], marks: [] };
  await insertReport(db, { id: reportId, bookingId: BOOKING, ...report }, parts);
  return { photoId, reportId };
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
    notes: optionalText,
    photoCode: optionalText,
    photoCodeShownAt: optionalInstant,
    pieces: { type: "jsonb", nullable: true },
    createdAt,
  },
  validRow: async (db) => {
    const { booking_id } = await createBookings(db);
    const code = { photo_code: "123456", photo_code_shown_at: "2026-06-20T12:00:00Z" };
    return { id: ID, booking_id, by_role: "owner", phase: "check_out", condition: "good", ...code };
  },
  refused: {
    unique: {
      booking_condition_reports_pkey: { "a duplicate id": { photo_code: "654321" } },
      booking_condition_reports_code_once: { "a photo code that another report has": { id: OTHER } },
    },
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
      booking_condition_reports_code_has_time: { "a photo code without its time": { photo_code_shown_at: null } },
    },
  },
});

const ANOTHER_PHASE = { id: OTHER, phase: "check_in" };

describeTable({
  table: "photo_code_tries",
  ids: "[COND-01]",
  fields: { id, bookingId: reference, phase: text, byRole: text, wrongTries: wholeFrom(0), createdAt },
  validRow: async (db) => {
    const { booking_id } = await createBookings(db);
    return { id: ID, booking_id, phase: "check_out", by_role: "renter" };
  },
  refused: {
    unique: {
      photo_code_tries_pkey: { "a duplicate id": { phase: "check_in" } },
      photo_code_tries_one_per_person: { "a second row for the same person and phase": { id: OTHER } },
    },
    reference: {
      photo_code_tries_booking_id_bookings_id_fk: { "an unknown booking": { id: OTHER, booking_id: MISSING_ID } },
    },
    check: {
      photo_code_tries_phase_is_known: { "an unknown phase": { id: OTHER, phase: "pickup" } },
      photo_code_tries_role_is_known: { "an unknown role": { ...ANOTHER_PHASE, by_role: "admin" } },
      photo_code_tries_are_limited: { "a sixth incorrect try": { ...ANOTHER_PHASE, wrong_tries: 6 } },
    },
  },
});

describeTable({
  table: "booking_report_photos",
  ids: "[DATA-04]",
  fields: { id, reportId: reference, photoId: reference, position: whole, url: text, createdAt },
  validRow: async (db) => {
    const { reportId, photoId } = await createReport(db);
    return { id: ID, report_id: reportId, photo_id: photoId, position: 1, url: "/api/bookings/1/photos/2" };
  },
  refused: {
    unique: {
      booking_report_photos_pkey: { "a duplicate id": {} },
      booking_report_photos_in_order: { "a second photo in the same place": { id: OTHER } },
      booking_report_photos_once: { "the same photo twice": { id: OTHER, position: 2 } },
    },
    reference: {
      booking_report_photos_report_id_booking_condition_reports_id_fk: {
        "an unknown report": { id: OTHER, report_id: MISSING_ID },
      },
      booking_report_photos_photo_id_evidence_photos_id_fk: {
        "an unknown photo": { id: OTHER, position: 2, photo_id: MISSING_ID },
      },
    },
  },
});

describeTable({
  table: "evidence_photos",
  ids: "[DATA-07]",
  fields: {
    id,
    bookingId: reference,
    uploadedBy: reference,
    filesKey: text,
    originalSha256: { ...text, column: "original_sha256" },
    copySha256: { ...text, column: "copy_sha256" },
    width: whole,
    height: whole,
    placeholder: text,
    filesRemovedAt: optionalInstant,
    createdAt,
  },
  validRow: async (db) => {
    const { booking_id, owner_id } = await createBookings(db);
    const hashes = { original_sha256: HASH, copy_sha256: HASH };
    const size = { width: 30, height: 20, placeholder: "data:image/webp;base64," };
    return { id: ID, booking_id, uploaded_by: owner_id, files_key: "evidence/1", ...hashes, ...size };
  },
  refused: {
    unique: {
      evidence_photos_pkey: { "a duplicate id": {} },
      evidence_photos_files_once: { "the files of another photo": { id: OTHER } },
    },
    reference: {
      evidence_photos_booking_id_bookings_id_fk: {
        "an unknown booking": { id: OTHER, files_key: "evidence/2", booking_id: MISSING_ID },
      },
      evidence_photos_uploaded_by_users_id_fk: {
        "an unknown author": { id: OTHER, files_key: "evidence/2", uploaded_by: MISSING_ID },
      },
    },
    check: {
      evidence_photos_have_size: { "a photo without a size": { width: 0 } },
      evidence_photos_have_hashes: {
        "an original without a hash": { original_sha256: "" },
        "a copy with another kind of hash": { copy_sha256: "AB".repeat(32) },
      },
    },
  },
});

describeTable({
  table: "rental_photos",
  ids: "[DATA-07]",
  fields: {
    id,
    bookingId: reference,
    uploadedBy: reference,
    userRole: text,
    stage: text,
    photoUrl: text,
    filename: text,
    fileSize: whole,
    mimeType: text,
    photoId: reference,
    shot: optionalText,
    createdAt,
  },
  validRow: async (db) => {
    const { booking_id, owner_id } = await createBookings(db);
    for (const one of [ID, UNSEEN]) {
      const stored = { id: one, bookingId: BOOKING, uploadedBy: OWNER, filesKey: `evidence/${one}`, ...FILES };
      await db.insert(evidencePhotos).values(stored);
    }
    const file = { filename: "a.jpg", file_size: 9, mime_type: "image/jpeg", photo_url: "/api/bookings/1/photos/2" };
    const people = { booking_id, uploaded_by: owner_id, user_role: "owner", stage: "pickup" };
    return { id: ID, ...people, ...file, photo_id: ID };
  },
  refused: {
    unique: {
      rental_photos_pkey: { "a duplicate id": { photo_id: UNSEEN } },
      rental_photos_once: { "the same photo twice": { id: OTHER } },
    },
    reference: {
      rental_photos_booking_id_bookings_id_fk: {
        "an unknown booking": { id: OTHER, photo_id: UNSEEN, booking_id: MISSING_ID },
      },
      rental_photos_photo_id_evidence_photos_id_fk: { "an unknown photo": { id: OTHER, photo_id: MISSING_ID } },
      rental_photos_uploaded_by_users_id_fk: {
        "an unknown author": { id: OTHER, photo_id: UNSEEN, uploaded_by: MISSING_ID },
      },
    },
    check: {
      rental_photos_role_is_known: { "an unknown role": { user_role: "admin" } },
      rental_photos_stage_is_known: { "an unknown stage": { stage: "check_out" } },
      rental_photos_have_bytes: { "an empty file": { file_size: 0 } },
    },
  },
});
