import { inArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { providerEventsRead } from "../../schema/payment-provider.ts";
import { scheduledJobs } from "../../schema/platform.ts";
import { MONEY_JOBS } from "../payments/public.ts";

/** All events up to this time were received, including missed ones. Null when none were ever looked up. */
export async function findEventsReadUntil(db: Db): Promise<Date | null> {
  const [row] = await db.select({ until: providerEventsRead.until }).from(providerEventsRead);
  return row?.until ?? null;
}

type Times = { jobsDueBy: Date; readBy: Date };

/** A job that moves money or reads an event is late, or events weren't fetched: the ledger will follow by itself. */
export async function areMovementsOnTheirWay(db: Db, { jobsDueBy, readBy }: Times): Promise<boolean> {
  const readUntil = await findEventsReadUntil(db);
  if (readUntil !== null && readUntil < readBy) return true;
  const [late] = await db
    .select({ id: scheduledJobs.id })
    .from(scheduledJobs)
    .where(
      sql`${inArray(scheduledJobs.jobType, [...MONEY_JOBS])} and ${scheduledJobs.status} in ('pending', 'running')
        and ${scheduledJobs.scheduledAt} <= ${jobsDueBy.toISOString()}`,
    )
    .limit(1);
  return late !== undefined;
}
