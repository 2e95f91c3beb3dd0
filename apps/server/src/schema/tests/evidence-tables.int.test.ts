import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertReport } from "../../features/condition/condition.queries.ts";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { BOOKING, createBookings, ID, MISSING_ID, OTHER } from "./booking-tables.fixture.ts";
import {
  createdAt,
  id,
  instant,
  optionalInstant,
  optionalReference,
  reference,
  text,
  whole,
} from "./columns.fixture.ts";

const hash = (column: string) => ({ ...text, column });
const HASH = "ab".repeat(32);

describeTable({
  table: "condition_confirmations",
  ids: "[COND-01]",
  fields: { id, bookingId: reference, byRole: text, phase: text, headSha256: hash("head_sha256"), createdAt },
  validRow: async (db) => {
    const { booking_id } = await createBookings(db);
    return { id: ID, booking_id, by_role: "owner", phase: "check_in", head_sha256: HASH };
  },
  refused: {
    unique: { condition_confirmations_pkey: { "a duplicate id": {} } },
    reference: {
      condition_confirmations_booking_id_bookings_id_fk: {
        "an unknown booking": { id: OTHER, booking_id: MISSING_ID },
      },
    },
    check: {
      condition_confirmations_are_known: {
        "an unknown role": { by_role: "admin" },
        "an unknown phase": { phase: "return" },
      },
    },
  },
});

describeTable({
  table: "evidence_links",
  ids: "[COND-01]",
  fields: {
    id,
    bookingId: reference,
    position: whole,
    kind: text,
    subjectId: reference,
    authorId: reference,
    authorRole: text,
    recordedAt: instant,
    contentSha256: hash("content_sha256"),
    previousSha256: hash("previous_sha256"),
    sha256: hash("sha256"),
  },
  validRow: async (db) => {
    const { booking_id, owner_id } = await createBookings(db);
    const hashes = { content_sha256: HASH, previous_sha256: HASH, sha256: HASH };
    const author = { author_id: owner_id, author_role: "owner", recorded_at: "2026-11-17T12:00:00Z" };
    return { id: ID, booking_id, position: 1, kind: "photo", subject_id: ID, ...author, ...hashes };
  },
  refused: {
    unique: {
      evidence_links_pkey: { "a duplicate id": {} },
      evidence_links_cover_once: { "a second link of the same photo": { id: OTHER, position: 2 } },
      evidence_links_in_order: { "two links in one place": { id: OTHER, subject_id: OTHER } },
    },
    reference: {
      evidence_links_booking_id_bookings_id_fk: {
        "an unknown booking": { id: OTHER, subject_id: OTHER, booking_id: MISSING_ID },
      },
      evidence_links_author_id_users_id_fk: {
        "an unknown author": { id: OTHER, subject_id: OTHER, position: 2, author_id: MISSING_ID },
      },
    },
    check: {
      evidence_links_kind_is_known: { "an unknown kind": { kind: "video" } },
      evidence_links_author_is_known: { "an admin as author": { author_role: "admin" } },
      evidence_links_start_at_one: { "a link before the first": { position: 0 } },
    },
  },
});

async function createReport(db: Db) {
  const { item_id, booking_id } = await createBookings(db);
  const report = { bookingId: BOOKING, byRole: "owner", phase: "check_out", condition: "good" } as const;
  const reportId = newId();
  await insertReport(db, { id: reportId, ...report }, { itemId: item_id, photoIds: [], marks: [] });
  return { item_id, booking_id, report_id: reportId };
}

describeTable({
  table: "item_marks",
  ids: "[COND-01]",
  fields: {
    id,
    itemId: reference,
    bookingId: reference,
    reportId: reference,
    position: whole,
    description: text,
    photoId: optionalReference,
    agreedAt: optionalInstant,
    createdAt,
  },
  validRow: async (db) => ({ id: ID, ...(await createReport(db)), position: 1, description: "A scratch" }),
  refused: {
    unique: {
      item_marks_pkey: { "a duplicate id": {} },
      item_marks_in_order: { "two marks in one place": { id: OTHER } },
    },
    reference: {
      item_marks_item_id_items_id_fk: { "an unknown item": { id: OTHER, position: 2, item_id: MISSING_ID } },
      item_marks_booking_id_bookings_id_fk: {
        "an unknown booking": { id: OTHER, position: 2, booking_id: MISSING_ID },
      },
      item_marks_report_id_booking_condition_reports_id_fk: {
        "an unknown report": { id: OTHER, position: 2, report_id: MISSING_ID },
      },
      item_marks_photo_id_evidence_photos_id_fk: {
        "an unknown photo": { id: OTHER, position: 2, photo_id: MISSING_ID },
      },
    },
  },
});

const database = useTestDatabase();

test.each([
  "booking_condition_reports",
  "booking_report_photos",
  "condition_confirmations",
  "evidence_links",
  "rental_photos",
])("[COND-01] %s is append-only, even for the owner", async (table) => {
  for (const statement of [`delete from ${table}`, `update ${table} set id = id`, `truncate ${table} cascade`]) {
    await expect(database().owner.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: "23001" } });
  }
});
