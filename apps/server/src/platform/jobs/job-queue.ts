import { type SQL, sql } from "drizzle-orm";
import { retryDelayMs } from "../../schema/platform.ts";
import { readClock } from "../clock.ts";
import type { Db } from "../db/db.ts";
import { type Job, RECURRING_ENTITY_TYPE } from "./job.ts";

/** Claims are made one after another, so that two workers cannot take two jobs of one entity at the same moment. */
const CLAIM_LOCK = 7_209_114;

type Lease = { workerId: string; leaseMs: number };

const leaseEnd = (leaseMs: number) => sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;

/** Frees what died with its process. Skips what somebody is about to finish: waiting for it would halt every claim. */
const reclaimLost = sql`
  update scheduled_jobs set
    status = 'pending', lease_losses = lease_losses + 1, last_error = 'the process that ran it ended',
    locked_by = null, lease_until = null
  where id in (
    select id from scheduled_jobs where status = 'running' and lease_until < clock_timestamp() for update skip locked
  )`;

/** For how many jobs there is room; those of heavy types have their own. */
type Room = { ordinary: number; heavy?: { jobs: number; types: readonly string[] } };

/**
 * The jobs that are due, oldest first; of one entity one at a time, in order. One that waits for its next try lets the
 * entity's others pass: a deadline does not wait for a provider that is down.
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

/** Takes what is due and says by which time of the product's clock that was. */
export async function claimJobs(db: Db, lease: Lease, room: Room): Promise<{ jobs: Job[]; now: Date }> {
  const { ordinary, heavy = { jobs: 0, types: [] } } = room;
  const heavyTypes = sql.param(heavy.types);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`);
    await tx.execute(reclaimLost);
    const now = await readClock(tx);
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
 * Tells that the worker lives and runs these jobs; answers which of them are no longer its own. What it has claimed
 * without knowing, or could not bring to an end, is not among them and becomes free when its lease lapses.
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

/** A worker can lose a job and get it again: the count of losses tells its first claim from its second. */
const isStillMine = (job: Job, workerId: string) =>
  sql`id = ${job.id} and status = 'running' and locked_by = ${workerId} and lease_losses = ${job.leaseLosses}`;

/** False when the job is no longer this worker's: whoever has it now will finish it. */
export async function markCompleted(db: Db, job: Job, workerId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update scheduled_jobs
    set status = 'completed', finished_at = app_now(), last_error = null, locked_by = null, lease_until = null
    where ${isStillMine(job, workerId)}`);
  return rowCount === 1;
}

type Failure = { reason: string; isFinal: boolean };

/** Another try later, or dead when there have been enough; lost when the job is no longer this worker's. */
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

/** Gives back what a stopping worker could not finish, as if it had never begun, and tells the others. */
export async function handBack(db: Db, workerId: string): Promise<void> {
  await db.execute(sql`
    with freed as (
      update scheduled_jobs set status = 'pending', locked_by = null, lease_until = null
      where status = 'running' and locked_by = ${workerId} returning 1
    )
    select pg_notify('nexby_jobs', '') where exists (select 1 from freed)`);
}

/** Milliseconds until the next job that was not due yet at `now`; null when there is none. */
export async function timeToNextJob(db: Db, now: Date): Promise<number | null> {
  const { rows } = await db.execute<{ ms: string | null }>(sql`
    select extract(epoch from min(scheduled_at) - app_now()) * 1000 as ms
    from scheduled_jobs where status = 'pending' and scheduled_at > ${now.toISOString()}`);
  const ms = rows[0]?.ms;
  return ms === null || ms === undefined ? null : Math.max(0, Number(ms));
}

/** Forgets what was done long ago. Dead jobs stay until somebody has looked at them, but for recurring ones. */
export async function sweepFinishedJobs(db: Db): Promise<void> {
  await db.execute(sql`
    delete from scheduled_jobs
    where finished_at < app_now() - interval '30 days'
      and (status in ('completed', 'canceled') or status = 'failed' and entity_type = ${RECURRING_ENTITY_TYPE})`);
}
