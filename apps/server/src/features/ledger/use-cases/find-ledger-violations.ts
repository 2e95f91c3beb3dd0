import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import {
  findBookingsBeyondZero,
  findPeopleBeyondZero,
  findUnbalanced,
  findUnsettledClosed,
  type LedgerViolation,
  type Scope,
} from "../violations.repository.ts";

const MOST = 100;
const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * What must not be, of every booking and person with postings since a moment, the last week unless told, and of those
 * named by id. What is older was found when it was new. Nothing, if all is well.
 */
export async function findLedgerViolations(
  db: Db,
  { since, ids = [] }: Partial<Scope> = {},
): Promise<LedgerViolation[]> {
  const scope = { since: since ?? new Date((await readClock(db)).getTime() - WEEK_MS), ids };
  const found = [
    await findUnbalanced(db, scope),
    await findUnsettledClosed(db, scope),
    await findBookingsBeyondZero(db, scope),
    await findPeopleBeyondZero(db, scope),
  ];
  return found.flat().slice(0, MOST);
}
