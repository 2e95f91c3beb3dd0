/** "1 day", "3 days", "1,200 guests". */
export const counted = (number: number, one: string): string =>
  `${number.toLocaleString("en-US")} ${one}${number === 1 ? "" : "s"}`;
