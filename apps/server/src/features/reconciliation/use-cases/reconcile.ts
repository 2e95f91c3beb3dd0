import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { compareAuthorizations } from "../compare-authorizations.ts";
import { type ComparedBalance, compareBalance } from "../compare-balance.ts";
import { compareLedgerRules } from "../compare-ledger-rules.ts";
import { compareMovements } from "../compare-movements.ts";
import { compareOrdersDone } from "../compare-orders.ts";
import { comparePostings } from "../compare-postings.ts";
import type { Found } from "../difference.ts";
import {
  countOpen,
  type KeptDifference,
  keepDifferences,
  resolveUnseen,
  selectDifferences,
  selectOlderMoments,
} from "../differences.repository.ts";
import { findLastRun, insertRun } from "../runs.repository.ts";
import { tellOfDifferences } from "../tell-of-differences.ts";

type Deps = { db: Db; payments: PaymentsPort };

export type ReconciliationReport = {
  comparedFrom: Date;
  comparedThrough: Date;
  movementCount: number;
  /** Null when the balance never stood still long enough to be compared. */
  balance: ComparedBalance | null;
  newCount: number;
  openCount: number;
  resolvedCount: number;
  /** The newest of those that are open. */
  differences: KeptDifference[];
};

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** News of a movement may take so long to reach the ledger. */
const GRACE_MS = 15 * MINUTE;
/** Clocks differ: what we posted at this age the provider has dated before the end of the comparison. */
const SKEW_MS = 5 * MINUTE;
const OVERLAP_MS = DAY;
const MOST_MOMENTS = 200;
const MOST_SHOWN = 100;

const BEGINNING = new Date(0);
const earlier = (instant: Date, milliseconds: number) => new Date(instant.getTime() - milliseconds);
/** The provider counts in seconds. */
const wholeSecond = (instant: Date) => new Date(Math.floor(instant.getTime() / SECOND) * SECOND);

/**
 * Compares the provider with our books, line by line, since the last comparison and a day before. Writes down what
 * differs and what does no longer, tells administrators of what is new, and mends nothing.
 */
export async function reconcile({ db, payments }: Deps): Promise<ReconciliationReport> {
  const sides = { db, payments };
  const startedAt = await readClock(db);
  const last = await findLastRun(db);
  const through = wholeSecond(earlier(startedAt, GRACE_MS));
  const { from, moments } = await whereToLook(db, last);
  const found: Found = (differences) => keepDifferences(db, differences, startedAt);

  const movementCount = await compareMovements(sides, { from, until: through }, found);
  for (const second of moments) {
    await compareMovements(sides, { from: second, until: earlier(second, -SECOND) }, found);
  }
  const written = { from: earlier(from, SKEW_MS), until: earlier(through, SKEW_MS) };
  await comparePostings(db, written, found);
  await compareOrdersDone(db, written, found);
  const balance = await compareBalance(sides, through, found);
  await compareAuthorizations(sides, through, found);
  await compareLedgerRules(db, written.from, found);

  return db.transaction(async (tx) => {
    const resolvedCount = await resolveUnseen(tx, startedAt, balance ? [] : ["balance_differs"]);
    const { open, fresh } = await countOpen(tx, last?.startedAt ?? null);
    const run = { comparedFrom: from, comparedThrough: through, movementCount, newCount: fresh, openCount: open };
    await insertRun(tx, { ...run, startedAt });
    const differences = await selectDifferences(tx, { status: "open", after: null, limit: MOST_SHOWN });
    if (fresh > 0) await tellOfDifferences(tx, { newCount: fresh, differences: differences.slice(0, fresh) });
    return { ...run, balance, resolvedCount, differences };
  });
}

/** From when on, and at which moments before: there something differed, and is looked at until it does no longer. */
async function whereToLook(db: Db, last: { comparedThrough: Date } | null): Promise<{ from: Date; moments: Date[] }> {
  const from = last ? wholeSecond(earlier(last.comparedThrough, OVERLAP_MS)) : BEGINNING;
  const moments = (await selectOlderMoments(db, from, MOST_MOMENTS)).map(wholeSecond);
  const [oldest] = moments;
  return oldest && moments.length === MOST_MOMENTS ? { from: oldest, moments: [] } : { from, moments };
}
