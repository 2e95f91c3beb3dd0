import type { Db } from "../../../platform/db/db.ts";
import { SQL_STATE, sqlStateOf } from "../../../platform/db/sql-state.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { type Item, type NewItem, readPeak, updateItemRow } from "./listings.repository.ts";

/** Writes a listing unless it would then have fewer units, or less time between them, than is promised already. */
export async function updateKeepingPromises(tx: Db, before: Item, changes: Partial<NewItem>): Promise<void> {
  try {
    // The trigger `items_keep_what_is_promised` judges; its refusal must not end the transaction of the caller.
    await tx.transaction((savepoint) => updateItemRow(savepoint, before.id, changes));
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATE.exclusionViolation) throw error;
    throw await refusal(tx, before, { ...before, ...changes }, error);
  }
}

async function refusal(tx: Db, before: Item, after: Item, cause: unknown): Promise<AppError> {
  const promised = await readPeak(tx, before.id, before.turnaroundMinutes);
  const detail =
    promised > after.quantityTotal
      ? {
          field: "quantityTotal",
          message: `Up to ${promised} units are booked or blocked at the same time, so there cannot be fewer`,
        }
      : { field: "turnaroundMinutes", message: "Some bookings are closer together than this" };
  return new AppError("units_unavailable", detail.message, { details: [detail], cause });
}
