import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertReport } from "../../features/condition/condition.queries.ts";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { evidencePhotos } from "../condition.ts";
import { damageClaims } from "../damage.ts";
import { BOOKING, createBookings, ID, MISSING_ID, OTHER } from "./booking-tables.fixture.ts";
import {
  createdAt,
  id,
  instant,
  optionalInstant,
  optionalReference,
  optionalText,
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
    authorId: optionalReference,
    authorRole: text,
    recordedAt: instant,
    contentSha256: hash("content_sha256"),
    previousSha256: hash("previous_sha256"),
    keyFingerprint: optionalText,
    sha256: hash("sha256"),
    seal: optionalText,
  },
  validRow: async (db) => {
    const { booking_id, owner_id } = await createBookings(db);
    const hashes = { content_sha256: HASH, previous_sha256: HASH, sha256: HASH, key_fingerprint: "ab", seal: HASH };
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
      evidence_links_person_is_known: {
        "a person without an id": { author_id: null },
        "the system with a person's id": { author_role: "system" },
      },
      evidence_links_seal_names_its_key: { "a seal without its key": { key_fingerprint: null } },
      evidence_links_start_at_one: { "a link before the first": { position: 0 } },
    },
  },
});

describeTable({
  table: "evidence_removals",
  ids: "[EVID-01]",
  fields: {
    id,
    bookingId: reference,
    photoId: reference,
    retentionDays: whole,
    endedAt: instant,
    settledAt: instant,
    createdAt,
  },
  validRow: async (db) => {
    const { booking_id, owner_id } = await createBookings(db);
    const files = { originalSha256: HASH, copySha256: HASH, width: 3, height: 2, placeholder: "data:" };
    const photo = { bookingId: BOOKING, uploadedBy: owner_id, filesKey: "evidence/1", ...files };
    for (const one of [ID, OTHER]) {
      await db.insert(evidencePhotos).values({ ...photo, id: one, filesKey: `evidence/${one}` });
    }
    const times = { ended_at: "2026-01-01T12:00:00Z", settled_at: "2026-01-03T12:00:00Z" };
    return { id: ID, booking_id, photo_id: ID, retention_days: 30, ...times, created_at: "2026-01-31T12:00:00Z" };
  },
  refused: {
    unique: {
      evidence_removals_pkey: { "a duplicate id": { photo_id: OTHER } },
      evidence_removals_once: { "the same photo twice": { id: OTHER } },
    },
    reference: {
      evidence_removals_booking_id_bookings_id_fk: {
        "an unknown booking": { id: OTHER, photo_id: OTHER, booking_id: MISSING_ID },
      },
      evidence_removals_photo_id_evidence_photos_id_fk: {
        "an unknown photo": { id: OTHER, photo_id: MISSING_ID },
      },
    },
    check: {
      evidence_removals_are_due: {
        "a removal before the period is over": { created_at: "2026-01-31T11:59:59Z" },
        "a period that is too short": { retention_days: 29 },
        "a removal before the money was settled": { settled_at: "2026-02-01T12:00:00Z" },
      },
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

describeTable({
  table: "unit_returns",
  ids: "[EVID-01]",
  fields: {
    id,
    bookingId: reference,
    units: whole,
    byRole: text,
    isByCode: { type: "boolean" },
    notes: optionalText,
    reportId: optionalReference,
    confirmedAt: optionalInstant,
    createdAt,
  },
  validRow: async (db) => {
    const { booking_id, report_id } = await createReport(db);
    return { id: ID, booking_id, units: 1, by_role: "renter", is_by_code: false, report_id };
  },
  refused: {
    unique: {
      unit_returns_pkey: { "a duplicate id": { report_id: null } },
      unit_returns_have_own_reports: { "the report of another return": { id: OTHER } },
    },
    reference: {
      unit_returns_booking_id_bookings_id_fk: {
        "an unknown booking": { id: OTHER, report_id: null, booking_id: MISSING_ID },
      },
      unit_returns_report_id_booking_condition_reports_id_fk: {
        "an unknown report": { id: OTHER, report_id: MISSING_ID },
      },
    },
    check: {
      unit_returns_role_is_known: { "an admin's return": { by_role: "admin" } },
      unit_returns_have_units: { "no units": { units: 0 } },
      unit_returns_are_confirmed_by_code: { "a code that confirms nothing": { is_by_code: true } },
    },
  },
});

const database = useTestDatabase();

test.each([
  "booking_condition_reports",
  "booking_report_photos",
  "condition_confirmations",
  "damage_photos",
  "evidence_links",
  "evidence_removals",
  "rental_photos",
])("[COND-01] %s is append-only, even for the owner", async (table) => {
  for (const statement of [`delete from ${table}`, `update ${table} set id = id`, `truncate ${table} cascade`]) {
    await expect(database().owner.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: "23001" } });
  }
});

test("[EVID-01] rows of photos, marks and claims stay, and only later columns change, even for the owner", async () => {
  const { owner } = database();
  const claim = await createClaim(owner);
  const refused = (statement: SQL) =>
    expect(owner.execute(statement)).rejects.toMatchObject({ cause: { code: "23001" } });
  for (const table of ["evidence_photos", "item_marks", "damage_claims"]) {
    await refused(sql.raw(`delete from ${table}`));
    await refused(sql.raw(`truncate ${table} cascade`));
  }
  await refused(sql`update damage_claims set description = 'Worse' where id = ${claim}`);
  await owner.execute(sql`update damage_claims set charge_tries = 2 where id = ${claim}`);
  await owner.execute(sql`update damage_claims set charge_tries = 1 where id = ${claim}`);
  const mark = sql`report_id in (select id from booking_condition_reports where booking_id = ${BOOKING})`;
  await refused(sql`update item_marks set description = 'A dent' where ${mark}`);
  await owner.execute(sql`update item_marks set agreed_at = app_now() where ${mark}`);
  await refused(sql`update item_marks set agreed_at = null where ${mark}`);
});

/** A claim of the first booking, and a report with a mark. */
async function createClaim(db: Db): Promise<string> {
  const { item_id } = await createBookings(db);
  const report = { bookingId: BOOKING, byRole: "owner", phase: "check_out", condition: "good" } as const;
  const parts = { itemId: item_id, photoIds: [], marks: [{ description: "A scratch", photoId: null }] };
  await insertReport(db, { id: newId(), ...report }, parts);
  const said = { damageType: "broken", severity: "low", description: "Torn", claimedCents: 100 } as const;
  const id = newId();
  await db.insert(damageClaims).values({ id, bookingId: BOOKING, filedBy: "owner", ...said });
  return id;
}
