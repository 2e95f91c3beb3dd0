import type { DifferenceView } from "@nexby/contract/reconciliation";
import type { KeptDifference } from "./differences.repository.ts";

export const presentDifference = (difference: KeptDifference): DifferenceView => ({
  id: difference.id,
  kind: difference.kind,
  subject: difference.subject,
  providerCents: difference.providerCents,
  ledgerCents: difference.ledgerCents,
  note: difference.note,
  firstSeenAt: difference.createdAt.toISOString(),
  lastSeenAt: difference.lastSeenAt.toISOString(),
  resolvedAt: difference.resolvedAt?.toISOString() ?? null,
});
