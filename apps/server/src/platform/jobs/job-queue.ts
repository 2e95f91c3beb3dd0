import { sql } from "drizzle-orm";
import type { Db } from "../db/db.ts";
import type { Job } from "./job-handler.ts";
import { MAX_LEASE_LOSSES, retryDelayMs } from "./job-status.ts";

/** Claims are made one after another, so that two workers cannot take two jobs of one entity at the same moment. */
const CLAIM_LOCK = 7_209_114;

type Lease = { workerId: string; leaseMs: number };

const leaseEnd = (leaseMs: number) => sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;

/** Frees what died with its process. What kills every process that takes it is not tried for ever. */
async function reclaimLost(db: Db): Promise<void> {
  await db.execute(sql`
    update scheduled_jobs set
      status = case when lease_losses + 1 >= ${MAX_LEASE_LOSSES} then 'failed' else 'pending' end,
      finished_at = case when lease_losses + 1 >= ${MAX_LEASE_LOSSES} then app_now() end,
      last_error = 'the process that ran it ended',
      lease_losses = lease_losses + 1, locked_by = null, lease_until = null
    where status = 'running' and lease_until < clock_timestamp()`);
}

/** The jobs that are due, oldest first; of one entity one at a time, in order. */
export async function claimJobs(db: Db, { workerId, leaseMs }: Lease, limit: number): Promise<Job[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`);
    await reclaimLost(tx);
    const { rows } = await tx.execute<JobRow>(sql`
      with due as (
        select id from scheduled_jobs as job
        where status = 'pending' and scheduled_at <= app_now()
          and not exists (
            select 1 from scheduled_jobs as other
            where other.entity_type = job.entity_type and other.entity_id = job.entity_id
              and (other.status = 'running'
                or other.status = 'pending' and (other.scheduled_at, other.id) < (job.scheduled_at, job.id))
          )
        order by scheduled_at, id limit ${limit} for update skip locked
      )
      update scheduled_jobs as job
      set status = 'running', locked_by = ${workerId}, lease_until = ${leaseEnd(leaseMs)}
      from due where job.id = due.id
      returning job.id, job_type, entity_type, entity_id, payload, scheduled_at, retry_count`);
    return rows
      .map(jobFromRow)
      .sort((a, b) => a.scheduledAt.getTime() - b.scheduledAt.getTime() || compare(a.id, b.id));
  });
}

type JobRow = {
  id: string;
  job_type: string;
  entity_type: string;
  entity_id: string;
  payload: Record<string, unknown>;
  scheduled_at: string;
  retry_count: number;
};

const jobFromRow = (row: JobRow): Job => ({
  id: row.id,
  jobType: row.job_type,
  entityType: row.entity_type,
  entityId: row.entity_id,
  payload: row.payload,
  scheduledAt: new Date(row.scheduled_at),
  retryCount: row.retry_count,
});

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Tells that the worker lives; answers which of its jobs are still its own. */
export async function renewLeases(db: Db, { workerId, leaseMs }: Lease): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(
    sql`update scheduled_jobs set lease_until = ${leaseEnd(leaseMs)}
      where locked_by = ${workerId} and status = 'running' returning id`,
  );
  return new Set(rows.map((row) => row.id));
}

const isStillMine = (job: Job, workerId: string) =>
  sql`id = ${job.id} and status = 'running' and locked_by = ${workerId}`;

/** False when the job is no longer this worker's: whoever has it now will finish it. */
export async function markCompleted(db: Db, job: Job, workerId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update scheduled_jobs
    set status = 'completed', finished_at = app_now(), last_error = null, locked_by = null, lease_until = null
    where ${isStillMine(job, workerId)}`);
  return rowCount === 1;
}

/** Another try later, or dead when there have been enough. */
export async function markFailed(db: Db, job: Job, workerId: string, reason: string): Promise<"retried" | "dead"> {
  const { rows } = await db.execute<{ status: string }>(sql`
    update scheduled_jobs set
      status = case when retry_count < max_retries then 'pending' else 'failed' end,
      finished_at = case when retry_count < max_retries then null else app_now() end,
      scheduled_at = case when retry_count < max_retries
        then app_now() + ${retryDelayMs(job.retryCount)} * interval '1 millisecond' else scheduled_at end,
      retry_count = least(retry_count + 1, max_retries),
      last_error = ${reason}, locked_by = null, lease_until = null
    where ${isStillMine(job, workerId)} returning status`);
  return rows[0]?.status === "failed" ? "dead" : "retried";
}

/** Gives back what a stopping worker could not finish, as if it had never begun. */
export async function handBack(db: Db, workerId: string): Promise<void> {
  await db.execute(sql`
    update scheduled_jobs set status = 'pending', locked_by = null, lease_until = null
    where status = 'running' and locked_by = ${workerId}`);
}

/** Milliseconds until the next pending job is due; null when there is none. */
export async function timeToNextJob(db: Db): Promise<number | null> {
  const { rows } = await db.execute<{ ms: string | null }>(sql`
    select extract(epoch from min(scheduled_at) - app_now()) * 1000 as ms from scheduled_jobs where status = 'pending'`);
  const ms = rows[0]?.ms;
  return ms === null || ms === undefined ? null : Math.max(0, Number(ms));
}

/** Forgets what was done long ago. Dead jobs stay until somebody has looked at them. */
export async function sweepFinishedJobs(db: Db): Promise<void> {
  await db.execute(sql`
    delete from scheduled_jobs
    where status in ('completed', 'canceled') and finished_at < app_now() - interval '30 days'`);
}
