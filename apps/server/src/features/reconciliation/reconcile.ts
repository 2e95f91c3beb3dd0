import { DAY, HOUR, MINUTE, SECOND } from "@nexby/domain/kernel/duration";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { notifyAdmins } from "../accounts/public.ts";
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
  selectMomentsOutside,
} from "./discrepancies.queries.ts";
import { areMovementsOnTheirWay, findEventsReadUntil } from "./reconciliation.queries.ts";

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
  /** Movements were still on their way when the comparison began. */
  isEarly: boolean;
  /** The newest open differences. */
  differences: SavedDiscrepancy[];
};

/** Events of a movement may take this long to reach the ledger. */
const GRACE_MS = 15 * MINUTE;
/** Events that were not delivered are fetched every hour, so within this time. */
const READ_MS = 75 * MINUTE;
/** Allows for clock skew between our posting times and the provider's dates at the end of the comparison. */
const SKEW_MS = 5 * MINUTE;
const OVERLAP_MS = DAY;
const MAX_MOMENTS = 200;
const MAX_SHOWN = 100;

const BEGINNING = new Date(0);
const earlier = (instant: Date, milliseconds: number) => new Date(instant.getTime() - milliseconds);
/** The provider's timestamps are in whole seconds. */
const wholeSecond = (instant: Date) => new Date(Math.floor(instant.getTime() / SECOND) * SECOND);

/** Whole days in UTC. Null: until now. */
export type DayRange = { from: Date; until: Date | null };

type Options = {
  /** Without it, from a day before the last comparison until now. */
  range?: DayRange | undefined;
  /** How long to wait for movements on their way. */
  patienceMs?: number;
};

/**
 * Compares the provider with our ledger line by line. It saves new and resolved differences and notifies admins of new
 * ones, but never corrects anything. A range of days is an extra look: the daily comparison continues where it was.
 */
export async function reconcile({ db, payments }: Deps, { range, patienceMs = 0 }: Options = {}) {
  const isEarly = !(await hasArrived(db, patienceMs));
  const sides = { db, payments };
  const startedAt = await readClock(db);
  const last = await findLastRun(db);
  const latest = await comparableUntil(db, startedAt);
  const through = range?.until && range.until < latest ? range.until : latest;
  const { from, moments } = await comparisonRange(db, { last, range, through });
  const found: Found = (differences) => saveDiscrepancies(db, differences, startedAt);

  const movementCount = await compareMovements(sides, { from, until: through }, found);
  for (const second of moments) {
    await compareMovements(sides, { from: second, until: earlier(second, -SECOND) }, found);
  }
  const postedWindow = { from: earlier(from, SKEW_MS), until: earlier(through, SKEW_MS) };
  await comparePostings(db, postedWindow, found);
  await compareOrdersDone(db, postedWindow, found);
  const balance = await compareBalance(sides, latest, found);
  await compareAuthorizations(sides, latest, found);
  await compareLedgerRules(db, postedWindow.from, found);

  return db.transaction(async (tx): Promise<ReconciliationReport> => {
    const resolvedCount = await resolveUnseen(tx, startedAt, balance ? [] : ["balance_differs"]);
    const since = range ? earlier(startedAt, 1) : (last?.startedAt ?? null);
    const { open, fresh } = await countOpen(tx, since);
    const run = { comparedFrom: from, comparedThrough: through, movementCount, newCount: fresh, openCount: open };
    const differences = await selectDiscrepancies(tx, { status: "open", after: null, limit: MAX_SHOWN });
    const report = { ...run, balance, resolvedCount, isEarly, differences };
    // A range is compared by hand, so its report is read at once. The next daily comparison tells admins.
    if (range) return report;
    await insertRun(tx, { ...run, startedAt });
    if (fresh > 0) await notifyDiscrepancies(tx, { newCount: fresh, differences: differences.slice(0, fresh) });
    return report;
  });
}

/** The start of the comparison, and earlier times with open differences to recheck until they are resolved. */
async function comparisonRange(
  db: Db,
  { last, range, through }: { last: { comparedThrough: Date } | null; range: DayRange | undefined; through: Date },
): Promise<{ from: Date; moments: Date[] }> {
  const next = last ? wholeSecond(earlier(last.comparedThrough, OVERLAP_MS)) : BEGINNING;
  const from = range?.from ?? next;
  const moments = (await selectMomentsOutside(db, { from, until: through }, MAX_MOMENTS)).map(wholeSecond);
  const [oldest] = moments;
  // A requested range stays as it is.
  if (range) return { from, moments };
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
    ...(report.isEarly ? ["Movements are still on their way, so some differences may resolve by themselves."] : []),
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

const POLL_MS = SECOND;

/** Waits until all earlier movements have reached the ledger. False if they still hadn't in time. */
async function hasArrived(db: Db, patienceMs: number): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const now = await readClock(db);
    if (!(await areMovementsOnTheirWay(db, { jobsDueBy: earlier(now, GRACE_MS), readBy: earlier(now, READ_MS) })))
      return true;
    if (waitedMs >= patienceMs) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Movements after this may still be on their way: their events may not even have been fetched. */
async function comparableUntil(db: Db, now: Date): Promise<Date> {
  const [recent, oldest] = [earlier(now, GRACE_MS), earlier(now, READ_MS)];
  const read = (await findEventsReadUntil(db)) ?? recent;
  return wholeSecond(read < oldest ? oldest : read < recent ? read : recent);
}

const DUE_HOUR_UTC = 6;
/** The daily comparison waits this long for movements on their way, such as after an outage. Then it says what it finds. */
const DAILY_PATIENCE_MS = 2 * HOUR;

/** The last 06:00 UTC that has passed. */
export const lastDueAt = (now: Date): Date =>
  new Date(Math.floor((now.getTime() - DUE_HOUR_UTC * HOUR) / DAY) * DAY + DUE_HOUR_UTC * HOUR);

/** Safe to call often: it compares once a day, and once after several days of downtime. */
export async function reconcileDaily({ db, payments }: { db: Db; payments: PaymentsPort }): Promise<void> {
  const now = await readClock(db);
  const due = lastDueAt(now);
  const last = await findLastRun(db);
  if (last && last.startedAt >= due) return;
  if (now < earlier(due, -DAILY_PATIENCE_MS) && !(await hasArrived(db, 0))) return;
  await reconcile({ db, payments });
}
