import type { ExchangeType } from "@nexby/domain/bookings/exchange";
import type { ItemCondition } from "@nexby/domain/listings/item-terms";

export const CONDITION_LABELS: Record<ItemCondition, string> = {
  new: "New",
  like_new: "Like new",
  used: "Used",
  heavily_used: "Heavily used",
};

export const EXCHANGE_LABELS: Record<ExchangeType, string> = {
  pickup: "Pickup",
  meetup: "Meetup",
  delivery: "Delivery",
};
