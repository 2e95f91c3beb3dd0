import { WEEKDAYS } from "@nexby/domain/kernel/calendar";

type Weekday = (typeof WEEKDAYS)[number];

const LIST = new Intl.ListFormat("en-US", { type: "conjunction" });

/** "every day", "on Monday, Tuesday, and Friday". In the order of the week. */
export function daysInWords(days: readonly Weekday[]): string {
  if (days.length === WEEKDAYS.length) return "every day";
  return `on ${LIST.format(days.map((day) => day.charAt(0).toUpperCase() + day.slice(1)))}`;
}
