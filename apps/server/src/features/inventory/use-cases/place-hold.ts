import type { Db } from "../../../platform/db/db.ts";
import { type Insert, insertOf, insertTogether } from "../../../platform/db/insert-together.ts";
import { SQL_STATE, sqlStateOf } from "../../../platform/db/sql-state.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { availabilityChange } from "../availability-events.ts";
import type { HoldKind } from "../hold-kinds.ts";
import { inventoryHolds } from "../inventory-holds.table.ts";

type Input = {
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
  { startAt, endAt, ...hold }: Input,
  others: readonly Insert[] = [],
): Promise<string> {
  const row = { ...hold, id: newId(), startTime: startAt, endTime: endAt, forced: hold.kind === "overdue" };
  try {
    await insertTogether(db, [...others, insertOf(inventoryHolds, row), availabilityChange(hold.listingId)]);
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATE.exclusionViolation) throw error;
    throw new AppError("units_unavailable", undefined, { cause: error });
  }
  return row.id;
}
