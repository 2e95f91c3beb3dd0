const DOLLARS = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** "$1,200.00": always with cents, for amounts that are listed below each other or have to be exact. */
export const dollarText = (cents: number): string => DOLLARS.format(cents / 100);

/** "1 day", "3 days", "1,200 guests" */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
