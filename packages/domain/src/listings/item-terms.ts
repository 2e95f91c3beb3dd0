import { accept, type Result, refuse } from "../kernel/result.ts";

export const ITEM_CONDITIONS = ["new", "like_new", "used", "heavily_used"] as const;
export type ItemCondition = (typeof ITEM_CONDITIONS)[number];

export const CANCELLATION_POLICIES = ["flexible", "moderate", "strict"] as const;
export type CancellationPolicy = (typeof CANCELLATION_POLICIES)[number];

export const EXCHANGE_TYPES = ["pickup", "meetup", "delivery"] as const;
export type ExchangeType = (typeof EXCHANGE_TYPES)[number];

export type HandoffRules = {
  readonly offerPickup: boolean;
  readonly offerMeetup: boolean;
  readonly offerDelivery: boolean;
  /** In miles; null means no limit. */
  readonly deliveryRadius: number | null;
};

type RequestedHandoff = {
  readonly type: ExchangeType;
  /** Delivery distance to a tenth of a mile; null while it is unknown. */
  readonly miles: number | null;
};

type HandoffRefusal = "exchange_not_offered" | "destination_missing" | "too_far_to_deliver";

/** Handoff types the owner offers; the first is the default. */
export function offeredHandoffs({ offerPickup, offerMeetup, offerDelivery }: HandoffRules): ExchangeType[] {
  const isOffered: Record<ExchangeType, boolean> = {
    pickup: offerPickup,
    meetup: offerMeetup,
    delivery: offerDelivery,
  };
  return EXCHANGE_TYPES.filter((type) => isOffered[type]);
}

export function checkHandoff(
  rules: HandoffRules,
  { type, miles }: RequestedHandoff,
): Result<ExchangeType, HandoffRefusal> {
  if (!offeredHandoffs(rules).includes(type)) return refuse("exchange_not_offered");
  if (type !== "delivery") return accept(type);
  if (miles === null) return refuse("destination_missing");
  return miles > (rules.deliveryRadius ?? Number.POSITIVE_INFINITY) ? refuse("too_far_to_deliver") : accept(type);
}
