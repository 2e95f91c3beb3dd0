import type { Db } from "../../../platform/db/db.ts";
import { SQL_STATE, sqlStateOf } from "../../../platform/db/sql-state.ts";
import { type Write, writeTogether } from "../../../platform/db/write-together.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { availabilityChange } from "../availability-events.ts";
import type { HoldKind } from "../hold-kinds.ts";
import { holdToWrite } from "../inventory-holds.repository.ts";

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
  others: readonly Write[] = [],
): Promise<string> {
  const row = { ...hold, id: newId(), startTime: startAt, endTime: endAt, forced: hold.kind === "overdue" };
  try {
    await writeTogether(db, [...others, holdToWrite(db, row), availabilityChange(db, hold.listingId)]);
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATE.exclusionViolation) throw error;
    throw new AppError("units_unavailable", undefined, { cause: error });
  }
  return row.id;
}
