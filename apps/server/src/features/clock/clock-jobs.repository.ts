import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { RECURRING_ENTITY_TYPE } from "../../platform/jobs/job-handler.ts";

const MOST_KINDS = 50;
const MOST_FAILURES = 10;

type Kind = { jobType: string; completed: number; failed: number };
type Failure = { id: string; jobType: string; reason: string; isTriedAgain: boolean };

/** What is to be done now, or is being done. */
export async function countUnfinished(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from scheduled_jobs
    where status = 'running' or status = 'pending' and scheduled_at <= app_now()`);
  return rows[0]?.count ?? 0;
}

/** The next that becomes due. What is done again and again is not waited for. */
export async function findNextJob(db: Db): Promise<{ jobType: string; at: Date } | null> {
  const { rows } = await db.execute<{ job_type: string; scheduled_at: string }>(sql`
    select job_type, scheduled_at from scheduled_jobs
    where status = 'pending' and scheduled_at > app_now() and entity_type <> ${RECURRING_ENTITY_TYPE}
    order by scheduled_at, id limit 1`);
  return rows[0] ? { jobType: rows[0].job_type, at: new Date(rows[0].scheduled_at) } : null;
}

/** What came to its end since then, by kind, the most frequent first. */
export async function countFinished(db: Db, since: Date): Promise<Kind[]> {
  const { rows } = await db.execute<{ job_type: string; completed: number; failed: number }>(sql`
    select job_type, count(*) filter (where status = 'completed')::int as completed,
      count(*) filter (where status = 'failed')::int as failed
    from scheduled_jobs
    where finished_at >= ${since.toISOString()} and status in ('completed', 'failed')
      and entity_type <> ${RECURRING_ENTITY_TYPE}
    group by job_type order by count(*) desc, job_type limit ${MOST_KINDS}`);
  return rows.map(({ job_type: jobType, completed, failed }) => ({ jobType, completed, failed }));
}

export async function countRecurringRuns(db: Db, since: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from scheduled_jobs
    where finished_at >= ${since.toISOString()} and entity_type = ${RECURRING_ENTITY_TYPE}`);
  return rows[0]?.count ?? 0;
}

/** What went wrong since then: given up, or waiting for its next try. */
export async function selectFailures(db: Db, since: Date): Promise<Failure[]> {
  const { rows } = await db.execute<{ id: string; job_type: string; last_error: string | null; status: string }>(sql`
    select id, job_type, last_error, status from scheduled_jobs
    where status = 'failed' and finished_at >= ${since.toISOString()}
      or status = 'pending' and retry_count > 0
    order by scheduled_at desc, id limit ${MOST_FAILURES}`);
  return rows.map(({ id, job_type: jobType, last_error: reason, status }) => ({
    id,
    jobType,
    reason: reason ?? "",
    isTriedAgain: status === "pending",
  }));
}
