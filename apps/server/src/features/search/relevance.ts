export type Match = {
  itemId: string;
  /** The database's: how often and where the words are. */
  rank: number;
  /** How many of the words it has, and how many in its title. */
  found: number;
  foundInTitle: number;
};

const WEIGHTS = { found: 4, foundInTitle: 2, rank: 1, nearness: 0.5 };
const HALF_AS_NEAR_MILES = 10;
const DIGITS = 1e6;

/** All words before some of them, words in the title before others, the near before the far. Rounded, to be kept in a cursor. */
export function relevanceOf({ rank, found, foundInTitle }: Match, words: number, miles: number | null): number {
  const nearness = miles === null ? 0 : 1 / (1 + miles / HALF_AS_NEAR_MILES);
  const score =
    (WEIGHTS.found * found) / words +
    (WEIGHTS.foundInTitle * foundInTitle) / words +
    WEIGHTS.rank * rank +
    WEIGHTS.nearness * nearness;
  return Math.round(score * DIGITS) / DIGITS;
}
