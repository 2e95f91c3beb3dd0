import { milesBetween, type Position } from "../kernel/distance.ts";

/** Why something is recommended: for what one looked at, saved or booked, or for being liked nearby or anywhere. */
export const RECOMMENDATION_REASONS = ["viewed", "favorite", "booked", "near", "popular"] as const;
type RecommendationReason = (typeof RECOMMENDATION_REASONS)[number];

/** What a person has shown interest in. */
export type Signal = { readonly itemId: string; readonly kind: "viewed" | "favorite" | "booked"; readonly at: Date };

/** How many people who are interested in one item are so in the other. */
export type SharedInterest = { readonly becauseItemId: string; readonly itemId: string; readonly people: number };

/** Two items of the same kind; 1 is as close as can be. */
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
  /** Where the person is, as far as anybody knows. */
  place: Position | null;
};

export type Recommendation = { itemId: string; reason: RecommendationReason; becauseItemId: string | null };

const MAX_RECOMMENDATIONS = 24;
/** Fewer could be told apart: nobody is to see who looked at what. */
export const MIN_PEOPLE = 3;

const WEIGHTS = { booked: 3, favorite: 2, viewed: 1 };
const FADING = 0.9;
/** So many people say half of what any number of them can say. */
const HALF_CONVINCING = 4;
const SHARED_INTEREST = 2;
const MAX_FOR_ONE_REASON = 6;
/** At this distance something counts half. */
const HALF_AS_GOOD_MILES = 25;
const FAR_AWAY = 0.1;

/** Best first: what fits the person, and then what is popular. Each names the one thing that speaks most for it. */
export function rankRecommendations(known: Known): Recommendation[] {
  const weights = weightsOf(known.signals);
  const kinds = kindsOf(known.signals);
  const near = (candidate: Candidate) => nearnessOf(candidate.position, known.place);
  const reasons = reasonsOf(known, weights);
  const fresh = known.candidates.filter(({ id }) => !weights.has(id));

  const fitting = fresh
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
    ...mixed(fitting).map(({ id, becauseItemId }) => ({
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

/** What one both booked and looked at is told as booked. */
function kindsOf(signals: readonly Signal[]): Map<string, Signal["kind"]> {
  const strongestLast = [...signals].sort((one, other) => WEIGHTS[one.kind] - WEIGHTS[other.kind]);
  return new Map(strongestLast.map(({ itemId, kind }) => [itemId, kind]));
}

/** The last interest counts most. What one both saved and looked at counts as saved. */
function weightsOf(signals: readonly Signal[]): Map<string, number> {
  const latest = [...signals].sort((one, other) => other.at.getTime() - one.at.getTime());
  const weights = new Map<string, number>();
  for (const [place, { itemId, kind }] of latest.entries()) {
    weights.set(itemId, Math.max(weights.get(itemId) ?? 0, WEIGHTS[kind] * FADING ** place));
  }
  return weights;
}

/** For each item: what speaks for it, and how much. */
function reasonsOf({ shared, alike }: Known, weights: ReadonlyMap<string, number>): Map<string, Map<string, number>> {
  const reasons = new Map<string, Map<string, number>>();
  const add = (itemId: string, becauseItemId: string, strength: number) => {
    const weight = weights.get(becauseItemId);
    if (weight === undefined || strength <= 0) return;
    const known = reasons.get(itemId) ?? new Map<string, number>();
    reasons.set(itemId, known.set(becauseItemId, (known.get(becauseItemId) ?? 0) + weight * strength));
  };
  for (const { becauseItemId, itemId, people } of shared) {
    if (people >= MIN_PEOPLE) add(itemId, becauseItemId, (SHARED_INTEREST * people) / (people + HALF_CONVINCING));
  }
  for (const { becauseItemId, itemId, closeness } of alike) add(itemId, becauseItemId, closeness);
  return reasons;
}

/** One look must not fill the whole row: what has had its share waits behind the others. */
function mixed<Fitting extends { becauseItemId: string }>(fitting: readonly Fitting[]): Fitting[] {
  const counts = new Map<string, number>();
  const [first, later]: [Fitting[], Fitting[]] = [[], []];
  for (const one of fitting) {
    const count = (counts.get(one.becauseItemId) ?? 0) + 1;
    counts.set(one.becauseItemId, count);
    (count <= MAX_FOR_ONE_REASON ? first : later).push(one);
  }
  return [...first, ...later];
}

function nearnessOf(position: Position, place: Position | null): number {
  if (!place) return 1;
  return Math.max(FAR_AWAY, 1 / (1 + milesBetween(place, position) / HALF_AS_GOOD_MILES));
}

const popularityOf = ({ views, reviews }: Candidate): number => Math.log2(2 + views + 5 * reviews);

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
