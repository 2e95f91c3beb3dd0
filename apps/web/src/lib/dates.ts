const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const MOMENT = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** "Mar 3, 2026" */
export const formatDay = (instant: string): string => DAY.format(new Date(instant));

/** "Mar 3, 2026, 4:05 PM" */
export const formatMoment = (instant: string): string => MOMENT.format(new Date(instant));
