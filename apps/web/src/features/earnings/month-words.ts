const SHORT = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
const LONG = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

const middleOf = (month: string) => new Date(`${month}-15T12:00:00Z`);

/** "Nov" */
export const shortMonth = (month: string): string => SHORT.format(middleOf(month));

/** "November 2026" */
export const longMonth = (month: string): string => LONG.format(middleOf(month));

export const yearOf = (month: string): string => month.slice(0, 4);
