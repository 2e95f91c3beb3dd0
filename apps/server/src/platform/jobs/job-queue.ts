import { type SQL, sql } from "drizzle-orm";
import { retryDelayMs } from "../../schema/platform.ts";
import type { Db } from "../db/db.ts";
import { namedStatement } from "../db/statements.ts";
import { type Job, RECURRING_ENTITY_TYPE } from "./job.ts";

/** Serializes claims, so that two workers cannot take two jobs of the same entity at once. */
const CLAIM_LOCK = 7_209_114;

type Lease = { workerId: string; leaseMs: number };

const leaseEnd = (leaseMs: number) => sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;

/**
 * Frees jobs whose process died and returns the product time. Skips locked jobs, because waiting for one that is
 * finishing would block all claims.
 */
const reclaimLost = namedStatement(
  "reclaim_lost_jobs",
  sql`
  with lost as (
    update scheduled_jobs set
      status = 'pending', lease_losses = lease_losses + 1, last_error = 'the process that ran it ended',
      locked_by = null, lease_until = null
    where id in (
      select id from scheduled_jobs where status = 'running' and lease_until < clock_timestamp() for update skip locked
    )
  )
  select app_now() as now`,
);

/** Free slots for jobs; heavy types have their own. */
type Room = { ordinary: number; heavy?: { jobs: number; types: readonly string[] } };

/**
 * Claims due jobs, oldest first and one at a time per entity. A job waiting for its retry does not block the entity's
 * other jobs: a deadline must not wait for a provider that is down.
 */
export const claimQuery = ({ workerId, leaseMs }: Lease, now: Date, isOfType: SQL, limit: number) => sql`
  with due as (
    select id from scheduled_jobs as job
    where status = 'pending' and scheduled_at <= ${now.toISOString()} and ${isOfType}
      and not exists (
        select 1 from scheduled_jobs as other
        where other.entity_type = job.entity_type and other.entity_id = job.entity_id
          and other.status in ('pending', 'running')
          and (other.status = 'running' or (other.scheduled_at, other.id) < (job.scheduled_at, job.id))
      )
    order by scheduled_at, id limit ${limit} for update skip locked
  )
  update scheduled_jobs as job
  set status = 'running', locked_by = ${workerId}, lease_until = ${leaseEnd(leaseMs)}
  from due where job.id = due.id
  returning job.id, job_type, entity_type, entity_id, payload, scheduled_at, retry_count, lease_losses`;

/** Claims due jobs and returns the product time that decided what was due. */
export async function claimJobs(db: Db, lease: Lease, room: Room): Promise<{ jobs: Job[]; now: Date }> {
  const { ordinary, heavy = { jobs: 0, types: [] } } = room;
  const heavyTypes = sql.param(heavy.types);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`);
    const { rows: clock } = await reclaimLost(tx, {});
    const now = new Date(clock[0].now);
    const claim = async (limit: number, isOfType: SQL) =>
      limit > 0 ? (await tx.execute<JobRow>(claimQuery(lease, now, isOfType, limit))).rows : [];
    const rows = [
      ...(await claim(ordinary, sql`job_type <> all(${heavyTypes}::text[])`)),
      ...(await claim(heavy.jobs, sql`job_type = any(${heavyTypes}::text[])`)),
    ];
    const jobs = rows
      .map(jobFromRow)
      .sort((a, b) => a.scheduledAt.getTime() - b.scheduledAt.getTime() || (a.id < b.id ? -1 : 1));
    return { jobs, now };
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
  lease_losses: number;
};

const jobFromRow = (row: JobRow): Job => ({
  id: row.id,
  jobType: row.job_type,
  entityType: row.entity_type,
  entityId: row.entity_id,
  payload: row.payload,
  scheduledAt: new Date(row.scheduled_at),
  retryCount: row.retry_count,
  leaseLosses: row.lease_losses,
});

/**
 * Renews the leases of these running jobs and returns those the worker no longer owns. Jobs that are not listed,
 * because the worker never learned of its claim or could not finish them, become free when their lease expires.
 */
export async function renewLeases(db: Db, { workerId, leaseMs }: Lease, jobs: readonly Job[]): Promise<Job[]> {
  const ids = sql.param(jobs.map((job) => job.id));
  const losses = sql.param(jobs.map((job) => job.leaseLosses));
  const { rows } = await db.execute<{ id: string; lease_losses: number }>(sql`
    update scheduled_jobs set lease_until = ${leaseEnd(leaseMs)}
    where status = 'running' and locked_by = ${workerId}
      and (id, lease_losses) in (select * from unnest(${ids}::uuid[], ${losses}::int[]))
    returning id, lease_losses`);
  return jobs.filter((job) => !rows.some((row) => row.id === job.id && row.lease_losses === job.leaseLosses));
}

/** A worker can lose a job and claim it again; the loss count tells the two claims apart. */
const isStillMine = (job: Record<"id" | "leaseLosses", unknown>, workerId: unknown) =>
  sql`id = ${job.id} and status = 'running' and locked_by = ${workerId} and lease_losses = ${job.leaseLosses}`;

/** Returns false if the worker no longer owns the job; the new owner will finish it. */
export async function markCompleted(db: Db, { id, leaseLosses }: Job, workerId: string): Promise<boolean> {
  const { rowCount } = await completion(db, { id, leaseLosses, workerId });
  return rowCount === 1;
}

const completion = namedStatement(
  "complete_job",
  sql`
  update scheduled_jobs
  set status = 'completed', finished_at = app_now(), last_error = null, locked_by = null, lease_until = null
  where ${isStillMine({ id: sql.placeholder("id"), leaseLosses: sql.placeholder("leaseLosses") }, sql.placeholder("workerId"))}`,
);

type Failure = { reason: string; isFinal: boolean };

/** Schedules a retry, or marks the job dead after the last one. Returns "lost" if the worker no longer owns it. */
export async function markFailed(
  db: Db,
  job: Job,
  workerId: string,
  { reason, isFinal }: Failure,
): Promise<"retried" | "dead" | "lost"> {
  const isRetried = sql`(retry_count < max_retries and not ${isFinal}::boolean)`;
  const { rows } = await db.execute<{ status: string }>(sql`
    update scheduled_jobs set
      status = case when ${isRetried} then 'pending' else 'failed' end,
      finished_at = case when ${isRetried} then null else app_now() end,
      scheduled_at = case when ${isRetried}
        then app_now() + ${retryDelayMs(job.retryCount)} * interval '1 millisecond' else scheduled_at end,
      retry_count = case when ${isRetried} then retry_count + 1 else retry_count end,
      last_error = ${reason}, locked_by = null, lease_until = null
    where ${isStillMine(job, workerId)} returning status`);
  if (!rows[0]) return "lost";
  return rows[0].status === "failed" ? "dead" : "retried";
}

export async function recordOnJob(db: Db, job: Job, lastError: string): Promise<void> {
  await db.execute(sql`update scheduled_jobs set last_error = ${lastError} where id = ${job.id}`);
}

/** Releases a stopping worker's unfinished jobs as if they had never started, and notifies other workers. */
export async function handBack(db: Db, workerId: string): Promise<void> {
  await db.execute(sql`
    with freed as (
      update scheduled_jobs set status = 'pending', locked_by = null, lease_until = null
      where status = 'running' and locked_by = ${workerId} returning 1
    )
    select pg_notify('nexby_jobs', '') where exists (select 1 from freed)`);
}

/** Milliseconds until the next job that was not yet due at `now`; null if there is none. */
export async function timeToNextJob(db: Db, now: Date): Promise<number | null> {
  const { rows } = await db.execute<{ ms: string | null }>(sql`
    select extract(epoch from min(scheduled_at) - app_now()) * 1000 as ms
    from scheduled_jobs where status = 'pending' and scheduled_at > ${now.toISOString()}`);
  const ms = rows[0]?.ms;
  return ms === null || ms === undefined ? null : Math.max(0, Number(ms));
}

/** Deletes jobs that finished more than 30 days ago. Dead jobs stay for inspection, except recurring ones. */
export async function deleteFinishedJobs(db: Db): Promise<void> {
  await db.execute(sql`
    delete from scheduled_jobs
    where finished_at < app_now() - interval '30 days'
      and (status in ('completed', 'canceled') or status = 'failed' and entity_type = ${RECURRING_ENTITY_TYPE})`);
}
