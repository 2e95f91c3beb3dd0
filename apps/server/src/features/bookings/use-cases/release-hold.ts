import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { markHoldReleased } from "../inventory-holds.repository.ts";

/** Gives the units back at once. */
export async function releaseHold(db: Db, holdId: string): Promise<void> {
  const released = await markHoldReleased(db, holdId);
  if (!released) throw new AppError("not_found", "Hold not found");
}
