import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import { advanceClock, readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";

const MINUTE = 60_000;

/** The demo's time machine: deadlines and reminders can be seen without waiting for them. */
export async function moveClock(
  { db, canMove }: { db: Db; canMove: boolean },
  viewer: Viewer,
  { minutes }: { minutes: number },
): Promise<Date> {
  if (!canMove) throw new AppError("not_found");
  return db.transaction(async (tx) => {
    await advanceClock(tx, minutes * MINUTE);
    const act = { actorId: viewer.id, action: "clock_moved", entityType: "clock", entityId: "clock" };
    await recordAudit(tx, { ...act, details: { minutes } });
    return readClock(tx);
  });
}
