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
  /** Miles; null: however far. */
  readonly deliveryRadius: number | null;
};

type Exchange = {
  readonly type: ExchangeType;
  /** To where it is delivered, to a tenth; null while that is not known. */
  readonly miles: number | null;
};

type HandoffRefusal = "exchange_not_offered" | "destination_missing" | "too_far_to_deliver";

/** Ways an owner hands the item over; the first is meant where nobody says. */
export function offeredHandoffs({ offerPickup, offerMeetup, offerDelivery }: HandoffRules): ExchangeType[] {
  const isOffered: Record<ExchangeType, boolean> = {
    pickup: offerPickup,
    meetup: offerMeetup,
    delivery: offerDelivery,
  };
  return EXCHANGE_TYPES.filter((type) => isOffered[type]);
}

export function checkHandoff(rules: HandoffRules, { type, miles }: Exchange): Result<ExchangeType, HandoffRefusal> {
  if (!offeredHandoffs(rules).includes(type)) return refuse("exchange_not_offered");
  if (type !== "delivery") return accept(type);
  if (miles === null) return refuse("destination_missing");
  return miles > (rules.deliveryRadius ?? Number.POSITIVE_INFINITY) ? refuse("too_far_to_deliver") : accept(type);
}
