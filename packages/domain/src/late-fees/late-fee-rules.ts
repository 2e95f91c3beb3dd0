import type { LateFeeRule } from "./late-fee.ts";

export const LATE_FEE_TYPES = ["fixed", "percentage"] as const;

/** When a rule applies, and which of several applies. */
export type RuleConditions = {
  readonly id: string;
  /** Null: items of any category. */
  readonly categoryId: string | null;
  /** Null: no limit. The minimum is included, the maximum is not. */
  readonly itemValueMinCents: number | null;
  readonly itemValueMaxCents: number | null;
  readonly priority: number;
  readonly isActive: boolean;
  readonly createdAt: Date;
};

export type MatchableRule = RuleConditions & LateFeeRule;

export type RuledItem = {
  readonly categoryIds: readonly string[];
  /** The replacement value; null if the owner named none. */
  readonly valueCents: number | null;
};

const isRanged = ({ itemValueMinCents, itemValueMaxCents }: RuleConditions) =>
  itemValueMinCents !== null || itemValueMaxCents !== null;

/** An item of unknown value matches only rules without a value range. */
function isInRange(rule: RuleConditions, valueCents: number | null): boolean {
  if (!isRanged(rule)) return true;
  if (valueCents === null) return false;
  return (
    valueCents >= (rule.itemValueMinCents ?? 0) && valueCents < (rule.itemValueMaxCents ?? Number.POSITIVE_INFINITY)
  );
}

const isRuleFor = (rule: RuleConditions, { categoryIds, valueCents }: RuledItem): boolean =>
  rule.isActive && (rule.categoryId === null || categoryIds.includes(rule.categoryId)) && isInRange(rule, valueCents);

/** A category says more about an item than a value range; both together say most. */
const specificity = (rule: RuleConditions): number => (rule.categoryId === null ? 0 : 2) + (isRanged(rule) ? 1 : 0);

/** Highest priority first, then the more specific rule, then the newest. The id decides between equals. */
export const compareRules = (one: RuleConditions, other: RuleConditions): number =>
  other.priority - one.priority ||
  specificity(other) - specificity(one) ||
  other.createdAt.getTime() - one.createdAt.getTime() ||
  (one.id < other.id ? 1 : -1);

/** The rule that applies to an item; null if none does. */
export const ruleFor = <Rule extends RuleConditions>(rules: readonly Rule[], item: RuledItem): Rule | null =>
  rules.filter((rule) => isRuleFor(rule, item)).toSorted(compareRules)[0] ?? null;
