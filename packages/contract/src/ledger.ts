import { LEDGER_ACCOUNTS } from "@nexby/domain/ledger/accounts";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const account = z.enum(LEDGER_ACCOUNTS);
const amountCents = z.int().describe("A debit is positive; what is owed or earned is negative");

export const LEDGER_RULES = ["transactions_balance", "closed_bookings_are_settled", "nothing_beyond_zero"] as const;

const ledgerView = z.object({
  balances: z
    .array(z.object({ account, currency: z.string(), amountCents }))
    .describe("Accounts that ever had something"),
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
    .describe("What must not be, of bookings with postings in the last week; at most 100"),
});
export type LedgerView = z.infer<typeof ledgerView>;

export const getLedger = endpoint({
  method: "GET",
  path: "/api/admin/ledger",
  summary: "Balances of the ledger, of one booking or of one person, and what does not add up",
  access: "admin",
  query: z.object({
    bookingId: z.uuid("Booking must be an id").optional(),
    userId: z.uuid("User must be an id").optional(),
  }),
  response: ledgerView,
  errors: ["validation_failed"],
});
