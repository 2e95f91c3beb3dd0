import { ERROR_CATEGORIES, ERROR_TYPES, SEVERITIES } from "@nexby/domain/error-logs/error-logs";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant, oneOf } from "./columns.ts";

/** Important actions and their actors. Append-only by trigger; written in the action's transaction. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: id(),
    actorId: uuid(),
    action: text().notNull(),
    entityType: text().notNull(),
    entityId: text().notNull(),
    reason: text(),
    details: jsonb().notNull().default({}),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    index("audit_log_of_entity").on(table.entityType, table.entityId, table.createdAt),
    index("audit_log_of_actor").on(table.actorId, table.createdAt),
    index("audit_log_by_age").on(table.createdAt, table.id),
  ],
);

/** Single row: how far the product's clock is ahead of real time. Zero in production. Read through `app_now()`. */
export const appClock = pgTable(
  "app_clock",
  {
    only: boolean().primaryKey().default(true),
    offsetMs: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [
    check("app_clock_has_one_row", sql`${table.only}`),
    check("app_clock_is_not_behind", sql`${table.offsetMs} >= 0`),
  ],
);

/** Single row: when a worker last said that it runs, to within a minute. */
export const workerBeats = pgTable(
  "worker_beats",
  {
    only: boolean().primaryKey().default(true),
    ranAt: instant().notNull(),
  },
  (table) => [check("worker_beats_has_one_row", sql`${table.only}`)],
);

/** Periods in which no worker ran. Deadlines that cost someone money don't count them. */
export const outages = pgTable(
  "outages",
  {
    fromAt: instant().primaryKey(),
    toAt: instant().notNull(),
  },
  (table) => [
    index("outages_by_end").on(table.toAt),
    check("outages_have_order", sql`${table.fromAt} < ${table.toAt}`),
  ],
);

/** The response of a write, stored in the same transaction as its effect. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    scope: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    responseStatus: integer(),
    responseBody: text(),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] }), index("idempotency_keys_by_age").on(table.createdAt)],
);

/** Pending and running jobs are live. Failed jobs stay visible and are not retried. */
export const JOB_STATUSES = ["pending", "running", "completed", "failed", "canceled"] as const;

export const MAX_RETRIES = 3;

/** After this many process deaths, the job is considered the cause. */
export const MAX_LEASE_LOSSES = 10;

const FIRST_RETRY_MS = 60_000;

/** 1, 4 and 16 minutes: short outages recover quickly, long ones are not hammered. */
export const retryDelayMs = (retryCount: number): number => FIRST_RETRY_MS * 4 ** retryCount;

/** Jobs are scheduled by the product's clock. Leases use real time because they guard processes. */
export const scheduledJobs = pgTable(
  "scheduled_jobs",
  {
    id: id(),
    jobType: text().notNull(),
    entityType: text().notNull(),
    entityId: text().notNull(),
    dedupeKey: text().notNull().default(""),
    scheduledAt: instant().notNull(),
    payload: jsonb().notNull().default({}),
    status: text({ enum: JOB_STATUSES }).notNull().default("pending"),
    retryCount: integer().notNull().default(0),
    maxRetries: integer().notNull().default(MAX_RETRIES),
    lastError: text(),
    lockedBy: text(),
    leaseUntil: instant(),
    leaseLosses: integer().notNull().default(0),
    finishedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("scheduled_jobs_live_unique")
      .on(table.jobType, table.entityId, table.dedupeKey)
      .where(sql`${table.status} in ('pending', 'running')`),
    index("scheduled_jobs_due").on(table.scheduledAt, table.id).where(sql`${table.status} = 'pending'`),
    index("scheduled_jobs_running").on(table.leaseUntil).where(sql`${table.status} = 'running'`),
    index("scheduled_jobs_live_of_entity")
      .on(table.entityType, table.entityId)
      .where(sql`${table.status} in ('pending', 'running')`),
    index("scheduled_jobs_finished").on(table.finishedAt).where(sql`${table.finishedAt} is not null`),
    check("scheduled_jobs_status_is_known", oneOf(table.status, JOB_STATUSES)),
    check(
      "scheduled_jobs_counts_make_sense",
      sql`${table.retryCount} between 0 and ${table.maxRetries} and ${table.leaseLosses} >= 0`,
    ),
    check(
      "scheduled_jobs_running_has_lease",
      sql`(${table.status} = 'running') = (${table.lockedBy} is not null and ${table.leaseUntil} is not null)`,
    ),
  ],
);

const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * Events for browsers. Ids are assigned before commit and can become visible out of order, so a reader's position is
 * (transaction, id), and it reads only events that no running transaction can still precede.
 */
export const realtimeEvents = pgTable(
  "realtime_events",
  {
    id: bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    transaction: transactionId().notNull().default(sql`pg_current_xact_id()`),
    audience: text().notNull(),
    type: text().notNull(),
    data: jsonb().notNull().default({}),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    index("realtime_events_of_audience").on(table.audience, table.transaction, table.id),
    index("realtime_events_by_age").on(table.createdAt),
  ],
);

/** Recent hits per key, hashed to hide addresses and accounts. Real time, not the product's clock. */
export const throttles = pgTable(
  "throttles",
  {
    key: text().primaryKey(),
    hits: timestamp({ withTimezone: true, mode: "date" }).array().notNull().default(sql`'{}'`),
    expiresAt: instant().notNull(),
  },
  (table) => [index("throttles_to_expire").on(table.expiresAt)],
);

/** Browser errors. Real time; no foreign key to the user, who may be deleted before the entry. */
export const errorLogs = pgTable(
  "error_logs",
  {
    id: id(),
    errorType: text({ enum: ERROR_TYPES }).notNull(),
    errorMessage: text().notNull(),
    stackTrace: text(),
    url: text().notNull(),
    severity: text({ enum: SEVERITIES }).notNull(),
    userId: uuid(),
    userEmail: text(),
    isAdmin: boolean(),
    isApproved: boolean(),
    userAgent: text(),
    browserInfo: jsonb(),
    userAction: text(),
    userJourney: jsonb(),
    formData: jsonb(),
    requestData: jsonb(),
    sessionDuration: doublePrecision(),
    previousUrl: text(),
    apiResponseTime: doublePrecision(),
    memoryUsage: jsonb(),
    errorCategory: text({ enum: ERROR_CATEGORIES }).notNull(),
    severityScore: integer().notNull(),
    affectedFeatures: text().array().notNull().default([]),
    createdAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    index("error_logs_by_age").on(table.createdAt, table.id),
    check("error_logs_type_is_known", oneOf(table.errorType, ERROR_TYPES)),
    check("error_logs_severity_is_known", oneOf(table.severity, SEVERITIES)),
    check("error_logs_category_is_known", oneOf(table.errorCategory, ERROR_CATEGORIES)),
    check("error_logs_score_is_from_1_to_10", sql`${table.severityScore} between 1 and 10`),
  ],
);
