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
const HALF_AS_NEAR_MILES = 5;
const HALF_CONVINCING = 4;
/** A title says more of a thing than what is told about it. */
const TITLE_WORDS = 2;

/** From 0 to 1: how much alike two items are, by where they are, what is written of them and what they cost. */
export function closenessOf(one: Comparable, other: Comparable, people = 0): number {
  const convincing = people >= MIN_PEOPLE ? people / (people + HALF_CONVINCING) : 0;
  return (
    WEIGHTS.nearness / (1 + milesBetween(one.position, other.position) / HALF_AS_NEAR_MILES) +
    WEIGHTS.words * sharedWords(one, other) +
    WEIGHTS.price * priceCloseness(one.dailyRateCents, other.dailyRateCents) +
    WEIGHTS.people * convincing
  );
}

/** The most alike first. `people` says how many who are interested in the item are so in another. */
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

/** The share of the words they have in common, those of titles counted twice. */
function sharedWords(one: Comparable, other: Comparable): number {
  const [mine, theirs] = [weighedCopy(one), weighedCopy(other)];
  let [common, all] = [0, 0];
  for (const word of new Set([...mine.keys(), ...theirs.keys()])) {
    const [a, b] = [mine.get(word) ?? 0, theirs.get(word) ?? 0];
    common += Math.min(a, b);
    all += Math.max(a, b);
  }
  return all === 0 ? 0 : common / all;
}

function weighedCopy({ title, description }: Comparable): Map<string, number> {
  const weights = new Map(distinctiveWordsOf(description).map((word) => [word, 1]));
  for (const word of distinctiveWordsOf(title)) weights.set(word, TITLE_WORDS);
  return weights;
}

const priceCloseness = (one: number, other: number): number => Math.min(one, other) / Math.max(one, other, 1);
