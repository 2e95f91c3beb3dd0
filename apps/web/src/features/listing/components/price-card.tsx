import type { ItemDetailView } from "@nexby/contract/listings/items";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { fullRefundCopy, POLICY_NAMES, refundCopy } from "../../../components/rental/copy.ts";
import type { Rental } from "../../../components/rental/use-rental.ts";
import { formatCents, formatMoney } from "../../../lib/format.ts";
import { productDate } from "../../../lib/server-time.ts";
import { Rating } from "./item-card.tsx";
import { RentalForm } from "./rental-form.tsx";

type Props = { rental: Rental; onChooseDates: () => void };

/** Side column on wide screens. */
export function PriceCard({ rental, onChooseDates }: Props) {
  return (
    <aside
      aria-label="Price"
      className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-card border border-line bg-surface p-5 shadow-soft lg:block"
    >
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <PriceHeadline item={rental.item} />
        <Rating average={rental.item.averageRating} />
      </div>
      <RentalForm rental={rental} onChooseDates={onChooseDates} />
    </aside>
  );
}

/** The price before anything is selected. */
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

/** The cancellation policy, with actual dates once dates are selected. */
export function CancellationTerms({ rental: { item, choice, quote, isAsking } }: { rental: Rental }) {
  const policy = item.cancellationPolicy;
  const stay = quote?.stay && !isAsking ? { ...quote.stay, timezone: item.timezone, now: productDate() } : null;
  const sentences = refundCopy(policy, stay);

  return (
    <div className="grid max-w-[68ch] gap-2">
      <p className="font-semibold">{POLICY_NAMES[policy]}</p>
      <ul aria-live="polite" className="grid list-disc gap-1 pl-5">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="text-pretty text-muted">
        {fullRefundCopy(quote?.price?.tax.isAllRefunded, choice.hasInsurance)}. Canceling is free within{" "}
        {countOf(24, "hour")} of the owner’s approval if the start is at least two days away.
      </p>
    </div>
  );
}
