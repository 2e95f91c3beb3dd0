import type { Db } from "../../../platform/db/db.ts";
import { SQL_STATE, sqlStateOf } from "../../../platform/db/sql-state.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { publishAvailabilityChange } from "../availability-events.ts";
import type { HoldKind } from "../hold-kinds.ts";
import { insertHold } from "../inventory-holds.repository.ts";

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

/** Takes units for a period. The database has the last word: of several at once, only those that fit win. */
export async function placeHold(db: Db, { startAt, endAt, ...hold }: Input): Promise<string> {
  const id = newId();
  try {
    await db.transaction(async (tx) => {
      await insertHold(tx, { ...hold, id, startTime: startAt, endTime: endAt, forced: hold.kind === "overdue" });
      await publishAvailabilityChange(tx, hold.listingId);
    });
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATE.exclusionViolation) throw error;
    throw new AppError("units_unavailable", undefined, { cause: error });
  }
  return id;
}
