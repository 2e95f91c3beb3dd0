import { ERROR_CATEGORIES, ERROR_TYPES, SEVERITIES } from "@nexby/domain/error-logs/error-logs";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject } from "../fields.ts";

const MAX_MINUTES = 366 * 24 * 60;
const MINUTES_MESSAGE = `Minutes must be a whole number from 1 to ${MAX_MINUTES}`;
const INSTANT_MESSAGE = "Please choose a date and a time";

const CLOCK = "/api/admin/clock";

const clockView = namedObject("Clock", {
  now: z.iso.datetime(),
  aheadSeconds: z.int().nonnegative().describe("How far the product's clock is ahead of real time"),
  canMove: z.boolean().describe("Only in demo mode without real cards"),
  journey: z
    .object({
      from: z.iso.datetime(),
      to: z.iso.datetime().describe("The time it has reached"),
      aim: z.iso.datetime().describe("The time it is moving to"),
    })
    .nullable()
    .describe("The last move of the clock"),
});
export type ClockView = z.infer<typeof clockView>;

export const getClock = endpoint({
  method: "GET",
  path: CLOCK,
  summary: "Get the product's clock",
  access: "admin",
  response: clockView,
  errors: [],
});

export const moveClock = endpoint({
  method: "POST",
  path: CLOCK,
  summary:
    "Move the clock forward, in demo mode only. One call passes the jobs of about half a second; repeat it with the same `to`",
  access: "admin",
  body: z
    .object({
      minutes: z.int(MINUTES_MESSAGE).min(1, MINUTES_MESSAGE).max(MAX_MINUTES, MINUTES_MESSAGE).optional(),
      to: z.iso.datetime({ error: INSTANT_MESSAGE }).max(40, INSTANT_MESSAGE).optional(),
      stopsAtJobs: z
        .boolean({ error: "Please choose yes or no" })
        .default(true)
        .describe("Stop at each job, which then runs in time. Without stops, all jobs until then run late"),
    })
    .refine(({ minutes, to }) => (minutes === undefined) !== (to === undefined), {
      path: ["minutes"],
      message: "Please choose how many minutes, or a date and time",
    }),
  response: clockView,
  errors: ["validation_failed", "not_found"],
});

const jobFailure = namedObject("JobFailure", {
  id: z.uuid(),
  jobType: z.string(),
  reason: z.string(),
  isTriedAgain: z.boolean(),
});

const actor = z.enum(["renter", "owner", "admin", "system"]);

const clockEvent = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("booking"),
      ...{ id: z.uuid(), at: z.iso.datetime(), bookingId: z.uuid() },
      item: z.string().describe("The item's title"),
      type: z.string().describe("The entry on the booking's timeline"),
      by: actor,
    }),
    z.object({
      kind: z.literal("notification"),
      ...{ id: z.uuid(), at: z.iso.datetime() },
      firstName: z.string().describe("The person who was notified"),
      title: z.string(),
    }),
  ])
  .describe("Something that users notice");
export type ClockEventView = z.infer<typeof clockEvent>;

export const getClockJobs = endpoint({
  method: "GET",
  path: `${CLOCK}/jobs`,
  summary: "Get what happened since the clock was last moved",
  access: "admin",
  response: z.object({
    unfinished: z.int().nonnegative().describe("Jobs of all kinds that are due or running"),
    finished: z.int().nonnegative().describe("Jobs that ran, without recurring ones"),
    events: z.array(clockEvent).describe("What happened since then, the newest first, at most 100"),
    failures: z.array(jobFailure),
    next: z.object({ jobType: z.string(), at: z.iso.datetime() }).nullable().describe("The next job to become due"),
  }),
  errors: ["not_found"],
});
export type ClockJobsView = z.infer<typeof getClockJobs.response>;

const ok = z.literal("ok");

export const checkHealth = endpoint({
  method: "GET",
  path: "/api/health",
  summary: "Check that the process is alive",
  access: "public",
  response: z.object({ status: ok }),
  errors: [],
});

export const checkReadiness = endpoint({
  method: "GET",
  path: "/api/ready",
  summary: "Check that the server can handle requests",
  access: "public",
  response: z.object({ status: ok, checks: z.object({ database: ok, migrations: ok, worker: ok, disk: ok }) }),
  errors: ["service_unavailable"],
});

export const listSetupWarnings = endpoint({
  method: "GET",
  path: "/api/admin/setup-warnings",
  summary: "List missing settings of this installation",
  access: "admin",
  response: z.array(z.string()),
  errors: [],
});

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

/** An error reported by a browser. The user is taken from the session, whatever these fields say. */
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
  summary: "Report an error from a browser",
  access: "public",
  limits: [{ per: "address", times: 60, seconds: 60 }],
  maxBytes: 16 * 1024,
  status: 201,
  body: errorLogEntry,
  response: z.object({}),
  errors: ["validation_failed", "payload_too_large"],
});
