import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { pageQuery } from "./paging.ts";

/** How the card provider and our own books can disagree. */
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

const differenceView = z.object({
  id: z.uuid(),
  kind: z.enum(DIFFERENCE_KINDS),
  subject: z.string().describe("The record it is about: the provider's id or our own"),
  providerCents: z.int().nullable().describe("As the card provider has it"),
  ledgerCents: z.int().nullable().describe("As we have it"),
  note: z.string(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
});
export type DifferenceView = z.infer<typeof differenceView>;

const DIFFERENCE_FILTERS = ["open", "resolved", "all"] as const;

export const listDifferences = endpoint({
  method: "GET",
  path: "/api/admin/reconciliation/differences",
  summary: "Where the card provider and the ledger disagree, newest first",
  access: "admin",
  query: z.object({
    status: z
      .enum(DIFFERENCE_FILTERS, { error: `Status must be one of ${DIFFERENCE_FILTERS.join(", ")}` })
      .default("open"),
    ...pageQuery,
  }),
  response: z.array(differenceView),
  errors: ["validation_failed"],
});
