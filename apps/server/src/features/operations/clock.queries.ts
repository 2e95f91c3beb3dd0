import type { ClockEventView, ClockJobsView, ClockView } from "@nexby/contract/admin/operations";
import { and, desc, eq, gte, sql } from "drizzle-orm";
import { recordAudit } from "../../platform/audit.ts";
import type { Viewer } from "../../platform/auth.ts";
import { readClock, readClockOffset } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { RECURRING_ENTITY_TYPE } from "../../platform/jobs/job.ts";
import { users } from "../../schema/accounts.ts";
import { bookings } from "../../schema/bookings.ts";
import { items } from "../../schema/listings.ts";
import { notifications } from "../../schema/notifications.ts";
import { auditLog } from "../../schema/platform.ts";
import { rentalEvents } from "../../schema/rentals.ts";

const MAX_EVENTS = 100;
const MAX_FAILURES = 10;

type Failure = { id: string; jobType: string; reason: string; isTriedAgain: boolean };

/** Jobs that are due or running. */
export async function countUnfinished(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from scheduled_jobs
    where status = 'running' or status = 'pending' and scheduled_at <= app_now()`);
  return rows[0]?.count ?? 0;
}

/** The next job to become due, without recurring jobs. */
export async function findNextJob(db: Db): Promise<{ jobType: string; at: Date } | null> {
  const { rows } = await db.execute<{ job_type: string; scheduled_at: string }>(sql`
    select job_type, scheduled_at from scheduled_jobs
    where status = 'pending' and scheduled_at > app_now() and entity_type <> ${RECURRING_ENTITY_TYPE}
    order by scheduled_at, id limit 1`);
  return rows[0] ? { jobType: rows[0].job_type, at: new Date(rows[0].scheduled_at) } : null;
}

async function countFinished(db: Db, since: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from scheduled_jobs
    where finished_at >= ${since.toISOString()} and status in ('completed', 'failed')
      and entity_type <> ${RECURRING_ENTITY_TYPE}`);
  return rows[0]?.count ?? 0;
}

const ACTORS = ["renter", "owner", "admin"] as const;

/** Entries on the timelines of bookings, the newest first. */
async function selectBookingEvents(db: Db, since: Date): Promise<ClockEventView[]> {
  const { id, bookingId, createdAt, eventType, metadata } = rentalEvents;
  const rows = await db
    .select({ id, bookingId, createdAt, item: items.title, type: eventType, by: sql`${metadata}->>'by'` })
    .from(rentalEvents)
    .innerJoin(bookings, eq(bookings.id, bookingId))
    .innerJoin(items, eq(items.id, bookings.itemId))
    .where(gte(createdAt, since))
    .orderBy(desc(createdAt), desc(id))
    .limit(MAX_EVENTS);
  return rows.map(({ createdAt: at, by, ...row }) => ({
    ...row,
    kind: "booking",
    at: at.toISOString(),
    by: ACTORS.find((actor) => actor === by) ?? "system",
  }));
}

/** Entries of everyone's bell, the newest first. */
async function selectNotifications(db: Db, since: Date): Promise<ClockEventView[]> {
  const { id, createdAt, title } = notifications;
  const rows = await db
    .select({ id, createdAt, title, firstName: users.firstName })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(gte(createdAt, since))
    .orderBy(desc(createdAt), desc(id))
    .limit(MAX_EVENTS);
  return rows.map(({ createdAt: at, firstName, ...row }) => ({
    ...row,
    kind: "notification",
    at: at.toISOString(),
    firstName: firstName ?? "",
  }));
}

async function selectEvents(db: Db, since: Date): Promise<ClockEventView[]> {
  const events = [...(await selectBookingEvents(db, since)), ...(await selectNotifications(db, since))];
  return events.sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)).slice(0, MAX_EVENTS);
}

/** Failed jobs, and jobs waiting for a retry. */
async function selectFailures(db: Db, since: Date): Promise<Failure[]> {
  const { rows } = await db.execute<{ id: string; job_type: string; last_error: string | null; status: string }>(sql`
    select id, job_type, last_error, status from scheduled_jobs
    where status = 'failed' and finished_at >= ${since.toISOString()}
      or status = 'pending' and retry_count > 0
    order by scheduled_at desc, id limit ${MAX_FAILURES}`);
  return rows.map(({ id, job_type: jobType, last_error: reason, status }) => ({
    id,
    jobType,
    reason: reason ?? "",
    isTriedAgain: status === "pending",
  }));
}

/** Start, current position and target. One journey may take several moves. */
type ClockMove = { from: Date; to: Date; aim: Date };

const CLOCK = { entityType: "clock", entityId: "clock" };

export async function recordClockMove(db: Db, viewer: Viewer, { from, to, aim }: ClockMove): Promise<void> {
  const details = { from: from.toISOString(), to: to.toISOString(), aim: aim.toISOString() };
  await recordAudit(db, { actorId: viewer.id, action: "clock_moved", ...CLOCK, details });
}

export async function findLastClockMove(db: Db): Promise<ClockMove | null> {
  const [row] = await db
    .select({ details: auditLog.details })
    .from(auditLog)
    .where(and(eq(auditLog.entityType, CLOCK.entityType), eq(auditLog.entityId, CLOCK.entityId)))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(1);
  const { from, to, aim } = (row?.details ?? {}) as Partial<Record<keyof ClockMove, string>>;
  return from && to && aim ? { from: new Date(from), to: new Date(to), aim: new Date(aim) } : null;
}

export const presentClock = ({ now, aheadMs, canMove, journey }: ClockState): ClockView => ({
  now: now.toISOString(),
  aheadSeconds: Math.round(aheadMs / 1000),
  canMove,
  journey: journey && {
    from: journey.from.toISOString(),
    to: journey.to.toISOString(),
    aim: journey.aim.toISOString(),
  },
});

export const presentClockJobs = ({ next, ...jobs }: ClockJobs): ClockJobsView => ({
  ...jobs,
  next: next && { jobType: next.jobType, at: next.at.toISOString() },
});

export type ClockState = { now: Date; aheadMs: number; canMove: boolean; journey: ClockMove | null };

export async function getClock({ db, canMove }: { db: Db; canMove: boolean }): Promise<ClockState> {
  const journey = canMove ? await findLastClockMove(db) : null;
  return { now: await readClock(db), aheadMs: await readClockOffset(db), canMove, journey };
}

type ClockJobs = Awaited<ReturnType<typeof getClockJobs>>;

/** What happened on the last journey; before the first one, only the upcoming jobs. */
export async function getClockJobs({ db, canMove }: { db: Db; canMove: boolean }) {
  if (!canMove) throw new AppError("not_found");
  const journey = await findLastClockMove(db);
  const [unfinished, next, finished, events, failures] = await Promise.all([
    countUnfinished(db),
    findNextJob(db),
    journey ? countFinished(db, journey.from) : 0,
    journey ? selectEvents(db, journey.from) : [],
    journey ? selectFailures(db, journey.from) : [],
  ]);
  return { unfinished, next, finished, events, failures };
}
