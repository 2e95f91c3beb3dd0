import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { describeTable, insertRow } from "../../testing/listings/catalogue.ts";
import { evidencePhotos } from "../condition.ts";
import { BOOKING, createBookings, ID, MISSING_ID, OTHER, OWNER, SECOND_BOOKING } from "./booking-tables.fixture.ts";
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
} from "./columns.fixture.ts";

const CLAIM = {
  filed_by: "owner",
  damage_type: "broken",
  severity: "medium",
  description: "The axle is bent",
  claimed_cents: 10_000,
};
const AT = "2027-06-05T12:00:00Z";
const DECIDED = { status: "decided", decided_at: AT, decision_reason: "Receipts show it", deposit_cents: 6_000 };
const ANOTHER_CLAIM = { id: OTHER, booking_id: SECOND_BOOKING };

describeTable({
  table: "damage_claims",
  ids: "",
  fields: {
    id,
    bookingId: reference,
    filedBy: text,
    damageType: text,
    severity: text,
    description: text,
    claimed: cents("claimed_cents"),
    status: textFrom("open"),
    namedAt: optionalInstant,
    answeredAt: optionalInstant,
    contestReason: optionalText,
    decidedAt: optionalInstant,
    decisionReason: optionalText,
    fromDeposit: centsFrom0("deposit_cents"),
    fromCard: centsFrom0("card_cents"),
    collected: centsFrom0("collected_cents"),
    chargeableAt: optionalInstant,
    paymentId: optionalReference,
    chargeTries: wholeFrom(0),
    reminders: wholeFrom(0),
    payBy: optionalInstant,
    createdAt,
  },
  validRow: async (db) => {
    const { booking_id } = await createBookings(db);
    return { id: ID, booking_id, ...CLAIM };
  },
  refused: {
    unique: {
      damage_claims_pkey: { "a duplicate id": { booking_id: SECOND_BOOKING } },
      damage_claims_booking_unique: { "a second claim of one booking": { id: OTHER } },
    },
    reference: {
      damage_claims_booking_id_bookings_id_fk: { "an unknown booking": { id: OTHER, booking_id: MISSING_ID } },
      damage_claims_payment_id_payments_id_fk: { "an unknown payment": { ...ANOTHER_CLAIM, payment_id: MISSING_ID } },
    },
    check: {
      damage_claims_author_is_known: { "an unknown author": { filed_by: "renter" } },
      damage_claims_type_is_known: { "an unknown type": { damage_type: "stolen" } },
      damage_claims_severity_is_known: { "an unknown severity": { severity: "huge" } },
      damage_claims_status_is_known: { "an unknown status": { ...DECIDED, status: "paid" } },
      damage_claims_amounts_make_sense: {
        "a negative claim": { claimed_cents: -1 },
        "a negative amount from the deposit": { ...DECIDED, deposit_cents: -1 },
        "a negative charge to the card": { ...DECIDED, card_cents: -1, chargeable_at: AT },
        "a decision above the claim": { ...DECIDED, card_cents: 4_001, chargeable_at: AT },
        "more collected than decided": { ...DECIDED, collected_cents: 6_001 },
        "a negative collected amount": { collected_cents: -1 },
        "a negative number of charge attempts": { charge_tries: -1, reminders: -1 },
        "more reminders than failed attempts": { charge_tries: 1, reminders: 2 },
        "a negative number of reminders": { reminders: -1 },
      },
      damage_claims_are_answered_once: {
        "a contest without a reason": { status: "contested", answered_at: AT },
        "a contest reason without the time of the answer": { contest_reason: "It was bent before" },
      },
      damage_claims_are_decided_with_a_reason: {
        "a decision without a time": { ...DECIDED, decided_at: null },
        "a decision without a reason": { ...DECIDED, decision_reason: null },
        "an open claim with a decision": { ...DECIDED, status: "open" },
        "a charge to the card without its earliest time": { ...DECIDED, card_cents: 4_000 },
        "an earliest charge without an amount": { ...DECIDED, chargeable_at: AT },
      },
    },
  },
});

async function storePhoto(db: Db, photoId: string): Promise<string> {
  const hashes = { originalSha256: "ab".repeat(32), copySha256: "ab".repeat(32) };
  const size = { width: 30, height: 20, placeholder: "data:image/webp;base64," };
  const files = { filesKey: `evidence/${photoId}`, ...hashes, ...size };
  await db.insert(evidencePhotos).values({ id: photoId, bookingId: BOOKING, uploadedBy: OWNER, ...files });
  return photoId;
}

const UNUSED_PHOTO = "0190a0a0-0000-7000-8000-000000000009";
/** Another photo of the claim, so that only the named constraint refuses it. */
const ANOTHER_PHOTO = { id: OTHER, photo_id: UNUSED_PHOTO, position: 2 };

describeTable({
  table: "damage_photos",
  ids: "[DATA-07]",
  fields: {
    id,
    bookingId: reference,
    claimId: reference,
    photoId: reference,
    position: whole,
    uploadedBy: reference,
    userRole: text,
    stage: text,
    photoUrl: text,
    filename: text,
    fileSize: whole,
    mimeType: text,
    damageType: text,
    damageDescription: text,
    damageSeverity: text,
    createdAt,
  },
  validRow: async (db) => {
    const { booking_id, owner_id } = await createBookings(db);
    await insertRow(db, "damage_claims", { id: ID, booking_id, ...CLAIM });
    await storePhoto(db, UNUSED_PHOTO);
    return {
      id: ID,
      booking_id,
      claim_id: ID,
      photo_id: await storePhoto(db, newId()),
      position: 1,
      uploaded_by: owner_id,
      user_role: "owner",
      stage: "return",
      photo_url: "/api/bookings/1/photos/2",
      filename: "axle.jpg",
      file_size: 9,
      mime_type: "image/jpeg",
      damage_type: "broken",
      damage_description: "The axle is bent",
      damage_severity: "medium",
    };
  },
  refused: {
    unique: {
      damage_photos_pkey: { "a duplicate id": { photo_id: UNUSED_PHOTO, position: 2 } },
      damage_photos_in_order: { "a second photo in the same place": { id: OTHER, photo_id: UNUSED_PHOTO } },
      damage_photos_once: { "the same photo twice": { id: OTHER, position: 2 } },
    },
    reference: {
      damage_photos_booking_id_bookings_id_fk: { "an unknown booking": { ...ANOTHER_PHOTO, booking_id: MISSING_ID } },
      damage_photos_claim_id_damage_claims_id_fk: { "an unknown claim": { ...ANOTHER_PHOTO, claim_id: MISSING_ID } },
      damage_photos_photo_id_evidence_photos_id_fk: { "an unknown photo": { ...ANOTHER_PHOTO, photo_id: MISSING_ID } },
      damage_photos_uploaded_by_users_id_fk: { "an unknown author": { ...ANOTHER_PHOTO, uploaded_by: MISSING_ID } },
    },
    check: {
      damage_photos_role_is_known: { "an unknown role": { user_role: "admin" } },
      damage_photos_stage_is_known: { "an unknown stage": { stage: "check_in" } },
      damage_photos_type_is_known: { "an unknown type": { damage_type: "stolen" } },
      damage_photos_severity_is_known: { "an unknown severity": { damage_severity: "huge" } },
      damage_photos_have_bytes: { "an empty file": { file_size: 0 } },
    },
  },
});
