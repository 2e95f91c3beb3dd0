import { ERROR_CATEGORIES, ERROR_TYPES } from "@nexby/domain/error-logs/error-category";
import { SEVERITIES } from "@nexby/domain/error-logs/severity-score";
import { sql } from "drizzle-orm";
import { boolean, check, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";

/** Errors that happened in browsers. Real time; nothing refers to the person, who may be gone before the entry is. */
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
