import type { Db } from "../../../platform/db/db.ts";
import { markExpiredHoldsReleased } from "../inventory-holds.repository.ts";

const BATCH = 500;

/** Marks lapsed holds as released, in batches short enough not to stand in anybody's way. */
export async function sweepExpiredHolds(db: Db): Promise<void> {
  while ((await markExpiredHoldsReleased(db, BATCH)) === BATCH);
}
