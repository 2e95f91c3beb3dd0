import { type Db, SQL_STATE, sqlStateOf } from "../../../platform/db/db.ts";
import { type Insert, insertBatch, insertOf } from "../../../platform/db/statements.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { NEVER } from "../../../schema/columns.ts";
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

/** Holds units for a period. The database decides: of concurrent holds, only those that fit are accepted. */
export const placeHold = (db: Db, hold: PlaceHoldInput): Promise<string> => insertWithHold(db, hold, []);

/** Inserts a booking and what belongs to it together with the hold of its units: all of it, or nothing. */
export async function insertWithHold(
  db: Db,
  { startAt, endAt, ...hold }: PlaceHoldInput,
  inserts: readonly Insert[],
): Promise<string> {
  const row = { ...hold, id: newId(), startTime: startAt, endTime: endAt, forced: hold.kind === "overdue" };
  try {
    await insertBatch(db, [...inserts, insertOf(inventoryHolds, row), availabilityChange(hold.listingId)]);
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATE.exclusionViolation) throw error;
    throw new AppError("units_unavailable", undefined, { cause: error });
  }
  return row.id;
}

/**
 * Holds a booking's units until an instant, or permanently (null). Returns false if the hold had expired and another
 * booking took the units: the database checks an expired hold like a new one.
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

/** Holds a booking's units until a later end. Returns false if another booking needs them by then. */
export async function lengthenUnits(db: Db, bookingId: string, endAt: Date): Promise<boolean> {
  const hold = await findBookingHold(db, bookingId);
  if (!hold || hold.releasedAt !== null) return false;
  try {
    await db.transaction((tx) => updateHold(tx, hold.id, { endTime: endAt }));
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATE.exclusionViolation) throw error;
    return false;
  }
  await publishAvailabilityChange(db, hold.listingId);
  return true;
}

/** Gives up the units that a booking holds after this end, if any. */
export async function shortenUnits(db: Db, bookingId: string, endAt: Date): Promise<void> {
  const hold = await findBookingHold(db, bookingId);
  if (!hold || hold.releasedAt !== null || (hold.endTime !== null && hold.endTime <= endAt)) return;
  await updateHold(db, hold.id, { endTime: endAt });
  await publishAvailabilityChange(db, hold.listingId);
}

type Missing = { bookingId: string; listingId: string; renterUserId: string; quantity: number; from: Date };

/**
 * An item that isn't back cannot go to anyone else: its units stay held until it is returned, or until its owner says
 * that a lost one is available again. They may exceed the stock.
 */
export async function holdMissingUnits(db: Db, { from, ...hold }: Missing): Promise<void> {
  const existing = await findOverdueHold(db, hold.bookingId);
  if (existing) await updateHold(db, existing.id, { endTime: NEVER, expiresAt: null, quantity: hold.quantity });
  else {
    const row = { ...hold, id: newId(), kind: "overdue" as const, forced: true, startTime: from, endTime: NEVER };
    await insertHolds(db, [row]);
    // This hold continues the booking's own one; with the turnaround of both, one unit would count twice.
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
  /** Existing holds of the same kind and calendar. */
  before: readonly (Allocation & { id: string })[];
  after: readonly Allocation[];
};

const keyOf = ({ startAt, endAt, quantity }: Allocation) => `${startAt.getTime()} ${endAt.getTime()} ${quantity}`;

/** Multiset difference: two equal entries count as two. */
function without<T extends Allocation>(items: readonly T[], others: readonly Allocation[]): T[] {
  const counts = new Map<string, number>();
  for (const key of others.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return items.filter((item) => {
    const left = counts.get(keyOf(item)) ?? 0;
    counts.set(keyOf(item), left - 1);
    return left <= 0;
  });
}

/** Replaces one set of holds by another. Holds in both sets stay untouched, so that no one can book in between. */
export async function replaceHolds(db: Db, { before, after, ...common }: ReplaceHoldsInput): Promise<void> {
  const removedIds = without(before, after).map(({ id }) => id);
  const added = without(after, before);
  if (removedIds.length === 0 && added.length === 0) return;
  const rows = added.map(({ startAt, endAt, quantity }) => ({
    ...common,
    id: newId(),
    startTime: startAt,
    endTime: endAt,
    quantity,
  }));
  try {
    await db.transaction(async (tx) => {
      await markHoldsReleased(tx, removedIds);
      await insertHolds(tx, rows);
      await publishAvailabilityChange(tx, common.listingId);
    });
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATE.exclusionViolation) throw error;
    throw new AppError("units_unavailable", undefined, { cause: error });
  }
}
