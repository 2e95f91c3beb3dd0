import { countOf } from "../../lib/count-of.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "3 days and 4 hours ahead of real time" */
export function aheadWords(seconds: number): string {
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  const parts = [days && countOf(days, "day"), hours && countOf(hours, "hour"), minutes && countOf(minutes, "minute")];
  const said = parts.filter(Boolean).slice(0, 2).join(" and ");
  return said ? `${said} ahead of real time` : "The same as real time";
}
