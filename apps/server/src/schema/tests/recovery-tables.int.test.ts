import { createUser } from "../../testing/factories.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";

const MISSING_ID = "0190a0a0-0000-7000-8000-000000000000";
const ID = "0190a0a0-0000-7000-8000-000000000001";
const OTHER = "0190a0a0-0000-7000-8000-000000000002";

const id = { type: "uuid", default: "gen_random_uuid()" };
const uuid = { type: "uuid" };
const text = { type: "text" };
const instant = { type: "timestamp(3) with time zone" };
const now = { ...instant, default: "now()" };

describeTable({
  table: "user_verifications",
  ids: "[DATA-10]",
  fields: {
    id,
    userId: uuid,
    type: text,
    target: text,
    codeHash: text,
    status: { type: "text", default: "pending" },
    attempts: { type: "integer", default: 0 },
    createdAt: now,
    expiresAt: instant,
    verifiedAt: { ...instant, nullable: true },
  },
  validRow: async (db) => ({
    id: ID,
    user_id: await createUser(db),
    type: "email",
    target: "robin@nexby.example",
    code_hash: "hash",
    expires_at: "2100-01-01T00:00:00Z",
  }),
  refused: {
    unique: {
      user_verifications_pkey: { "a duplicate id": { type: "phone" } },
      user_verifications_one_pending: { "a second pending code of one type": { id: OTHER } },
    },
    reference: { user_verifications_user_id_users_id_fk: { "an unknown user": { id: OTHER, user_id: MISSING_ID } } },
    check: {
      user_verifications_type_is_known: { "an unknown type": { id: OTHER, type: "fax" } },
      user_verifications_status_is_known: { "an unknown status": { id: OTHER, status: "done" } },
      user_verifications_attempts_are_bounded: {
        "a sixth attempt": { id: OTHER, type: "phone", attempts: 6 },
        "a negative number of attempts": { id: OTHER, type: "phone", attempts: -1 },
      },
      user_verifications_expire_later: {
        "an expiry before the creation": { id: OTHER, type: "phone", expires_at: "2000-01-01T00:00:00Z" },
      },
      user_verifications_verified_has_time: {
        "a verified code without a time": { id: OTHER, status: "verified" },
        "a verification time of an unverified code": { id: OTHER, type: "phone", verified_at: "2026-01-01T00:00:00Z" },
      },
    },
  },
});

describeTable({
  table: "password_resets",
  ids: "",
  fields: { id, userId: uuid, tokenHash: text, createdAt: now },
  validRow: async (db) => ({ id: ID, user_id: await createUser(db), token_hash: "hash" }),
  refused: {
    unique: {
      password_resets_pkey: { "a duplicate id": { token_hash: "other" } },
      password_resets_tokenHash_unique: { "a duplicate token": { id: OTHER } },
    },
    reference: {
      password_resets_user_id_users_id_fk: {
        "an unknown user": { id: OTHER, token_hash: "other", user_id: MISSING_ID },
      },
    },
  },
});
