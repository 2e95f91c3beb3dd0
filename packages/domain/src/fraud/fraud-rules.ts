/** Raise it with every change of a rule or weight, so that an old assessment can be read by the rules of its time. */
const RULE_SET_VERSION = 1;

export const FRAUD_PATTERNS = [
  "account",
  "history",
  "amount",
  "timing",
  "card",
  "message",
  "delivery",
  "links",
] as const;
type FraudPattern = (typeof FRAUD_PATTERNS)[number];

type Observed = string | number | boolean;
type Finding = { readonly weight: number; readonly observed: Observed };

type FraudRule = {
  readonly code: string;
  readonly pattern: FraudPattern;
  /** Maximum weight. */
  readonly most: number;
  /** Null when the input is unknown. */
  readonly weigh: (features: FraudFeatures) => Finding | null;
};

/** The weight of the first matching step. */
const step = (value: number, steps: readonly (readonly [reaches: boolean, weight: number])[]): Finding => ({
  weight: steps.find(([reaches]) => reaches)?.[1] ?? 0,
  observed: value,
});
const whenTrue = (value: boolean, weight: number): Finding => ({ weight: value ? weight : 0, observed: value });
const whenFalse = (value: boolean | null, weight: number): Finding | null =>
  value === null ? null : { weight: value ? 0 : weight, observed: value };

const LARGE_CENTS = 50_000;
const VERY_LARGE_CENTS = 150_000;

export const FRAUD_RULES: readonly FraudRule[] = [
  {
    code: "new_account",
    pattern: "account",
    most: 15,
    weigh: ({ accountAgeHours: age }) =>
      step(age, [
        [age < 24, 15],
        [age < 7 * 24, 8],
      ]),
  },
  { code: "email_unverified", pattern: "account", most: 10, weigh: (known) => whenFalse(known.isEmailVerified, 10) },
  { code: "phone_unverified", pattern: "account", most: 10, weigh: (known) => whenFalse(known.isPhoneVerified, 10) },
  {
    code: "no_completed_rental",
    pattern: "history",
    most: 5,
    weigh: ({ completedRentals: count }) => step(count, [[count === 0, 5]]),
  },
  {
    code: "clean_rentals",
    pattern: "history",
    most: 0,
    weigh: ({ cleanRentals: count }) => step(count, [[count >= 3, -10]]),
  },
  {
    code: "large_first_rental",
    pattern: "amount",
    most: 20,
    weigh: ({ totalAndDepositCents: cents, completedRentals }) =>
      step(cents, [
        [completedRentals > 0, 0],
        [cents > VERY_LARGE_CENTS, 20],
        [cents > LARGE_CENTS, 10],
      ]),
  },
  { code: "resale_prone", pattern: "amount", most: 5, weigh: (known) => whenTrue(known.isResaleProne, 5) },
  {
    code: "short_notice",
    pattern: "timing",
    most: 8,
    weigh: ({ leadHours: hours }) => step(hours, [[hours < 6, 8]]),
  },
  {
    code: "many_requests",
    pattern: "timing",
    most: 10,
    weigh: ({ requestsLastDay: count }) => step(count, [[count >= 3, 10]]),
  },
  {
    code: "failed_cards",
    pattern: "card",
    most: 20,
    weigh: ({ failedCardsLastHour: count }) =>
      step(count, [
        [count >= 4, 20],
        [count >= 2, 10],
      ]),
  },
  { code: "provider_risk", pattern: "card", most: 50, weigh: weighProviderRisk },
  { code: "wrong_code", pattern: "card", most: 15, weigh: (known) => whenFalse(known.isCodeRight, 15) },
  { code: "wrong_zip", pattern: "card", most: 8, weigh: (known) => whenFalse(known.isZipRight, 8) },
  {
    code: "prepaid_card",
    pattern: "card",
    most: 5,
    weigh: ({ isPrepaid }) => (isPrepaid === null ? null : whenTrue(isPrepaid, 5)),
  },
  {
    code: "off_platform_payment",
    pattern: "message",
    most: 12,
    weigh: ({ message }) => (message === null ? null : whenTrue(isOffPlatform(message), 12)),
  },
  {
    code: "far_delivery",
    pattern: "delivery",
    most: 8,
    weigh: ({ deliveryMiles: miles }) => (miles === null ? null : step(miles, [[miles > 50, 8]])),
  },
  {
    code: "disputes_lost",
    pattern: "history",
    most: 30,
    weigh: ({ disputesLost }) => ({ weight: Math.min(30, 15 * disputesLost), observed: disputesLost }),
  },
  {
    code: "chargebacks",
    pattern: "history",
    most: 30,
    weigh: ({ chargebacks }) => step(chargebacks, [[chargebacks > 0, 30]]),
  },
  {
    code: "linked_to_suspended",
    pattern: "links",
    most: 40,
    weigh: (known) => whenTrue(known.isLinkedToSuspended, 40),
  },
  { code: "linked_to_owner", pattern: "links", most: 35, weigh: (known) => whenTrue(known.isLinkedToOwner, 35) },
];

function weighProviderRisk({ providerRisk }: FraudFeatures): Finding | null {
  if (!providerRisk) return null;
  const { level, score } = providerRisk;
  if (level === "highest") return { weight: 50, observed: level };
  if (level === "elevated") return { weight: 20, observed: level };
  return score === null ? null : { weight: Math.floor(score / 10), observed: score };
}

/** Facts known when a request's card was authorized. Null means unknown and counts neither for nor against. */
export type FraudFeatures = {
  readonly accountAgeHours: number;
  readonly isEmailVerified: boolean;
  readonly isPhoneVerified: boolean;
  readonly completedRentals: number;
  /** Completed without a late return, a dispute or a chargeback. */
  readonly cleanRentals: number;
  readonly totalAndDepositCents: number;
  readonly isResaleProne: boolean;
  readonly leadHours: number;
  readonly requestsLastDay: number;
  readonly failedCardsLastHour: number;
  readonly providerRisk: { readonly level: "normal" | "elevated" | "highest"; readonly score: number | null } | null;
  readonly isCodeRight: boolean | null;
  readonly isZipRight: boolean | null;
  readonly isPrepaid: boolean | null;
  readonly message: string | null;
  /** From the renter's town to the delivery address. */
  readonly deliveryMiles: number | null;
  readonly disputesLost: number;
  readonly chargebacks: number;
  readonly isLinkedToSuspended: boolean;
  readonly isLinkedToOwner: boolean;
  readonly hasFraudWarning: boolean;
};

const OFF_PLATFORM_PATTERNS = [
  /\b(venmo|zelle|cash ?app|western union|moneygram|bitcoin|btc|crypto|wire transfer|gift ?cards?)\b/,
  /\bpay(ing|ment)? (you )?(in |by |with )?(cash|outside|directly|off the (app|site|platform))\b/,
  /\b(outside|off|around) (of )?(the )?(app|site|platform|nexby)\b/,
];

/** Detects proposals to pay outside the platform, where we cannot help afterwards. */
export const isOffPlatform = (message: string): boolean =>
  OFF_PLATFORM_PATTERNS.some((pattern) => pattern.test(message.toLowerCase().replace(/\s+/g, " ")));

/** Slugs of categories whose items are easily resold. */
const RESALE_PRONE: ReadonlySet<string> = new Set([
  "electronics",
  "tools-and-equipment",
  "cameras",
  "photography",
  "computers",
  "phones",
  "drones",
  "video-games",
  "musical-instruments",
  "jewelry",
  "watches",
]);

export const isResaleProne = (categorySlugs: readonly string[]): boolean =>
  categorySlugs.some((slug) => RESALE_PRONE.has(slug));

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

/** When a request is assessed. */
export const FRAUD_ANALYSIS_TYPES = ["authorization"] as const;

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
