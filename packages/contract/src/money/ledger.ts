import { LEDGER_ACCOUNTS } from "@nexby/domain/ledger/accounts";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject, pageQuery } from "../fields.ts";

const account = z.enum(LEDGER_ACCOUNTS);
const amountCents = z.int().describe("Debits are positive; liabilities and revenue are negative");

export const LEDGER_RULES = ["transactions_balance", "closed_bookings_are_settled", "nothing_beyond_zero"] as const;

const ledgerView = namedObject("Ledger", {
  balances: z
    .array(z.object({ account, currency: z.string(), amountCents }))
    .describe("Accounts with at least one posting"),
  violations: z
    .array(
      z.object({
        rule: z.enum(LEDGER_RULES),
        transactionId: z.uuid().nullable(),
        bookingId: z.uuid().nullable(),
        userId: z.uuid().nullable(),
        account: account.nullable(),
        currency: z.string(),
        amountCents,
      }),
    )
    .describe("Violated ledger rules of bookings with postings in the last week, at most 100"),
});
export type LedgerView = z.infer<typeof ledgerView>;

export const getLedger = endpoint({
  method: "GET",
  path: "/api/admin/ledger",
  summary: "Get ledger balances, overall or for one booking or person",
  access: "admin",
  query: z.object({
    bookingId: z.uuid("Booking must be an id").optional(),
    userId: z.uuid("User must be an id").optional(),
  }),
  response: ledgerView,
  errors: ["validation_failed"],
});

/** Ways the card provider and our own books can disagree. */
export const DIFFERENCE_KINDS = [
  "movement_not_posted",
  "movement_amount_differs",
  "posting_without_movement",
  "balance_differs",
  "authorization_unknown",
  "authorization_amount_differs",
  "authorization_gone",
  "refund_differs",
  "transfer_differs",
  "ledger_rule_broken",
] as const;

const discrepancyView = namedObject("Discrepancy", {
  id: z.uuid(),
  kind: z.enum(DIFFERENCE_KINDS),
  subject: z.string().describe("The record's id, at the provider or in our database"),
  providerCents: z.int().nullable().describe("The amount at the card provider"),
  ledgerCents: z.int().nullable().describe("The amount in our ledger"),
  note: z.string(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
});
export type DiscrepancyView = z.infer<typeof discrepancyView>;

const DIFFERENCE_FILTERS = ["open", "resolved", "all"] as const;

export const listDiscrepancies = endpoint({
  method: "GET",
  path: "/api/admin/reconciliation/differences",
  summary: "List differences between the card provider and the ledger, newest first",
  access: "admin",
  query: z.object({
    status: z
      .enum(DIFFERENCE_FILTERS, { error: `Status must be one of ${DIFFERENCE_FILTERS.join(", ")}` })
      .default("open"),
    ...pageQuery,
  }),
  response: z.array(discrepancyView),
  errors: ["validation_failed"],
});
