/** Raise it with every change of a rule or weight, so that an old assessment can be read by the rules of its time. */
export const RULE_SET_VERSION = 1;

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
export type FraudPattern = (typeof FRAUD_PATTERNS)[number];

type Observed = string | number | boolean;
type Finding = { readonly weight: number; readonly observed: Observed };

export type FraudRule = {
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
