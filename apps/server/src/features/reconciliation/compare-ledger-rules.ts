import type { Db } from "../../platform/db/db.ts";
import { findLedgerViolations } from "../ledger/public.ts";
import type { Found } from "./difference.ts";
import { selectOpenSubjects } from "./differences.repository.ts";

/** What the ledger says of itself must hold too: of what was posted since, and of what did not hold before. */
export async function compareLedgerRules(db: Db, since: Date, found: Found): Promise<void> {
  const broken = await selectOpenSubjects(db, "ledger_rule_broken");
  const violations = await findLedgerViolations(db, {
    since,
    ids: broken.flatMap((subject) => subject.split(" ")[1] ?? []),
  });
  await found(
    violations.map(({ rule, transactionId, bookingId, userId, account, amountCents }) => ({
      kind: "ledger_rule_broken" as const,
      // The id stands second; by it the next comparison looks again.
      subject: [rule, transactionId ?? bookingId ?? userId, account].filter(Boolean).join(" "),
      providerCents: null,
      ledgerCents: amountCents,
      note: `${rule.replaceAll("_", " ")}, which is not so here`,
      occurredAt: null,
    })),
  );
}
