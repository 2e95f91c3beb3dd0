import type { CategoryView } from "@nexby/contract/categories";
import { useWatch } from "react-hook-form";
import { Link } from "wouter";
import { TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";
import { formatCents } from "../../../lib/money.ts";
import { earningsFor, SHOWN_DAYS } from "../earnings.ts";
import type { ListingValues } from "../listing-values.ts";

const NAMES = ["dailyRate", "cleaningFee", "setupFlatFeeCents", "setupPerUnitFeeCents", "categoryIds"] as const;

/** What is left for the owner, as it is typed. */
export function Earnings({ categories }: { categories: readonly CategoryView[] }) {
  const [dailyRate, cleaningFee, setupFlatFeeCents, setupPerUnitFeeCents, [categoryId]] = useWatch<
    ListingValues,
    typeof NAMES
  >({ name: NAMES });
  const category = categories.find(({ id }) => id === categoryId);
  const fees = { dailyRate, cleaningFee, setupFlatFeeCents, setupPerUnitFeeCents };

  return (
    <section aria-label="What you earn" className="rounded-card bg-primary-soft p-4 text-on-primary-soft">
      <h3 className="font-semibold">You earn</h3>
      <EarningsList
        rows={SHOWN_DAYS.map((days) => ({
          label: days === 1 ? "1 day" : `${days} days`,
          cents: category ? earningsFor(fees, days, Number(category.listerCommissionRate)) : null,
        }))}
      />
      {category ? (
        <p className="mt-2 text-pretty text-sm">
          After our commission of {Number(category.listerCommissionRate)}% for {category.name}. Renters pay tax on top.
        </p>
      ) : (
        <Link href="?step=basics" className={TEXT_LINK_STYLE}>
          Choose a category first
        </Link>
      )}
    </section>
  );
}

type Row = { label: string; cents: number | null };

export function EarningsList({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="mt-2 grid gap-1">
      {rows.map(({ label, cents }) => (
        <div key={label} className="flex items-baseline justify-between gap-4">
          <dt>{label}</dt>
          <dd className="font-bold text-lg tabular-nums">{cents === null ? "–" : formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}
