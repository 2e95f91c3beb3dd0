import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../db/columns.ts";
import { oneOf } from "../db/one-of.ts";
import { JOB_STATUSES, MAX_RETRIES } from "./job-status.ts";

/** Work to be done at a time of the product's clock. Leases follow real time: they are about processes. */
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
