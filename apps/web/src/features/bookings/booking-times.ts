import { countOf } from "../../lib/count-of.ts";
import { zonedTime } from "../../lib/zoned-time.ts";

const MOMENT = {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
} as const;

/** "Thu, Jun 4, 9:00 AM" where the item is. */
export const momentIn = (instant: string, timeZone: string): string => zonedTime(new Date(instant), timeZone, MOMENT);

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "1 day 4 h left", "3 h 12 min left". It says nothing new within a minute. */
export function timeLeft(seconds: number): string {
  if (seconds <= 0) return "No time left";
  if (seconds < MINUTE) return "Less than a minute left";
  const [days, hours, minutes] = [
    Math.floor(seconds / DAY),
    Math.floor((seconds % DAY) / HOUR),
    Math.floor((seconds % HOUR) / MINUTE),
  ];
  if (days > 0) return hours > 0 ? `${countOf(days, "day")} ${hours} h left` : `${countOf(days, "day")} left`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min left` : `${hours} h left`;
  return `${minutes} min left`;
}
