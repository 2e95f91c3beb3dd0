import type { Outage } from "@nexby/domain/kernel/outages";
import { sql } from "drizzle-orm";
import type { Db } from "./db/db.ts";
import { namedStatement } from "./db/statements.ts";

/** Longer pauses of all workers are outages. A restart takes less. */
const OUTAGE_FROM = sql`interval '10 minutes'`;
/** How exactly the end of the workers' activity is known. */
const BEAT = sql`interval '1 minute'`;
/** No deadline that an outage moves is older. */
const RECENT = sql`interval '60 days'`;
const MAX_OUTAGES = 100;

const beat = namedStatement(
  "note_workers",
  sql`
  with last as (
    select ran_at from worker_beats where ran_at < app_now() - ${BEAT} for update
  ), noted as (
    insert into outages (from_at, to_at)
    select ran_at, app_now() from last where ran_at < app_now() - ${OUTAGE_FROM}
  ), updated as (
    update worker_beats set ran_at = app_now() where exists (select 1 from last)
  )
  insert into worker_beats (ran_at) select app_now() where not exists (select 1 from worker_beats)
  on conflict do nothing`,
);

/**
 * A worker says that it is about to run jobs. If none did for a while, or the clock jumped, the time since is stored as an
 * outage first, so that late jobs already know of it.
 */
export const noteWorkers = async (db: Db): Promise<void> => void (await beat(db, {}));

/** The clock is about to pass time in which no job is due, so nothing is late. */
export async function passIdleTime(db: Db, milliseconds: number): Promise<void> {
  await db.execute(sql`
    update worker_beats set ran_at = app_now() + ${milliseconds} * interval '1 millisecond'
    where ran_at >= app_now() - ${OUTAGE_FROM}`);
}

const instant = (text: string) => new Date(text);

/** Recent outages, oldest first. One that lasts ends now. */
export const selectOutages = (db: Db) =>
  db.select({ from: sql`from_at`.mapWith(instant), to: sql`to_at`.mapWith(instant) }).from(sql`(
    select * from (
      select from_at, to_at from outages where to_at > app_now() - ${RECENT}
      union all
      select ran_at, app_now() from worker_beats where ran_at < app_now() - ${OUTAGE_FROM}
      order by from_at desc limit ${sql.raw(String(MAX_OUTAGES))}
    ) as newest order by from_at
  ) as recent_outages`);

export const findOutages = (db: Db): Promise<Outage[]> => selectOutages(db);
