import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const MOST_MINUTES = 366 * 24 * 60;
const MINUTES_MESSAGE = `Minutes must be a whole number from 1 to ${MOST_MINUTES}`;
const INSTANT_MESSAGE = "Please choose a date and a time";

const CLOCK = "/api/admin/clock";

const clockView = z.object({
  now: z.iso.datetime(),
  aheadSeconds: z.int().nonnegative().describe("How far the product's clock is ahead of real time"),
  canMove: z.boolean().describe("In a demo whose cards are not real"),
  journey: z
    .object({
      from: z.iso.datetime(),
      to: z.iso.datetime().describe("Where it has come to"),
      aim: z.iso.datetime().describe("Where it goes"),
    })
    .nullable()
    .describe("The last time the clock was moved"),
});
export type ClockView = z.infer<typeof clockView>;

export const getClock = endpoint({
  method: "GET",
  path: CLOCK,
  summary: "The product's time, and whether it can be moved",
  access: "admin",
  response: clockView,
  errors: [],
});

export const moveClock = endpoint({
  method: "POST",
  path: CLOCK,
  summary:
    "Moves the clock forward, never back; in demo mode only. With stopsAtJobs it goes to the next job on the way at most, and not before the last one is done: asked again with the same aim, it goes on",
  access: "admin",
  body: z
    .object({
      minutes: z.int(MINUTES_MESSAGE).min(1, MINUTES_MESSAGE).max(MOST_MINUTES, MINUTES_MESSAGE).optional(),
      to: z.iso.datetime({ error: INSTANT_MESSAGE }).max(40, INSTANT_MESSAGE).optional(),
      stopsAtJobs: z.boolean({ error: "Please choose yes or no" }).default(false),
    })
    .refine(({ minutes, to }) => (minutes === undefined) !== (to === undefined), {
      path: ["minutes"],
      message: "Please say how many minutes, or until when",
    }),
  response: clockView,
  errors: ["validation_failed", "not_found"],
});

const jobFailure = z.object({
  id: z.uuid(),
  jobType: z.string(),
  reason: z.string(),
  isTriedAgain: z.boolean(),
});

export const getClockJobs = endpoint({
  method: "GET",
  path: `${CLOCK}/jobs`,
  summary: "What has been done since the clock was moved last, and what is still to do",
  access: "admin",
  response: z.object({
    unfinished: z.int().nonnegative().describe("Due or running now, of every kind"),
    kinds: z.array(z.object({ jobType: z.string(), completed: z.int().nonnegative(), failed: z.int().nonnegative() })),
    recurringRuns: z.int().nonnegative().describe("Turns of what is done again and again"),
    failures: z.array(jobFailure),
    next: z.object({ jobType: z.string(), at: z.iso.datetime() }).nullable().describe("The next that becomes due"),
  }),
  errors: ["not_found"],
});
export type ClockJobsView = z.infer<typeof getClockJobs.response>;
