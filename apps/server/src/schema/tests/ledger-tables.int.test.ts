import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { describeTable, insertRow } from "../../testing/listings/catalogue.ts";
import { ID, MISSING_ID, OTHER } from "./booking-tables.fixture.ts";
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

const ENTRIES = [
  { account: "stripe_balance", amount_cents: 500 },
  { account: "goodwill", amount_cents: -500 },
];

/** Transactions are refused without their entries, and entries without the other side. */
async function createTransaction(db: Db, transactionId = newId()) {
  const transaction = {
    id: transactionId,
    source_key: `balance:${transactionId}`,
    kind: "goodwill",
    entry_count: ENTRIES.length,
    occurred_at: "2027-06-01T12:00:00Z",
  };
  await db.transaction(async (tx) => {
    await insertRow(tx, "ledger_transactions", transaction);
    for (const entry of ENTRIES) await insertRow(tx, "ledger_entries", { transaction_id: transactionId, ...entry });
  });
  return transaction;
}

describeTable({
  table: "ledger_transactions",
  ids: "",
  fields: {
    id,
    sourceKey: text,
    kind: text,
    bookingId: optionalReference,
    entryCount: { type: "smallint" },
    occurredAt: instant,
    createdAt,
  },
  validRow: (db) => createTransaction(db),
  isStored: true,
  refused: {
    unique: {
      ledger_transactions_pkey: { "a duplicate id": { source_key: "balance:other" } },
      ledger_transactions_source_is_posted_once: { "a source that is already posted": { id: OTHER } },
    },
    check: {
      ledger_transactions_kind_is_known: { "an unknown kind": { kind: "tip" } },
      ledger_transactions_source_is_named: {
        "a source of two letters": { source_key: "ab" },
        "a source of 301 letters": { source_key: "a".repeat(301) },
      },
      ledger_transactions_have_two_sides: { "a transaction with one side": { entry_count: 1 } },
    },
  },
});

describeTable({
  table: "ledger_entries",
  ids: "",
  fields: {
    id: { type: "bigint", isWorkedOut: true },
    transactionId: reference,
    account: text,
    amount: { column: "amount_cents", type: "bigint" },
    currency: { type: "character(3)", default: "USD" },
    bookingId: optionalReference,
    userId: optionalReference,
  },
  validRow: async (db) => ({ transaction_id: (await createTransaction(db)).id, ...ENTRIES[0] }),
  isStored: true,
  refused: {
    reference: {
      ledger_entries_transaction_id_ledger_transactions_id_fk: {
        "an unknown transaction": { transaction_id: MISSING_ID },
      },
    },
    check: {
      ledger_entries_account_is_known: { "an unknown account": { account: "pocket" } },
      ledger_entries_say_whose: {
        "a debt to nobody": { account: "owner_payable" },
        "a platform account of a user": { user_id: MISSING_ID },
      },
      ledger_entries_move_something: { "an entry of nothing": { amount_cents: 0 } },
      ledger_entries_currency_is_a_code: { "a lowercase currency": { currency: "usd" } },
    },
  },
});

describeTable({
  table: "reconciled_movements",
  ids: "",
  fields: { movementId: text, transactionId: reference, sourceId: optionalText, createdAt },
  validRow: async (db) => {
    await createTransaction(db, OTHER);
    return { movement_id: "txn_1", transaction_id: (await createTransaction(db)).id };
  },
  refused: {
    unique: {
      reconciled_movements_pkey: { "a duplicate movement": { transaction_id: OTHER } },
      reconciled_movements_are_posted_once: { "a second movement of one posting": { movement_id: "txn_2" } },
    },
    reference: {
      reconciled_movements_transaction_id_ledger_transactions_id_fk: {
        "an unknown posting": { movement_id: "txn_2", transaction_id: MISSING_ID },
      },
    },
  },
});

const wideCents = (column: string) => ({ column, type: "bigint", nullable: true }) as const;

describeTable({
  table: "reconciliation_differences",
  ids: "",
  fields: {
    id,
    kind: text,
    subject: text,
    atProvider: wideCents("provider_cents"),
    inLedger: wideCents("ledger_cents"),
    note: text,
    occurredAt: optionalInstant,
    createdAt,
    lastSeenAt: instant,
    resolvedAt: optionalInstant,
  },
  validRow: async (db) => {
    const row = { kind: "balance_differs", subject: "USD", note: "", last_seen_at: "2027-06-01T12:00:00Z" };
    // A resolved difference can return.
    await insertRow(db, "reconciliation_differences", { ...row, id: newId(), resolved_at: "2027-05-01T12:00:00Z" });
    return { id: ID, ...row };
  },
  refused: {
    unique: {
      reconciliation_differences_pkey: { "a duplicate id": { subject: "EUR" } },
      reconciliation_differences_open_once: { "an open difference twice": { id: OTHER } },
    },
    check: {
      reconciliation_differences_kind_is_known: { "an unknown kind": { kind: "luck" } },
    },
  },
});

describeTable({
  table: "reconciliation_runs",
  ids: "",
  fields: {
    id,
    comparedFrom: instant,
    comparedThrough: instant,
    movementCount: whole,
    newCount: whole,
    openCount: whole,
    startedAt: instant,
    createdAt,
  },
  validRow: async () => ({
    id: ID,
    compared_from: "2027-06-01T00:00:00Z",
    compared_through: "2027-06-02T00:00:00Z",
    movement_count: 1,
    new_count: 0,
    open_count: 0,
    started_at: "2027-06-02T06:00:00Z",
  }),
  refused: {
    unique: { reconciliation_runs_pkey: { "a duplicate id": {} } },
    check: {
      reconciliation_runs_reach_forward: { "a period that ends before it starts": { compared_through: "2027-05-31" } },
    },
  },
});
