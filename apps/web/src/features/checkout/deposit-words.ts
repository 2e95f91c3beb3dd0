/** What becomes of a deposit. */
export const depositWords = (isCharged: boolean): string =>
  isCharged
    ? "The deposit is charged to your card before the start, because no hold lasts so long, and paid back after the return."
    : "The deposit is held on your card before the start and let go after the return.";
