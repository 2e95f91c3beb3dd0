import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const MOST_MINUTES = 366 * 24 * 60;
const MINUTES_MESSAGE = `Minutes must be a whole number from 1 to ${MOST_MINUTES}`;

export const moveClock = endpoint({
  method: "POST",
  path: "/api/admin/clock",
  summary: "Moves the clock forward; in demo mode only",
  access: "admin",
  body: z.object({ minutes: z.int(MINUTES_MESSAGE).min(1, MINUTES_MESSAGE).max(MOST_MINUTES, MINUTES_MESSAGE) }),
  response: z.object({ now: z.iso.datetime() }),
  errors: ["validation_failed", "not_found"],
});
