const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Months and years of even length are exact enough for words. */
const UNITS = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
] as const;

const WORDS = new Intl.RelativeTimeFormat("en-US", { numeric: "always" });

/** "3 hours ago". What a clock that is fast puts into the future has just been. */
export function timeAgo(instant: string, now: number): string {
  const age = now - Date.parse(instant);
  if (Number.isNaN(age)) return "";
  const [unit, length] = UNITS.find(([, unitLength]) => age >= unitLength) ?? [];
  return unit ? WORDS.format(-Math.floor(age / length), unit) : "less than a minute ago";
}
