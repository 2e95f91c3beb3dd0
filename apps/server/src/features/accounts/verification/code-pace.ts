const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const PAUSE = 60 * SECOND;
const MOST_A_DAY = 5;

/** From when on another code may be sent, given when the last ones were, in any order. Null before the first. */
export function nextCodeAt(sentAt: readonly Date[]): Date | null {
  const newestFirst = sentAt.map((date) => date.getTime()).sort((a, b) => b - a);
  const [newest] = newestFirst;
  if (newest === undefined) return null;
  const oldestOfDay = newestFirst[MOST_A_DAY - 1];
  const afterPause = newest + PAUSE;
  return new Date(oldestOfDay === undefined ? afterPause : Math.max(afterPause, oldestOfDay + DAY));
}
