import type { Db } from "../../platform/db/db.ts";
import { PRICE } from "../../testing/bookings/payments-under-test.ts";
import { createUser } from "../../testing/factories.ts";
import { describeTable, insertRow } from "../../testing/listings/catalogue.ts";
import { ID, MISSING_ID, OTHER, OWNER } from "./booking-tables.fixture.ts";
import {
  cents,
  centsFrom0,
  createdAt,
  flag,
  id,
  instant,
  optionalInstant,
  optionalReference,
  optionalText,
  optionalWhole,
  reference,
  text,
  textFrom,
  whole,
  wholeFrom,
  yesNo,
} from "./columns.fixture.ts";

/** A captured deposit, with one id of everything the provider knows it by. */
async function createPaymentRow(db: Db) {
  return {
    id: ID,
    kind: "deposit",
    booking_id: MISSING_ID,
    payer_id: await createUser(db),
    owner_id: await createUser(db, { id: OWNER }),
    amount_cents: 5_000,
    authorized_cents: 5_000,
    captured_cents: 2_000,
    capture: "manual",
    description: "Deposit",
    provider_payment_id: "pi_1",
    provider_charge_id: "ch_1",
    provider_movement_id: "txn_1",
  };
}

async function createPayment(db: Db): Promise<string> {
  const row = await createPaymentRow(db);
  await insertRow(db, "payments", row);
  return row.id;
}

const UNKNOWN_TO_PROVIDER = { provider_payment_id: null, provider_charge_id: null, provider_movement_id: null };

describeTable({
  table: "payments",
  ids: "",
  fields: {
    id,
    kind: text,
    bookingId: reference,
    payerId: reference,
    ownerId: reference,
    currency: { type: "character(3)", default: "USD" },
    amount: cents("amount_cents"),
    commission: centsFrom0("commission_cents"),
    priceBreakdown: { type: "jsonb", nullable: true },
    capture: text,
    savesCard: yesNo(false),
    description: text,
    status: textFrom("created"),
    providerPaymentId: optionalText,
    providerChargeId: optionalText,
    providerMovementId: optionalText,
    cardId: optionalText,
    cardBrand: optionalText,
    cardLast4: { ...optionalText, column: "card_last4" },
    cardFingerprint: optionalText,
    cardFunding: optionalText,
    riskLevel: optionalText,
    riskScore: optionalWhole,
    cvcCheck: optionalText,
    postalCodeCheck: optionalText,
    failedTries: wholeFrom(0),
    lastFailedAt: optionalInstant,
    lastFailedChargeId: optionalText,
    authorized: centsFrom0("authorized_cents"),
    captured: centsFrom0("captured_cents"),
    refunded: centsFrom0("refunded_cents"),
    authExpiresAt: optionalInstant,
    attempts: wholeFrom(0),
    failureReason: optionalText,
    fraudWarnedAt: optionalInstant,
    capturedAt: optionalInstant,
    createdAt,
  },
  validRow: createPaymentRow,
  refused: {
    unique: {
      payments_pkey: { "a duplicate id": UNKNOWN_TO_PROVIDER },
      payments_provider_payment_unique: {
        "a duplicate payment of the provider": { ...UNKNOWN_TO_PROVIDER, id: OTHER, provider_payment_id: "pi_1" },
      },
      payments_provider_charge_unique: {
        "a duplicate charge": { ...UNKNOWN_TO_PROVIDER, id: OTHER, provider_charge_id: "ch_1" },
      },
      payments_provider_movement_unique: {
        "a duplicate balance transaction": { ...UNKNOWN_TO_PROVIDER, id: OTHER, provider_movement_id: "txn_1" },
      },
    },
    reference: {
      payments_payer_id_users_id_fk: {
        "an unknown payer": { ...UNKNOWN_TO_PROVIDER, id: OTHER, payer_id: MISSING_ID },
      },
      payments_owner_id_users_id_fk: {
        "an unknown owner": { ...UNKNOWN_TO_PROVIDER, id: OTHER, owner_id: MISSING_ID },
      },
    },
    check: {
      payments_kind_is_known: { "an unknown kind": { kind: "tip" } },
      payments_status_is_known: { "an unknown status": { status: "paid" } },
      payments_capture_is_known: { "an unknown capture": { capture: "later" } },
      payments_are_not_to_oneself: { "a payment to oneself": { payer_id: OWNER } },
      payments_rental_has_its_price: {
        "a rental without its price": { kind: "rental" },
        "an extension without its price": { kind: "extension" },
        "a deposit with a price": { price_breakdown: JSON.stringify(PRICE) },
      },
      payments_amounts_make_sense: {
        "an amount of zero": { amount_cents: 0, authorized_cents: 0, captured_cents: 0 },
        "a commission above the amount": { commission_cents: 5_001 },
        "a negative commission": { commission_cents: -1 },
        "an authorization above the amount": { authorized_cents: 5_001 },
        "a negative authorization": { authorized_cents: -1 },
        "a capture above the amount": { captured_cents: 5_001 },
        "a refund above the capture": { refunded_cents: 2_001 },
        "a negative refund": { refunded_cents: -1 },
        "a negative number of attempts": { attempts: -1 },
      },
    },
  },
});

/** Another operation, so that only the named constraint refuses it. */
const ANOTHER_OPERATION = { id: OTHER, attempt: 2, idempotency_key: "other" };

describeTable({
  table: "payment_operations",
  ids: "",
  fields: {
    id,
    paymentId: reference,
    operation: text,
    attempt: whole,
    idempotencyKey: text,
    amount: { ...optionalWhole, column: "amount_cents" },
    cardId: optionalText,
    status: textFrom("pending"),
    reason: optionalText,
    firstTriedAt: optionalInstant,
    createdAt,
    finishedAt: optionalInstant,
  },
  validRow: async (db) => ({
    id: ID,
    payment_id: await createPayment(db),
    operation: "capture",
    attempt: 1,
    idempotency_key: "key",
    amount_cents: 2_000,
  }),
  refused: {
    unique: {
      payment_operations_pkey: { "a duplicate id": { ...ANOTHER_OPERATION, id: ID } },
      payment_operations_attempt_unique: { "a duplicate attempt": { ...ANOTHER_OPERATION, attempt: 1 } },
      payment_operations_key_unique: { "a duplicate key": { ...ANOTHER_OPERATION, idempotency_key: "key" } },
    },
    reference: {
      payment_operations_payment_id_payments_id_fk: {
        "an unknown payment": { ...ANOTHER_OPERATION, payment_id: MISSING_ID },
      },
    },
    check: {
      payment_operations_operation_is_known: { "an unknown operation": { operation: "guess", amount_cents: null } },
      payment_operations_status_is_known: { "an unknown status": { status: "lost", finished_at: "2027-06-01" } },
      payment_operations_say_what: {
        "a capture without an amount": { amount_cents: null },
        "a capture of nothing": { amount_cents: 0 },
        "a void with an amount": { operation: "void" },
        "a charge without a card": { operation: "charge", amount_cents: null },
        "a capture with a card": { card_id: "pm_1" },
        "an attempt before the first": { attempt: 0 },
      },
      payment_operations_end_once: {
        "a finished operation without a time": { status: "done" },
        "a pending operation with an end": { finished_at: "2027-06-01T12:00:00Z" },
      },
    },
  },
});

const ANOTHER_REFUND = { id: OTHER, idempotency_key: "other", provider_refund_id: null };

describeTable({
  table: "refunds",
  ids: "",
  fields: {
    id,
    paymentId: reference,
    kind: text,
    amount: cents("amount_cents"),
    shares: { type: "jsonb", nullable: true },
    reason: text,
    attempt: wholeFrom(1),
    idempotencyKey: text,
    providerRefundId: optionalText,
    status: textFrom("decided"),
    failureReason: optionalText,
    timesSentBack: wholeFrom(0),
    firstTriedAt: optionalInstant,
    createdAt,
    settledAt: optionalInstant,
    waitsForBalance: yesNo(false),
  },
  validRow: async (db) => ({
    id: ID,
    payment_id: await createPayment(db),
    kind: "deposit",
    amount_cents: 1_000,
    reason: "Returned unharmed",
    idempotency_key: "key",
    provider_refund_id: "re_1",
  }),
  refused: {
    unique: {
      refunds_pkey: { "a duplicate id": { ...ANOTHER_REFUND, id: ID } },
      refunds_key_unique: { "a duplicate key": { ...ANOTHER_REFUND, idempotency_key: "key" } },
      refunds_provider_refund_unique: {
        "a duplicate refund of the provider": { ...ANOTHER_REFUND, provider_refund_id: "re_1" },
      },
    },
    reference: {
      refunds_payment_id_payments_id_fk: { "an unknown payment": { ...ANOTHER_REFUND, payment_id: MISSING_ID } },
    },
    check: {
      refunds_kind_is_known: { "an unknown kind": { kind: "gift" } },
      refunds_status_is_known: { "an unknown status": { status: "lost" } },
      refunds_amounts_make_sense: {
        "a refund of nothing": { amount_cents: 0 },
        "an attempt before the first": { attempt: 0 },
      },
      refunds_say_who_bears_them: {
        "shared without the shares": { kind: "shares" },
        "a deposit with shares": { shares: "{}" },
      },
      refunds_wait_while_pending: { "a decided refund that waits for the balance": { waits_for_balance: true } },
    },
  },
});

const ANOTHER_TRANSFER = { id: OTHER, idempotency_key: "other", provider_id: null };

describeTable({
  table: "transfers",
  ids: "",
  fields: {
    id,
    kind: text,
    bookingId: reference,
    ownerId: reference,
    paymentId: optionalReference,
    reversesId: optionalReference,
    accountId: text,
    amount: cents("amount_cents"),
    attempt: wholeFrom(1),
    idempotencyKey: text,
    providerId: optionalText,
    status: textFrom("pending"),
    failureReason: optionalText,
    firstTriedAt: optionalInstant,
    createdAt,
    paidAt: optionalInstant,
  },
  validRow: async (db) => ({
    id: ID,
    kind: "transfer",
    booking_id: MISSING_ID,
    owner_id: await createUser(db),
    account_id: "acct_1",
    amount_cents: 855,
    idempotency_key: "key",
    provider_id: "tr_1",
  }),
  refused: {
    unique: {
      transfers_pkey: { "a duplicate id": { ...ANOTHER_TRANSFER, id: ID } },
      transfers_key_unique: { "a duplicate key": { ...ANOTHER_TRANSFER, idempotency_key: "key" } },
      transfers_provider_unique: {
        "a duplicate transfer of the provider": { ...ANOTHER_TRANSFER, provider_id: "tr_1" },
      },
    },
    reference: {
      transfers_owner_id_users_id_fk: { "an unknown owner": { ...ANOTHER_TRANSFER, owner_id: MISSING_ID } },
      transfers_payment_id_payments_id_fk: { "an unknown payment": { ...ANOTHER_TRANSFER, payment_id: MISSING_ID } },
      transfers_reverses_id_transfers_id_fk: {
        "the reversal of an unknown transfer": { ...ANOTHER_TRANSFER, kind: "reversal", reverses_id: MISSING_ID },
      },
    },
    check: {
      transfers_kind_is_known: { "an unknown kind": { kind: "gift" } },
      transfers_status_is_known: { "an unknown status": { status: "lost" } },
      transfers_amounts_make_sense: {
        "a transfer of nothing": { amount_cents: 0 },
        "an attempt before the first": { attempt: 0 },
      },
      transfers_reversal_reverses: {
        "a reversal of nothing": { kind: "reversal" },
        "a transfer that reverses another": { reverses_id: ID },
      },
    },
  },
});

describeTable({
  table: "chargebacks",
  ids: "",
  fields: {
    id,
    paymentId: reference,
    providerDisputeId: text,
    amount: cents("amount_cents"),
    isInquiry: flag,
    status: text,
    reason: text,
    evidenceDueAt: optionalInstant,
    lost: centsFrom0("lost_cents"),
    openedAt: instant,
    createdAt,
  },
  validRow: async (db) => ({
    id: ID,
    payment_id: await createPayment(db),
    provider_dispute_id: "dp_1",
    amount_cents: 2_000,
    is_inquiry: false,
    status: "open",
    reason: "fraudulent",
    opened_at: "2027-06-01T12:00:00Z",
  }),
  refused: {
    unique: {
      chargebacks_pkey: { "a duplicate id": { provider_dispute_id: "dp_2" } },
      chargebacks_provider_dispute_unique: { "a duplicate chargeback": { id: OTHER } },
    },
    reference: {
      chargebacks_payment_id_payments_id_fk: {
        "an unknown payment": { id: OTHER, provider_dispute_id: "dp_2", payment_id: MISSING_ID },
      },
    },
    check: {
      chargebacks_status_is_known: { "an unknown status": { status: "settled" } },
      chargebacks_amounts_make_sense: {
        "a chargeback of nothing": { amount_cents: 0 },
        "a negative loss": { lost_cents: -1 },
      },
    },
  },
});
