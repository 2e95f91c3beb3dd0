import { BOOKING_STATUSES } from "@nexby/domain/bookings/statuses";
import {
  FRAUD_ACTIONS,
  FRAUD_ANALYSIS_TYPES,
  FRAUD_DECISIONS,
  FRAUD_PATTERNS,
  FRAUD_RECOMMENDATIONS,
  FRAUD_STATUSES,
  RISK_LEVELS,
} from "@nexby/domain/fraud/fraud-rules";
import { EXCHANGE_TYPES } from "@nexby/domain/listings/item-terms";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject, pageQuery } from "../fields.ts";

const instant = z.iso.datetime();
const person = z.object({ id: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() });

export const fraudAnalysisView = namedObject("FraudAnalysis", {
  id: z.uuid(),
  analysisType: z.enum(FRAUD_ANALYSIS_TYPES).describe("What the request was assessed at"),
  status: z.enum(FRAUD_STATUSES),
  riskScore: z.int().min(0).max(100),
  riskLevel: z.enum(RISK_LEVELS),
  confidence: z.number().min(0).max(1).describe("The share of the rules' inputs that were known"),
  patterns: z.array(z.enum(FRAUD_PATTERNS)),
  redFlags: z
    .array(
      z.object({
        code: z.string(),
        weight: z.int().describe("Points added to the score. Negative points lower the risk"),
        observed: z.union([z.string(), z.number(), z.boolean()]),
      }),
    )
    .describe("Every signal that affected the score"),
  recommendation: z.enum(FRAUD_RECOMMENDATIONS),
  ruleSetVersion: z.int().positive(),
  booking: z.object({
    id: z.uuid(),
    status: z.enum(BOOKING_STATUSES),
    startAt: instant,
    endAt: instant,
    timezone: z.string(),
    quantity: z.int().positive(),
    totalCents: z.int().positive(),
    depositCents: z.int().nonnegative(),
    exchangeType: z.enum(EXCHANGE_TYPES),
  }),
  item: z.object({ id: z.uuid(), title: z.string() }),
  renter: person.extend({ email: z.string(), createdAt: instant }),
  owner: person,
  message: z.string().nullable().describe("The renter's message to the owner"),
  reviewBy: instant.nullable(),
  secondsLeft: z.int().nullable().describe("Seconds until then, by the product's clock. Negative when overdue"),
  review: z
    .object({
      decision: z.enum(FRAUD_DECISIONS),
      actionTaken: z.enum(FRAUD_ACTIONS),
      notes: z.string(),
      by: z.string().describe("The admin's name"),
      at: instant,
    })
    .nullable(),
  allowedActions: z.array(z.enum(FRAUD_DECISIONS)),
  createdAt: instant,
});
export type FraudAnalysisView = z.infer<typeof fraudAnalysisView>;

const FRAUD_FILTERS = ["in_review", "all"] as const;

export const listFraudAnalyses = endpoint({
  method: "GET",
  path: "/api/admin/fraud-analyses",
  summary: "List fraud analyses: those in review by urgency, or all newest first",
  access: "admin",
  query: z.object({
    status: z.enum(FRAUD_FILTERS, { error: `Status must be one of ${FRAUD_FILTERS.join(", ")}` }).default("in_review"),
    ...pageQuery,
  }),
  response: z.array(fraudAnalysisView),
  errors: ["validation_failed"],
});

const NOTES_MESSAGE = "Please give a reason";

export const decideFraudReview = endpoint({
  method: "POST",
  path: "/api/admin/fraud-analyses/:analysisId/decision",
  summary: "Decide a fraud review",
  access: "admin",
  params: z.object({ analysisId: z.uuid() }),
  body: z.object({
    decision: z.enum(FRAUD_DECISIONS, { error: `Decision must be one of ${FRAUD_DECISIONS.join(", ")}` }),
    notes: z
      .string({ error: NOTES_MESSAGE })
      .trim()
      .min(1, NOTES_MESSAGE)
      .max(1000, "Please use at most 1,000 characters")
      .describe("For admins only. The renter never sees them"),
  }),
  response: fraudAnalysisView,
  errors: ["validation_failed", "not_found", "action_not_allowed"],
});
