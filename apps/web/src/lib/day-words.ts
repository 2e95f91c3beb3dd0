import type { LocalDate } from "@nexby/domain/kernel/calendar";

const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });

/** A day without a zone, read at its noon so that no zone moves it. */
const noonOf = (date: LocalDate) => new Date(`${date}T12:00:00Z`);

/** "Thu, Jun 4" */
export const dayWords = (date: LocalDate): string => WEEKDAY.format(noonOf(date));

/** "Jun 4 – 6", "Jun 4" */
export const rangeWords = (from: LocalDate, to: LocalDate): string => DAY.formatRange(noonOf(from), noonOf(to));
