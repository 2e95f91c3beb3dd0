import { ERROR_CATEGORIES, ERROR_TYPES } from "@nexby/domain/error-logs/error-category";
import { SEVERITIES } from "@nexby/domain/error-logs/severity-score";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const text = (most: number) => z.string().max(most);
const record = z.record(z.string().max(200), z.unknown());

const browserInfo = z
  .object({
    userAgent: text(1000),
    language: text(100),
    platform: text(200),
    cookieEnabled: z.boolean(),
    onLine: z.boolean(),
    screenResolution: text(50),
    viewport: text(50),
    timestamp: text(50),
  })
  .partial();

const memoryUsage = z
  .object({
    usedHeap: z.number().nonnegative(),
    totalHeap: z.number().nonnegative(),
    heapLimit: z.number().nonnegative(),
    percentage: z.number().nonnegative(),
  })
  .partial();

/** What a browser tells about an error. Who it happened to is known from the session, whatever is said here. */
const errorLogEntry = z.object({
  errorType: z.enum(ERROR_TYPES),
  errorMessage: text(2000),
  stackTrace: text(8000).nullish(),
  url: text(2000),
  severity: z.enum(SEVERITIES),
  userId: z.unknown().optional(),
  userEmail: z.unknown().optional(),
  isAdmin: z.unknown().optional(),
  isApproved: z.unknown().optional(),
  userAgent: text(1000).nullish(),
  browserInfo: browserInfo.nullish(),
  userAction: text(500).nullish(),
  userJourney: z.array(text(2000)).max(5).nullish(),
  formData: record.nullish(),
  requestData: record.nullish(),
  sessionDuration: z.number().nonnegative().nullish().describe("Milliseconds"),
  previousUrl: text(2000).nullish(),
  apiResponseTime: z.number().nonnegative().nullish().describe("Milliseconds"),
  memoryUsage: memoryUsage.nullish(),
  errorCategory: z.enum(ERROR_CATEGORIES).nullish(),
  severityScore: z.int().min(1).max(10).nullish(),
  affectedFeatures: z.array(text(100)).max(20).nullish(),
});
export type ErrorLogEntry = z.infer<typeof errorLogEntry>;

export const reportError = endpoint({
  method: "POST",
  path: "/api/error-logs",
  summary: "Reports an error that happened in a browser",
  access: "public",
  limits: [{ per: "address", times: 60, seconds: 60 }],
  maxBytes: 16 * 1024,
  status: 201,
  body: errorLogEntry,
  response: z.object({}),
  errors: ["validation_failed", "payload_too_large"],
});
