import type { Order } from "./ordered-statements.ts";
import type { Position as Place } from "./search-cursor.ts";
import type { Narrowing } from "./search-request.ts";
import type { Statistics } from "./search-statistics.ts";
import { PRICE_STEPS, RATING_STEPS, searchToken, stepOf } from "./search-tokens.ts";

const WEEK_MS = 7 * 86_400_000;
/** Of more the index is not asked at once. */
const MOST_STEPS = 100;
const HIGHEST_RATING = 500;

/** A piece of an order for which the index has labels, and its end; null at the end of all. */
export type Stretch = { labels: number[]; end: Place | null };

/** When the oldest and the newest listing were made. */
export type Ages = { oldest: number; newest: number };

type Known = { narrowing: Narrowing; statistics: Statistics; ages: Ages };

/** Step by step in the order: where it begins, which share of the listings it has. */
type Steps = {
  first: number;
  last: number;
  labelOf(step: number): string;
  stepOf(key: number): number;
  beginOf(step: number): number;
  shareOf(step: number): number;
};

const STEPS: Record<Order, (known: Known) => Steps> = {
  price: ({ narrowing, statistics }) => ({
    first: stepOf(PRICE_STEPS, narrowing.minPrice),
    last: stepOf(PRICE_STEPS, narrowing.maxPrice),
    labelOf: (step) => `#p${step}`,
    stepOf: (cents) => stepOf(PRICE_STEPS, cents),
    beginOf: (step) => PRICE_STEPS[step - 1] ?? 0,
    shareOf: (step) => statistics.shareBetween("price_cents", PRICE_STEPS[step - 1] ?? 0, PRICE_STEPS[step]),
  }),
  rating: ({ narrowing, statistics }) => ({
    first: stepOf(RATING_STEPS, HIGHEST_RATING),
    last: stepOf(RATING_STEPS, narrowing.minRating),
    labelOf: (step) => `#r${step}`,
    stepOf: (rating) => stepOf(RATING_STEPS, rating),
    beginOf: (step) => RATING_STEPS[step - 1] ?? 0,
    shareOf: (step) => statistics.shareBetween("rating", RATING_STEPS[step - 1] ?? 0, RATING_STEPS[step]),
  }),
  newest: ({ ages: { oldest, newest } }) => ({
    first: Math.floor(newest / WEEK_MS),
    last: Math.floor(oldest / WEEK_MS),
    labelOf: (step) => `#n${step}`,
    stepOf: (instant) => Math.floor(instant / WEEK_MS),
    beginOf: (step) => step * WEEK_MS,
    shareOf: () => WEEK_MS / (newest - oldest + WEEK_MS),
  }),
};

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** As many steps after a place as should have this share of the listings. */
export function stretchAfter(order: Order, after: Place | null, share: number, known: Known): Stretch {
  const steps = STEPS[order](known);
  const direction = order === "price" ? 1 : -1;
  const labels: number[] = [];
  const asked = after ? steps.stepOf(after.key) : steps.first;
  let step = direction * Math.max(direction * asked, direction * steps.first);
  for (let had = 0; ; step += direction) {
    labels.push(searchToken(steps.labelOf(step)));
    had += steps.shareOf(step);
    if ((steps.last - step) * direction <= 0) return { labels, end: null };
    if (had >= share || labels.length >= MOST_STEPS) break;
  }
  // The first place in the next step.
  const isUp = direction > 0;
  const end = isUp ? { key: steps.beginOf(step + 1), id: FIRST_ID } : { key: steps.beginOf(step) - 1, id: LAST_ID };
  return { labels, end };
}
