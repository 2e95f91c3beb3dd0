import type { TierValues } from "./food-truck-values.ts";

export const MOST_TIERS = 20;

const FIRST_END = 49;

/** One more row, which goes on where the last one ends. */
export function withTier(tiers: readonly TierValues[]): TierValues[] {
  const last = tiers.at(-1);
  if (!last) return [{ min: "1", max: String(FIRST_END), perPersonPriceCents: "" }];
  return [...tiers, { min: startAfter(last) ?? "", max: "", perPersonPriceCents: "" }];
}

export const withoutTier = (tiers: readonly TierValues[], index: number): TierValues[] =>
  tiers.filter((_, position) => position !== index);

/** A changed row. Where the next one began right after it, it still does. */
export function withChangedTier(
  tiers: readonly TierValues[],
  index: number,
  change: Partial<TierValues>,
): TierValues[] {
  const before = tiers[index];
  if (!before) return [...tiers];
  const changed = { ...before, ...change };
  const wasFollowed = tiers[index + 1]?.min === startAfter(before);
  return tiers.map((tier, position) => {
    if (position === index) return changed;
    return position === index + 1 && wasFollowed ? { ...tier, min: startAfter(changed) ?? tier.min } : tier;
  });
}

/** What is to be mended between a row and the one before it; null when they fit. */
export function tierHint(tiers: readonly TierValues[], index: number): string | null {
  const tier = tiers[index];
  const before = tiers[index - 1];
  if (!tier) return null;
  const start = wholeOf(tier.min);
  const end = wholeOf(tier.max);
  if (start !== null && end !== null && end < start) return "The last number must not be below the first.";
  if (!before) return null;
  const wanted = startAfter(before);
  if (wanted === null) return "Only the last row can be open. Give the row above an end.";
  return start === Number(wanted) ? null : `This row must begin at ${wanted}, where the one above ends.`;
}

function startAfter({ max }: TierValues): string | null {
  const end = wholeOf(max);
  return end === null ? null : String(end + 1);
}

const wholeOf = (typed: string): number | null => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : null);
