/** Lengths of time in milliseconds. A day is 24 hours; calendar days are in calendar.ts. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
