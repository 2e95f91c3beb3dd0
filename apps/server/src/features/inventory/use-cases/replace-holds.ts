import type { Db } from "../../../platform/db/db.ts";
import { SQL_STATE, sqlStateOf } from "../../../platform/db/sql-state.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { publishAvailabilityChange } from "../availability-events.ts";
import type { HoldKind } from "../hold-kinds.ts";
import { insertHolds, markHoldsReleased } from "../inventory-holds.repository.ts";

type Taking = { startAt: Date; endAt: Date; quantity: number };
type Input = {
  listingId: string;
  kind: HoldKind;
  externalCalendarId?: string;
  /** Holds that were taken before, of the same kind and for the same reason. */
  before: readonly (Taking & { id: string })[];
  after: readonly Taking[];
};

const keyOf = ({ startAt, endAt, quantity }: Taking) => `${startAt.getTime()} ${endAt.getTime()} ${quantity}`;

/** What is left of some when the others are taken away, one for one: two alike are two. */
function without<T extends Taking>(some: readonly T[], others: readonly Taking[]): T[] {
  const counts = new Map<string, number>();
  for (const key of others.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return some.filter((one) => {
    const left = counts.get(keyOf(one)) ?? 0;
    counts.set(keyOf(one), left - 1);
    return left <= 0;
  });
}

/**
 * Takes one set of holds in place of another. What is in both stays untouched, so that nobody can slip in between. The
 * database has the last word, as with every hold.
 */
export async function replaceHolds(db: Db, { before, after, ...common }: Input): Promise<void> {
  const gone = without(before, after).map(({ id }) => id);
  const fresh = without(after, before);
  if (gone.length === 0 && fresh.length === 0) return;
  const rows = fresh.map(({ startAt, endAt, quantity }) => ({
    ...common,
    id: newId(),
    startTime: startAt,
    endTime: endAt,
    quantity,
  }));
  try {
    await db.transaction(async (tx) => {
      await markHoldsReleased(tx, gone);
      await insertHolds(tx, rows);
      await publishAvailabilityChange(tx, common.listingId);
    });
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATE.exclusionViolation) throw error;
    throw new AppError("units_unavailable", undefined, { cause: error });
  }
}
