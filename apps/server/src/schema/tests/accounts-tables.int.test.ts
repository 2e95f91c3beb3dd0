import { createUser } from "../../testing/factories.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";
import {
  createdAt,
  createdInRealTime,
  id,
  instant,
  optionalInstant,
  optionalText,
  optionalWhole,
  reference,
  text,
  textFrom,
  wholeFrom,
  yesNo,
} from "./columns.fixture.ts";

const MISSING_ID = "0190a0a0-0000-7000-8000-000000000000";
const ID = "0190a0a0-0000-7000-8000-000000000001";
const OTHER = "0190a0a0-0000-7000-8000-000000000002";

const timeOfDay = (value: string) => ({ type: "time without time zone", default: value });

describeTable({
  table: "users",
  ids: "[DATA-01] [DATA-02]",
  fields: {
    id,
    email: text,
    firstName: optionalText,
    lastName: optionalText,
    phoneNumber: optionalText,
    sharesPhone: yesNo(false),
    city: optionalText,
    state: { type: "character(2)", nullable: true },
    profileImageUrl: optionalText,
    termsAcceptedAt: optionalInstant,
    isAdmin: yesNo(false),
    isApproved: yesNo(false),

    paymentCustomerId: optionalText,
    subscriptionId: optionalText,
    connectAccountId: optionalText,
    connectOnboarded: yesNo(false),
    notifyEmail: yesNo(true),
    notifySms: yesNo(false),
    defaultPickupStart: timeOfDay("09:00:00"),
    defaultPickupEnd: timeOfDay("18:00:00"),
    defaultDropoffStart: timeOfDay("09:00:00"),
    defaultDropoffEnd: timeOfDay("18:00:00"),
    defaultAvailableDays: {
      type: "text[]",
      default: "{monday,tuesday,wednesday,thursday,friday,saturday,sunday}",
    },

    passwordHash: optionalText,
    termsVersion: optionalWhole,
    suspendedAt: optionalInstant,
    emailVerifiedAt: optionalInstant,
    phoneVerifiedAt: optionalInstant,
    primaryUse: optionalText,
    payoutRemindedAt: optionalInstant,
    timeZone: optionalText,
    createdAt,
  },
  validRow: async () => ({
    id: ID,
    email: "robin@nexby.example",
    state: "NJ",
    phone_number: "+12015550123",
    primary_use: "owner",
  }),
  refused: {
    unique: {
      users_pkey: { "a duplicate id": { email: "other@nexby.example" } },
      users_email_unique: { "a duplicate email in a different case": { id: MISSING_ID, email: "Robin@Nexby.example" } },
    },
    check: {
      users_email_has_form: {
        "an email without @": { email: "robin" },
        "an email with a space": { email: "rob in@nexby.example" },
        "an email with two @": { email: "robin@nexby@example" },
      },
      users_state_is_a_code: { "a lowercase state": { state: "nj" }, "a one-letter state": { state: "N" } },
      users_phone_is_international: {
        "a phone number without a country code": { phone_number: "2015550123" },
        "a phone number with spaces": { phone_number: "+1 201 555 0123" },
        "a phone number of seven digits": { phone_number: "+1201555" },
        "a phone number of sixteen digits": { phone_number: "+1201555012345678" },
        "an empty phone number": { phone_number: "" },
      },
      users_primary_use_is_known: { "an unknown primary use": { primary_use: "both" } },
      users_pickup_window_has_length: {
        "a pickup window that ends when it starts": { default_pickup_start: "09:00", default_pickup_end: "09:00" },
      },
      users_dropoff_window_has_length: {
        "a drop-off window that ends before it starts": { default_dropoff_end: "08:59" },
      },
      users_available_days_are_weekdays: {
        "no weekday": { default_available_days: "{}" },
        "an unknown weekday": { default_available_days: "{monday,someday}" },
        "eight weekdays": {
          default_available_days: "{monday,tuesday,wednesday,thursday,friday,saturday,sunday,monday}",
        },
      },
    },
  },
});

describeTable({
  table: "user_verifications",
  ids: "[DATA-10]",
  fields: {
    id,
    userId: reference,
    type: text,
    target: text,
    codeHash: text,
    status: textFrom("pending"),
    attempts: wholeFrom(0),
    createdAt: createdInRealTime,
    expiresAt: instant,
    verifiedAt: optionalInstant,
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
  fields: { id, userId: reference, tokenHash: text, createdAt: createdInRealTime },
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

describeTable({
  table: "sessions",
  ids: "",
  fields: {
    id,
    userId: reference,
    tokenHash: text,
    device: text,
    idToken: optionalText,
    createdAt: createdInRealTime,
    lastSeenAt: createdInRealTime,
  },
  validRow: async (db) => ({ id: ID, user_id: await createUser(db), token_hash: "hash", device: "Firefox on Linux" }),
  refused: {
    unique: {
      sessions_pkey: { "a duplicate id": { token_hash: "other" } },
      sessions_tokenHash_unique: { "a duplicate token": { id: OTHER } },
    },
    reference: {
      sessions_user_id_users_id_fk: { "an unknown user": { id: OTHER, token_hash: "other", user_id: MISSING_ID } },
    },
  },
});

describeTable({
  table: "user_identities",
  ids: "",
  fields: { id, userId: reference, issuer: text, subject: text, email: optionalText, createdAt },
  validRow: async (db) => ({ id: ID, user_id: await createUser(db), issuer: "https://id.example", subject: "robin" }),
  refused: {
    unique: {
      user_identities_pkey: { "a duplicate id": { subject: "maya" } },
      user_identities_subject_once: { "an identity that belongs to an account": { id: OTHER } },
    },
    reference: {
      user_identities_user_id_users_id_fk: { "an unknown user": { id: OTHER, subject: "maya", user_id: MISSING_ID } },
    },
  },
});

describeTable({
  table: "identity_links",
  ids: "",
  fields: {
    codeHash: text,
    userId: reference,
    issuer: text,
    subject: text,
    email: text,
    idToken: text,
    returnTo: text,
    createdAt: createdInRealTime,
  },
  validRow: async (db) => ({
    code_hash: "hash",
    user_id: await createUser(db),
    issuer: "https://id.example",
    subject: "robin",
    email: "robin@nexby.example",
    id_token: "token",
    return_to: "/browse",
  }),
  refused: {
    unique: { identity_links_pkey: { "a duplicate code": {} } },
    reference: {
      identity_links_user_id_users_id_fk: { "an unknown user": { code_hash: "other", user_id: MISSING_ID } },
    },
  },
});
