import { milesBetween, type Position } from "../kernel/distance.ts";
import { distinctiveWordsOf } from "../search/suggestions.ts";
import { MIN_PEOPLE } from "./rank-recommendations.ts";

export type Comparable = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly dailyRateCents: number;
  readonly position: Position;
};

const WEIGHTS = { nearness: 0.4, words: 0.3, price: 0.1, people: 0.2 };
const HALF_WEIGHT_MILES = 5;
const HALF_WEIGHT_PEOPLE = 4;
/** Title words count twice as much as description words. */
const TITLE_WORD_WEIGHT = 2;

/** Similarity from 0 to 1, based on distance, text, price and shared interest. */
export function closenessOf(one: Comparable, other: Comparable, people = 0): number {
  const sharedInterest = people >= MIN_PEOPLE ? people / (people + HALF_WEIGHT_PEOPLE) : 0;
  return (
    WEIGHTS.nearness / (1 + milesBetween(one.position, other.position) / HALF_WEIGHT_MILES) +
    WEIGHTS.words * sharedWords(one, other) +
    WEIGHTS.price * priceCloseness(one.dailyRateCents, other.dailyRateCents) +
    WEIGHTS.people * sharedInterest
  );
}

/** Most similar first. `people` maps an item's id to the number of people interested in both. */
export function rankSimilar<Item extends Comparable>(
  item: Comparable,
  others: readonly Item[],
  people: ReadonlyMap<string, number>,
): Item[] {
  return others
    .map((other) => ({ other, closeness: closenessOf(item, other, people.get(other.id)) }))
    .sort((a, b) => b.closeness - a.closeness || (a.other.id < b.other.id ? -1 : 1))
    .map(({ other }) => other);
}

/** The share of words in common; title words count twice. */
function sharedWords(one: Comparable, other: Comparable): number {
  const [mine, theirs] = [wordWeightsOf(one), wordWeightsOf(other)];
  let [common, all] = [0, 0];
  for (const word of new Set([...mine.keys(), ...theirs.keys()])) {
    const [a, b] = [mine.get(word) ?? 0, theirs.get(word) ?? 0];
    common += Math.min(a, b);
    all += Math.max(a, b);
  }
  return all === 0 ? 0 : common / all;
}

function wordWeightsOf({ title, description }: Comparable): Map<string, number> {
  const weights = new Map(distinctiveWordsOf(description).map((word) => [word, 1]));
  for (const word of distinctiveWordsOf(title)) weights.set(word, TITLE_WORD_WEIGHT);
  return weights;
}

const priceCloseness = (one: number, other: number): number => Math.min(one, other) / Math.max(one, other, 1);
