import type { ItemDetailView } from "@nexby/contract/items";
import { formatCents, formatMoney } from "../../../lib/money.ts";

/** What it costs before anything is chosen. */
export function PriceHeadline({ item }: { item: ItemDetailView }) {
  const { prefix, amount, unit } = headlineOf(item);
  return (
    <p className="text-lg tabular-nums">
      {prefix && <span className="text-muted text-sm">{prefix} </span>}
      <strong className="display-type text-2xl">{amount}</strong> / {unit}
    </p>
  );
}

function headlineOf({ dailyRate, foodTruck }: ItemDetailView): { prefix?: string; amount: string; unit: string } {
  if (!foodTruck) return { amount: formatMoney(dailyRate), unit: "day" };
  if (!foodTruck.offeredModes.includes("PER_PERSON")) {
    return { amount: formatCents(foodTruck.appearanceFeeCents), unit: "day" };
  }
  const steps = foodTruck.tieredPricing.map((tier) => tier.perPersonPriceCents);
  const prices = [...steps, foodTruck.perPersonPriceCents].filter((price) => price > 0);
  const lowest = Math.min(...prices);
  return { ...(new Set(prices).size > 1 && { prefix: "from" }), amount: formatCents(lowest), unit: "guest" };
}
