import type { ItemDetailView } from "@nexby/contract/items";
import { formatMoney, isZero } from "../../../lib/money.ts";
import { rentalDaysOf } from "../listing-facts.ts";
import { Rating } from "./rating.tsx";

export function PriceCard({ item }: { item: ItemDetailView }) {
  const rows: [string, string][] = [["Rental", rentalDaysOf(item)]];
  if (!isZero(item.depositAmount)) rows.push(["Refundable deposit", formatMoney(item.depositAmount)]);
  if (!isZero(item.cleaningFee)) rows.push(["Cleaning", formatMoney(item.cleaningFee)]);

  return (
    <aside
      aria-label="Price"
      className="h-max rounded-card border border-line bg-surface p-6 shadow-soft tabular-nums lg:sticky lg:top-24"
    >
      <div className="flex items-baseline justify-between gap-4">
        <p className="text-lg">
          <strong className="display-type text-2xl">{formatMoney(item.dailyRate)}</strong> / day
        </p>
        <Rating average={item.averageRating} />
      </div>
      <dl className="mt-5 grid gap-3 border-line border-t pt-5">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
