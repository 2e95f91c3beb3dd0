import { milesBetween, type Position } from "../kernel/distance.ts";
import { distinctiveWordsOf } from "../search/suggestions.ts";

/** Based on an item the person viewed, saved or booked, or on popularity nearby or anywhere. */
export const RECOMMENDATION_REASONS = ["viewed", "favorite", "booked", "near", "popular"] as const;
type RecommendationReason = (typeof RECOMMENDATION_REASONS)[number];

/** A person's interest in an item. */
export type Signal = { readonly itemId: string; readonly kind: "viewed" | "favorite" | "booked"; readonly at: Date };

/** How many people are interested in both items. */
export type SharedInterest = { readonly becauseItemId: string; readonly itemId: string; readonly people: number };

/** Similarity of two items of the same kind; 1 is the maximum. */
export type Likeness = { readonly becauseItemId: string; readonly itemId: string; readonly closeness: number };

export type Candidate = {
  readonly id: string;
  readonly position: Position;
  readonly views: number;
  readonly reviews: number;
};

type Known = {
  signals: readonly Signal[];
  shared: readonly SharedInterest[];
  alike: readonly Likeness[];
  candidates: readonly Candidate[];
  /** The person's location, if known. */
  place: Position | null;
};

export type Recommendation = { itemId: string; reason: RecommendationReason; becauseItemId: string | null };

const MAX_RECOMMENDATIONS = 24;
/** Privacy threshold: a smaller group could reveal who viewed what. */
export const MIN_PEOPLE = 3;

const WEIGHTS = { booked: 3, favorite: 2, viewed: 1 };
const DECAY = 0.9;
/** At this many people, shared interest has half its maximum weight. */
const HALF_WEIGHT_PEOPLE = 4;
const SHARED_INTEREST = 2;
const MAX_FOR_ONE_REASON = 6;
/** At this distance an item's score is halved. */
const HALF_WEIGHT_MILES = 25;
const FAR_AWAY = 0.1;

/** Best first: personal matches, then popular items. Each match names the item that contributed most. */
export function rankRecommendations(known: Known): Recommendation[] {
  const weights = weightsOf(known.signals);
  const kinds = kindsOf(known.signals);
  const near = (candidate: Candidate) => nearnessOf(candidate.position, known.place);
  const reasons = reasonsOf(known, weights);
  const fresh = known.candidates.filter(({ id }) => !weights.has(id));

  const matches = fresh
    .flatMap((candidate) => {
      const because = reasons.get(candidate.id);
      if (!because) return [];
      const [strongest] = [...because].sort(([one, a], [other, b]) => b - a || compare(one, other));
      const score = [...because.values()].reduce((sum, part) => sum + part, 0) * near(candidate);
      return strongest ? [{ id: candidate.id, score, becauseItemId: strongest[0] }] : [];
    })
    .sort((one, other) => other.score - one.score || compare(one.id, other.id));
  const popular = fresh
    .filter(({ id }) => !reasons.has(id))
    .map((candidate) => ({ id: candidate.id, score: popularityOf(candidate) * near(candidate) }))
    .sort((one, other) => other.score - one.score || compare(one.id, other.id));

  return [
    ...mixed(matches).map(({ id, becauseItemId }) => ({
      itemId: id,
      reason: kinds.get(becauseItemId) ?? ("viewed" as const),
      becauseItemId,
    })),
    ...popular.map(({ id }) => ({
      itemId: id,
      reason: known.place ? ("near" as const) : ("popular" as const),
      becauseItemId: null,
    })),
  ].slice(0, MAX_RECOMMENDATIONS);
}

/** An item both booked and viewed counts as booked. */
function kindsOf(signals: readonly Signal[]): Map<string, Signal["kind"]> {
  const strongestLast = [...signals].sort((one, other) => WEIGHTS[one.kind] - WEIGHTS[other.kind]);
  return new Map(strongestLast.map(({ itemId, kind }) => [itemId, kind]));
}

/** Recent signals count most. An item with several signals has the weight of the strongest. */
function weightsOf(signals: readonly Signal[]): Map<string, number> {
  const latest = [...signals].sort((one, other) => other.at.getTime() - one.at.getTime());
  const weights = new Map<string, number>();
  for (const [place, { itemId, kind }] of latest.entries()) {
    weights.set(itemId, Math.max(weights.get(itemId) ?? 0, WEIGHTS[kind] * DECAY ** place));
  }
  return weights;
}

/** For each item: the items that speak for it, and how strongly. */
function reasonsOf({ shared, alike }: Known, weights: ReadonlyMap<string, number>): Map<string, Map<string, number>> {
  const reasons = new Map<string, Map<string, number>>();
  const add = (itemId: string, becauseItemId: string, strength: number) => {
    const weight = weights.get(becauseItemId);
    if (weight === undefined || strength <= 0) return;
    const known = reasons.get(itemId) ?? new Map<string, number>();
    reasons.set(itemId, known.set(becauseItemId, (known.get(becauseItemId) ?? 0) + weight * strength));
  };
  for (const { becauseItemId, itemId, people } of shared) {
    if (people >= MIN_PEOPLE) add(itemId, becauseItemId, (SHARED_INTEREST * people) / (people + HALF_WEIGHT_PEOPLE));
  }
  for (const { becauseItemId, itemId, closeness } of alike) add(itemId, becauseItemId, closeness);
  return reasons;
}

/** Keeps a single item from filling the whole row: matches beyond its quota move behind the others. */
function mixed<Match extends { becauseItemId: string }>(matches: readonly Match[]): Match[] {
  const counts = new Map<string, number>();
  const [first, later]: [Match[], Match[]] = [[], []];
  for (const one of matches) {
    const count = (counts.get(one.becauseItemId) ?? 0) + 1;
    counts.set(one.becauseItemId, count);
    (count <= MAX_FOR_ONE_REASON ? first : later).push(one);
  }
  return [...first, ...later];
}

function nearnessOf(position: Position, place: Position | null): number {
  if (!place) return 1;
  return Math.max(FAR_AWAY, 1 / (1 + milesBetween(place, position) / HALF_WEIGHT_MILES));
}

const popularityOf = ({ views, reviews }: Candidate): number => Math.log2(2 + views + 5 * reviews);

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

type Comparable = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly dailyRateCents: number;
  readonly position: Position;
};

const SIMILARITY_WEIGHTS = { nearness: 0.4, words: 0.3, price: 0.1, people: 0.2 };
const HALF_SIMILARITY_MILES = 5;
/** Title words count twice as much as description words. */
const TITLE_WORD_WEIGHT = 2;

/** Similarity from 0 to 1, based on distance, text, price and shared interest. */
export function closenessOf(one: Comparable, other: Comparable, people = 0): number {
  const sharedInterest = people >= MIN_PEOPLE ? people / (people + HALF_WEIGHT_PEOPLE) : 0;
  return (
    SIMILARITY_WEIGHTS.nearness / (1 + milesBetween(one.position, other.position) / HALF_SIMILARITY_MILES) +
    SIMILARITY_WEIGHTS.words * sharedWords(one, other) +
    SIMILARITY_WEIGHTS.price * priceCloseness(one.dailyRateCents, other.dailyRateCents) +
    SIMILARITY_WEIGHTS.people * sharedInterest
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
