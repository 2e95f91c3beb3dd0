import {
  FRAUD_ACTIONS,
  FRAUD_ANALYSIS_TYPES,
  FRAUD_DECISIONS,
  FRAUD_PATTERNS,
  FRAUD_RECOMMENDATIONS,
  FRAUD_STATUSES,
  type FraudFeatures,
  type RedFlag,
  RISK_LEVELS,
} from "@nexby/domain/fraud/fraud-rules";
import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, numeric, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { bookings } from "./bookings.ts";
import { createdAt, id, instant } from "./columns.ts";

/** The fraud rules' assessment of a request and the admin's decision. */
export const fraudAnalyses = pgTable(
  "fraud_analyses",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    analysisType: text({ enum: FRAUD_ANALYSIS_TYPES }).notNull().default("authorization"),
    riskScore: integer().notNull(),
    riskLevel: text({ enum: RISK_LEVELS }).notNull(),
    confidence: numeric({ precision: 3, scale: 2, mode: "number" }).notNull(),
    patterns: text({ enum: FRAUD_PATTERNS }).array().notNull().default([]),
    redFlags: jsonb().$type<RedFlag[]>().notNull().default([]),
    recommendation: text({ enum: FRAUD_RECOMMENDATIONS }).notNull(),
    status: text({ enum: FRAUD_STATUSES }).notNull().default("pending"),
    /** Rule version and input of the assessment, so that it can be explained later. */
    ruleSetVersion: integer().notNull(),
    features: jsonb().$type<FraudFeatures>().notNull(),
    reviewBy: instant(),
    reviewedBy: uuid().references(() => users.id),
    reviewedAt: instant(),
    reviewNotes: text(),
    adminDecision: text({ enum: FRAUD_DECISIONS }),
    actionTaken: text({ enum: FRAUD_ACTIONS }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("fraud_analyses_one_per_booking").on(table.bookingId, table.analysisType),
    index("fraud_analyses_in_review").on(table.reviewBy, table.id).where(sql`${table.status} = 'in_review'`),
    index("fraud_analyses_by_age").on(table.createdAt, table.id),
    check("fraud_analyses_score_is_a_score", sql`${table.riskScore} between 0 and 100`),
    check("fraud_analyses_confidence_is_a_part", sql`${table.confidence} between 0 and 1`),
    check(
      "fraud_analyses_words_are_known",
      sql`${table.riskLevel} in ('low', 'medium', 'high', 'critical')
        and ${table.recommendation} in ('approve', 'review', 'decline')
        and ${table.status} in ('pending', 'auto_cleared', 'in_review', 'reviewed')`,
    ),
    check(
      "fraud_analyses_reviewed_say_how",
      sql`(${table.status} = 'reviewed') <= (${table.adminDecision} is not null and ${table.reviewedAt} is not null)`,
    ),
  ],
);
