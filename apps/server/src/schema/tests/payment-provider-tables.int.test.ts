import { createUser } from "../../testing/factories.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";
import { ID, MISSING_ID, OTHER } from "./booking-tables.fixture.ts";
import {
  createdAt,
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

describeTable({
  table: "payment_customers",
  ids: "",
  fields: { userId: reference, providerId: optionalText, attempt: wholeFrom(1), email: text, name: text, createdAt },
  validRow: async (db) => ({
    user_id: (await createUser(db, { id: OTHER })) && (await createUser(db)),
    provider_id: "cus_1",
    email: "robin@nexby.example",
    name: "Robin Vale",
  }),
  refused: {
    unique: {
      payment_customers_pkey: { "a second customer of one user": { provider_id: "cus_2" } },
      payment_customers_provider_id_unique: { "the customer of another user": { user_id: OTHER } },
    },
    reference: {
      payment_customers_user_id_users_id_fk: { "an unknown user": { user_id: MISSING_ID, provider_id: "cus_2" } },
    },
  },
});

describeTable({
  table: "payout_accounts",
  ids: "",
  fields: {
    id,
    userId: reference,
    providerId: optionalText,
    attempt: wholeFrom(1),
    email: text,
    firstName: text,
    lastName: text,
    state: textFrom("information_needed"),
    hasSubmittedDetails: yesNo(false),
    bankLast4: { ...optionalText, column: "bank_last4" },
    version: wholeFrom(0),
    checkedAt: optionalInstant,
    replacedAt: optionalInstant,
    createdAt,
    failedPayoutId: optionalText,
    failedPayoutCents: optionalWhole,
    failedPayoutAt: optionalInstant,
  },
  validRow: async (db) => ({
    id: ID,
    user_id: (await createUser(db, { id: OTHER })) && (await createUser(db)),
    provider_id: "acct_1",
    email: "robin@nexby.example",
    first_name: "Robin",
    last_name: "Vale",
    bank_last4: "6789",
  }),
  refused: {
    unique: {
      payout_accounts_pkey: { "a duplicate id": { user_id: OTHER, provider_id: "acct_2" } },
      payout_accounts_one_in_use: { "a second account in use by one owner": { id: OTHER, provider_id: "acct_2" } },
      payout_accounts_provider_id_unique: { "the account of another owner": { id: OTHER, user_id: OTHER } },
    },
    reference: {
      payout_accounts_user_id_users_id_fk: {
        "an unknown owner": { id: OTHER, provider_id: "acct_2", user_id: MISSING_ID },
      },
    },
    check: {
      payout_accounts_state_is_known: { "an unknown state": { state: "lost" } },
      payout_accounts_bank_has_form: { "more of a bank account than its last digits": { bank_last4: "123456789" } },
      payout_accounts_failure_is_whole: {
        "a rejected payout without its amount and time": { failed_payout_id: "po_1" },
        "a rejected amount without its payout": { failed_payout_cents: 855, failed_payout_at: "2027-06-01T12:00:00Z" },
      },
    },
  },
});

describeTable({
  table: "webhook_events",
  ids: "",
  fields: {
    id: text,
    type: text,
    objectType: text,
    objectId: text,
    accountId: optionalText,
    source: text,
    status: textFrom("received"),
    lastError: optionalText,
    looks: wholeFrom(0),
    occurredAt: instant,
    receivedAt: createdAt,
    processedAt: optionalInstant,
  },
  validRow: async () => ({
    id: "evt_1",
    type: "charge.refunded",
    object_type: "charge",
    object_id: "ch_1",
    source: "webhook",
    occurred_at: "2027-06-01T12:00:00Z",
  }),
  refused: {
    unique: { webhook_events_pkey: { "a duplicate event": { source: "replay" } } },
    check: {
      webhook_events_source_is_known: { "an unknown source": { source: "letter" } },
      webhook_events_status_is_known: { "an unknown status": { status: "lost" } },
      webhook_events_processed_once: {
        "a processed event without a time": { status: "processed" },
        "a received event with the time of its processing": { processed_at: "2027-06-01T12:00:00Z" },
      },
    },
  },
});

describeTable({
  table: "provider_account",
  ids: "",
  fields: { only: yesNo(true), environment: text, accountId: optionalText, createdAt },
  validRow: async () => ({ environment: "sandbox" }),
  refused: {
    unique: { provider_account_pkey: { "a second account": { environment: "live" } } },
    check: {
      provider_account_has_one_row: { "a second row": { only: false } },
      provider_account_environment_is_known: { "an unknown environment": { environment: "staging" } },
    },
  },
});

describeTable({
  table: "provider_events_read",
  ids: "",
  fields: { only: yesNo(true), until: instant },
  validRow: async () => ({ until: "2027-06-01T12:00:00Z" }),
  refused: {
    unique: { provider_events_read_pkey: { "a second time": {} } },
    check: { provider_events_read_has_one_row: { "a second row": { only: false } } },
  },
});
