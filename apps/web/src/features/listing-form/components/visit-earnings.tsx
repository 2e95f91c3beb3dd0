import type { CategoryView } from "@nexby/contract/categories";
import { useWatch } from "react-hook-form";
import { visitEarningsFor } from "../earnings.ts";
import type { ListingValues } from "../listing-values.ts";
import { EarningsList } from "./earnings.tsx";

const GUESTS = [25, 50, 100];

/** What is left of a visit next door. */
export function VisitEarnings({ categories }: { categories: readonly CategoryView[] }) {
  const [truck, [categoryId]] = useWatch<ListingValues, readonly ["foodTruck", "categoryIds"]>({
    name: ["foodTruck", "categoryIds"],
  });
  const category = categories.find(({ id }) => id === categoryId);
  if (!category) return null;
  const rate = Number(category.listerCommissionRate);
  const earned = (mode: "PER_PERSON" | "APPEARANCE", guests: number) => visitEarningsFor(truck, mode, guests, rate);
  const rows = [
    ...GUESTS.map((guests) => ({ label: `${guests} guests`, cents: earned("PER_PERSON", guests) })),
    { label: "An appearance, 1 day", cents: earned("APPEARANCE", 0) },
  ].filter(({ cents }) => cents !== null);

  return (
    <section aria-label="What you earn" className="rounded-card bg-primary-soft p-4 text-on-primary-soft">
      <h3 className="font-semibold">You earn</h3>
      {rows.length > 0 ? <EarningsList rows={rows} /> : <p>As soon as there is a price.</p>}
      <p className="mt-2 text-pretty text-sm">
        After our commission of {rate}% for {category.name}, without fees per mile.
      </p>
    </section>
  );
}
