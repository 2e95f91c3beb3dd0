import { DAY, HOUR, MINUTE, SECOND } from "@nexby/domain/kernel/duration";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { notifyAdmins } from "../../accounts/public.ts";
import {
  type ComparedBalance,
  compareAuthorizations,
  compareBalance,
  compareLedgerRules,
  comparePostings,
} from "./compare-balances.ts";
import { compareMovements, compareOrdersDone } from "./compare-movements.ts";
import {
  countOpen,
  type Discrepancy,
  type Found,
  findLastRun,
  insertRun,
  resolveUnseen,
  type SavedDiscrepancy,
  saveDiscrepancies,
  selectDiscrepancies,
  selectOlderMoments,
} from "./discrepancies.queries.ts";

type Deps = { db: Db; payments: PaymentsPort };

type ReconciliationReport = {
  comparedFrom: Date;
  comparedThrough: Date;
  movementCount: number;
  /** Null when the balance kept changing during the comparison. */
  balance: ComparedBalance | null;
  newCount: number;
  openCount: number;
  resolvedCount: number;
  /** The newest open differences. */
  differences: SavedDiscrepancy[];
};

/** Events of a movement may take this long to reach the ledger. */
const GRACE_MS = 15 * MINUTE;
/** Allows for clock skew between our posting times and the provider's dates at the end of the comparison. */
const SKEW_MS = 5 * MINUTE;
const OVERLAP_MS = DAY;
const MAX_MOMENTS = 200;
const MAX_SHOWN = 100;

const BEGINNING = new Date(0);
const earlier = (instant: Date, milliseconds: number) => new Date(instant.getTime() - milliseconds);
/** The provider's timestamps are in whole seconds. */
const wholeSecond = (instant: Date) => new Date(Math.floor(instant.getTime() / SECOND) * SECOND);

/**
 * Compares the provider with our ledger line by line, from a day before the last comparison on. It saves new and
 * resolved differences and notifies admins of new ones, but never corrects anything.
 */
export async function reconcile({ db, payments }: Deps): Promise<ReconciliationReport> {
  const sides = { db, payments };
  const startedAt = await readClock(db);
  const last = await findLastRun(db);
  const through = wholeSecond(earlier(startedAt, GRACE_MS));
  const { from, moments } = await comparisonRange(db, last);
  const found: Found = (differences) => saveDiscrepancies(db, differences, startedAt);

  const movementCount = await compareMovements(sides, { from, until: through }, found);
  for (const second of moments) {
    await compareMovements(sides, { from: second, until: earlier(second, -SECOND) }, found);
  }
  const postedWindow = { from: earlier(from, SKEW_MS), until: earlier(through, SKEW_MS) };
  await comparePostings(db, postedWindow, found);
  await compareOrdersDone(db, postedWindow, found);
  const balance = await compareBalance(sides, through, found);
  await compareAuthorizations(sides, through, found);
  await compareLedgerRules(db, postedWindow.from, found);

  return db.transaction(async (tx) => {
    const resolvedCount = await resolveUnseen(tx, startedAt, balance ? [] : ["balance_differs"]);
    const { open, fresh } = await countOpen(tx, last?.startedAt ?? null);
    const run = { comparedFrom: from, comparedThrough: through, movementCount, newCount: fresh, openCount: open };
    await insertRun(tx, { ...run, startedAt });
    const differences = await selectDiscrepancies(tx, { status: "open", after: null, limit: MAX_SHOWN });
    if (fresh > 0) await notifyDiscrepancies(tx, { newCount: fresh, differences: differences.slice(0, fresh) });
    return { ...run, balance, resolvedCount, differences };
  });
}

/** The start of the comparison, and earlier times with open differences to recheck until they are resolved. */
async function comparisonRange(
  db: Db,
  last: { comparedThrough: Date } | null,
): Promise<{ from: Date; moments: Date[] }> {
  const from = last ? wholeSecond(earlier(last.comparedThrough, OVERLAP_MS)) : BEGINNING;
  const moments = (await selectOlderMoments(db, from, MAX_MOMENTS)).map(wholeSecond);
  const [oldest] = moments;
  return oldest && moments.length === MAX_MOMENTS ? { from: oldest, moments: [] } : { from, moments };
}

const dollars = (amount: number) => `$${decimalFromCents(cents(amount))}`;

export function reportText(report: ReconciliationReport): string {
  const { comparedFrom, comparedThrough, movementCount, balance, newCount, openCount, resolvedCount } = report;
  const from = comparedFrom.getTime() === 0 ? "the beginning" : comparedFrom.toISOString();
  const lines = [
    `Compared ${movementCount} movements from ${from} to ${comparedThrough.toISOString()}.`,
    balance
      ? `Balance: provider ${dollars(balance.providerCents)}, ledger ${dollars(balance.ledgerCents)}, in transit ${dollars(balance.onItsWayCents)}.`
      : "Balance: not compared because it kept changing.",
    `Differences: ${openCount} open, ${newCount} of them new; ${resolvedCount} resolved.`,
    ...report.differences.map((difference) => `- ${describeDiscrepancy(difference)}`),
    ...(openCount > report.differences.length ? [`and ${openCount - report.differences.length} more`] : []),
  ];
  return `${lines.join("\n")}\n`;
}

const MAX_NAMED = 10;

type NewDiscrepancies = { newCount: number; differences: readonly Discrepancy[] };

/** Sent once per set of new differences. Nothing is corrected automatically, so an admin has to look. */
async function notifyDiscrepancies(db: Db, { newCount, differences }: NewDiscrepancies): Promise<void> {
  await notifyAdmins(db, { kind: "admin_ledger_differences", data: { newCount } }, [
    ...differences.slice(0, MAX_NAMED).map(describeDiscrepancy),
    "We changed nothing. Find the cause before you correct anything.",
  ]);
}

const dollarsOrNothing = (amount: number | null) =>
  amount === null ? "nothing" : `$${decimalFromCents(cents(amount))}`;

const describeDiscrepancy = ({ kind, subject, providerCents, ledgerCents, note }: Discrepancy): string =>
  `${kind.replaceAll("_", " ")}: ${subject}. Provider ${dollarsOrNothing(providerCents)}, ours ${dollarsOrNothing(ledgerCents)}. ${note}`;

const DUE_HOUR_UTC = 6;

/** The last 06:00 UTC that has passed. */
export const lastDueAt = (now: Date): Date =>
  new Date(Math.floor((now.getTime() - DUE_HOUR_UTC * HOUR) / DAY) * DAY + DUE_HOUR_UTC * HOUR);

/** Safe to call often: it compares once a day, and once after several days of downtime. */
export async function reconcileDaily({ db, payments }: { db: Db; payments: PaymentsPort }): Promise<void> {
  const due = lastDueAt(await readClock(db));
  const last = await findLastRun(db);
  if (!last || last.startedAt < due) await reconcile({ db, payments });
}
