import { FRAUD_RULES, type FraudFeatures, type FraudPattern, type FraudRule, RULE_SET_VERSION } from "./fraud-rules.ts";

export const RISK_LEVELS = ["low", "medium", "high", "critical"] as const;
type RiskLevel = (typeof RISK_LEVELS)[number];

export const FRAUD_RECOMMENDATIONS = ["approve", "review", "decline"] as const;
export type FraudRecommendation = (typeof FRAUD_RECOMMENDATIONS)[number];

/** Minimum score of each level, highest first; the first match applies. */
const LEVELS: readonly (readonly [least: number, level: RiskLevel])[] = [
  [75, "critical"],
  [50, "high"],
  [25, "medium"],
  [0, "low"],
];

const RECOMMENDATIONS: Record<RiskLevel, FraudRecommendation> = {
  low: "approve",
  medium: "approve",
  high: "review",
  critical: "decline",
};

export type RedFlag = { readonly code: string; readonly weight: number; readonly observed: string | number | boolean };

type FraudAssessment = {
  readonly score: number;
  readonly level: RiskLevel;
  readonly recommendation: FraudRecommendation;
  /** Weighted share of the rule inputs that were known, scaled to 0.4 to 1. */
  readonly confidence: number;
  readonly patterns: readonly FraudPattern[];
  /** All findings that counted, including those in the renter's favor. */
  readonly redFlags: readonly RedFlag[];
  readonly ruleSetVersion: number;
};

/** Adds no weight because it makes the level critical by itself. */
const FRAUD_WARNING: RedFlag = { code: "fraud_warning", weight: 0, observed: true };

/** Scores a request. The rules never ban anyone: at worst they send it to review or decline this one request. */
export function assessFraud(features: FraudFeatures, rules: readonly FraudRule[] = FRAUD_RULES): FraudAssessment {
  const findings = rules.map((rule) => ({ rule, finding: rule.weigh(features) }));
  const hits = findings.flatMap(({ rule, finding }) =>
    finding && finding.weight !== 0 ? [{ pattern: rule.pattern, flag: { code: rule.code, ...finding } }] : [],
  );
  const sum = hits.reduce((total, { flag }) => total + flag.weight, 0);
  const score = Math.min(100, Math.max(0, sum));
  const level = higher(levelOf(score), floorOf(features));
  const weightOf = (rows: typeof findings) => rows.reduce((total, { rule }) => total + rule.most, 0);
  const known = weightOf(findings.filter(({ finding }) => finding !== null)) / weightOf(findings);
  return {
    score,
    level,
    recommendation: RECOMMENDATIONS[level],
    confidence: Math.round((0.4 + 0.6 * known) * 100) / 100,
    patterns: [...new Set(hits.filter(({ flag }) => flag.weight > 0).map(({ pattern }) => pattern))],
    redFlags: [...hits.map(({ flag }) => flag), ...(features.hasFraudWarning ? [FRAUD_WARNING] : [])],
    ruleSetVersion: RULE_SET_VERSION,
  };
}

const levelOf = (score: number): RiskLevel => LEVELS.find(([least]) => score >= least)?.[1] ?? "low";

/** Minimum level for signals that a clean history cannot offset. */
function floorOf({ isLinkedToSuspended, hasFraudWarning, providerRisk }: FraudFeatures): RiskLevel {
  if (isLinkedToSuspended || hasFraudWarning) return "critical";
  return providerRisk?.level === "highest" ? "high" : "low";
}

const higher = (one: RiskLevel, other: RiskLevel): RiskLevel =>
  RISK_LEVELS.indexOf(one) >= RISK_LEVELS.indexOf(other) ? one : other;

export const FRAUD_STATUSES = ["pending", "auto_cleared", "in_review", "reviewed"] as const;

/** Admin decisions on a request that was stopped for review. */
export const FRAUD_DECISIONS = ["approve", "decline", "request_info"] as const;
export type FraudDecision = (typeof FRAUD_DECISIONS)[number];

export const FRAUD_ACTIONS = [
  "none",
  "step_up",
  "request_voided",
  "booking_canceled",
  "user_suspended",
  "payout_held",
] as const;
export type FraudAction = (typeof FRAUD_ACTIONS)[number];
