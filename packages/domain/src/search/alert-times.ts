import { addDays, localTime } from "../kernel/calendar.ts";
import { instantOf, localDateOf } from "../kernel/zones.ts";

const MORNING = localTime("08:00");

/** The next eight o'clock in the morning of a zone, after now. */
export function nextMorning(now: Date, zone: string): Date {
  const today = localDateOf(now, zone);
  const morning = instantOf(today, MORNING, zone);
  return morning > now ? morning : instantOf(addDays(today, 1), MORNING, zone);
}
