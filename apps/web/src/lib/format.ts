import { dollarText } from "@nexby/domain/kernel/amount-text";
import { roundToTenth } from "@nexby/domain/kernel/distance";
import type { ExchangeType, ItemCondition } from "@nexby/domain/listings/item-terms";

const WHOLE = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });

/** "18.00" → "$18", "18.50" → "$18.50". */
export function formatMoney(decimal: string): string {
  const amount = Number(decimal);
  return Number.isInteger(amount) ? WHOLE.format(amount) : dollarText(amount * 100);
}

export const formatCents = (cents: number): string => formatMoney((cents / 100).toFixed(2));

export const isZero = (decimal: string): boolean => Number(decimal) === 0;

/** "2.0 mi" */
export const formatMiles = (miles: number): string => `${roundToTenth(miles).toFixed(1)} mi`;

/** True if the text contains all the words, in any case and order. */
export function containsWords(text: string, words: string): boolean {
  const searched = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** Unique random key. Unlike `crypto.randomUUID`, it also works on pages without HTTPS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const CONDITION_LABELS: Record<ItemCondition, string> = {
  new: "New",
  like_new: "Like new",
  used: "Used",
  heavily_used: "Heavily used",
};

export const HANDOFF_TYPE_LABELS: Record<ExchangeType, string> = {
  pickup: "Pickup",
  meetup: "Meetup",
  delivery: "Delivery",
};
