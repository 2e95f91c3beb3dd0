import type { reconciliationDifferences } from "./reconciliation-differences.table.ts";

/** One disagreement, as a comparison finds it. */
export type Difference = Pick<
  typeof reconciliationDifferences.$inferSelect,
  "kind" | "subject" | "providerCents" | "ledgerCents" | "note" | "occurredAt"
>;

/** Takes what a comparison found, page by page, so that no comparison ever holds all of it. */
export type Found = (differences: readonly Difference[]) => Promise<void>;
