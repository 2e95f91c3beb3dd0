import { dollarText } from "@nexby/domain/kernel/amount-text";
import { roundToTenth } from "@nexby/domain/kernel/distance";
import type { ItemCondition } from "@nexby/domain/listings/item-terms";

const WHOLE = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });

/** "18.00" → "$18", "18.50" → "$18.50". */
export function formatMoney(decimal: string): string {
  const amount = Number(decimal);
  return Number.isInteger(amount) ? WHOLE.format(amount) : dollarText(amount * 100);
}

export const formatCents = (cents: number): string => formatMoney((cents / 100).toFixed(2));

/** "2.0 mi" */
export const formatMiles = (miles: number): string => `${roundToTenth(miles).toFixed(1)} mi`;

export const CONDITION_LABELS: Record<ItemCondition, string> = {
  new: "New",
  like_new: "Like new",
  used: "Used",
  heavily_used: "Heavily used",
};
