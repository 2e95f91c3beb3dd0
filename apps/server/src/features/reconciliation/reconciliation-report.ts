import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import { describeDifference } from "./tell-of-differences.ts";
import type { ReconciliationReport } from "./use-cases/reconcile.ts";

const dollars = (amount: number) => `$${decimalFromCents(cents(amount))}`;

/** The report as the command prints it. */
export function reportText(report: ReconciliationReport): string {
  const { comparedFrom, comparedThrough, movementCount, balance, newCount, openCount, resolvedCount } = report;
  const from = comparedFrom.getTime() === 0 ? "the beginning" : comparedFrom.toISOString();
  const lines = [
    `Compared ${movementCount} movements from ${from} to ${comparedThrough.toISOString()}.`,
    balance
      ? `Balance: provider ${dollars(balance.providerCents)}, ledger ${dollars(balance.ledgerCents)}, on its way ${dollars(balance.onItsWayCents)}.`
      : "Balance: not compared, it moved all the time.",
    `Differences: ${openCount} open, ${newCount} of them new; ${resolvedCount} resolved.`,
    ...report.differences.map((difference) => `- ${describeDifference(difference)}`),
    ...(openCount > report.differences.length ? [`and ${openCount - report.differences.length} more`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
