import { type Db, SQL_STATE, sqlStateOf } from "../../../platform/db/db.ts";
import { type Insert, insertBatch, insertOf } from "../../../platform/db/statements.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { type HoldKind, inventoryHolds } from "../../../schema/inventory.ts";
import {
  availabilityChange,
  findBookingHold,
  findOverdueHold,
  insertHolds,
  markHoldsReleased,
  publishAvailabilityChange,
  updateHold,
} from "../holds.queries.ts";

type PlaceHoldInput = {
  listingId: string;
  startAt: Date;
  endAt: Date;
  quantity: number;
  kind: HoldKind;
  renterUserId?: string;
  bookingId?: string;
  expiresAt?: Date;
};

/**
 * Takes units for a period, together with what is written only if they are there. The database has the last word: of
 * several at once, only those that fit win.
 */
export async function placeHold(
  db: Db,
  { startAt, endAt, ...hold }: PlaceHoldInput,
  others: readonly Insert[] = [],
): Promise<string> {
  const row = { ...hold, id: newId(), startTime: startAt, endTime: endAt, forced: hold.kind === "overdue" };
  try {
    await insertBatch(db, [...others, insertOf(inventoryHolds, row), availabilityChange(hold.listingId)]);
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATE.exclusionViolation) throw error;
    throw new AppError("units_unavailable", undefined, { cause: error });
  }
  return row.id;
}

/**
 * Keeps a booking's units until an instant, or for good (null). False when they were free in between and somebody else
 * has them now: the database judges a hold that has lapsed like a new one.
 */
export async function holdUnits(db: Db, bookingId: string, until: Date | null): Promise<boolean> {
  const hold = await findBookingHold(db, bookingId);
  if (!hold) return false;
  const kind = until === null ? "reservation" : "checkout";
  try {
    await db.transaction((tx) => updateHold(tx, hold.id, { kind, expiresAt: until, releasedAt: null }));
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATE.exclusionViolation) throw error;
    return false;
  }
  await publishAvailabilityChange(db, hold.listingId);
  return true;
}

type Overdue = { bookingId: string; listingId: string; renterUserId: string; quantity: number; from: Date; to: Date };

/** What has not come back cannot be given to the next: its units stay taken, even beyond what is there. */
export async function holdOverdueUnits(db: Db, { from, to, ...hold }: Overdue): Promise<void> {
  const known = await findOverdueHold(db, hold.bookingId);
  if (known) await updateHold(db, known.id, { endTime: to });
  else {
    const row = { ...hold, id: newId(), kind: "overdue" as const, forced: true, startTime: from, endTime: to };
    await insertHolds(db, [row]);
    // It goes on where the booking's own time ends: with that one's turnaround one unit would count as two.
    const own = await findBookingHold(db, hold.bookingId);
    await markHoldsReleased(db, own ? [own.id] : []);
  }
  await publishAvailabilityChange(db, hold.listingId);
}

type Allocation = { startAt: Date; endAt: Date; quantity: number };
type ReplaceHoldsInput = {
  listingId: string;
  kind: HoldKind;
  externalCalendarId?: string;
  /** Holds that were taken before, of the same kind and for the same reason. */
  before: readonly (Allocation & { id: string })[];
  after: readonly Allocation[];
};

const keyOf = ({ startAt, endAt, quantity }: Allocation) => `${startAt.getTime()} ${endAt.getTime()} ${quantity}`;

/** What is left of some when the others are taken away, one for one: two alike are two. */
function without<T extends Allocation>(some: readonly T[], others: readonly Allocation[]): T[] {
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
export async function replaceHolds(db: Db, { before, after, ...common }: ReplaceHoldsInput): Promise<void> {
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
