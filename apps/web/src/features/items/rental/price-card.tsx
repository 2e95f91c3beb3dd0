import type { Rental } from "../../../components/rental/use-rental.ts";
import { Rating } from "../components/rating.tsx";
import { PriceHeadline } from "./price-headline.tsx";
import { RentalForm } from "./rental-form.tsx";

type Props = { rental: Rental; onChooseDates: () => void };

/** Beside the listing, where there is room beside it. */
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
