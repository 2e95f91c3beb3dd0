import type { EarningsView } from "@nexby/contract/earnings";
import { formatExactCents } from "../../../lib/money.ts";

type Totals = EarningsView["totals"];
type Figure = { name: keyof Totals; label: string; text: string; isAlwaysShown: boolean };

const FIGURES: readonly Figure[] = [
  {
    name: "earnedCents",
    label: "Earned",
    text: "From rentals that are over, after our commission.",
    isAlwaysShown: true,
  },
  { name: "paidOutCents", label: "Paid out", text: "Sent to your payout account.", isAlwaysShown: true },
  { name: "onItsWayCents", label: "On its way", text: "Sent two days after a return.", isAlwaysShown: true },
  {
    name: "upcomingCents",
    label: "To come",
    text: "Paid by renters, yours when the rental is over.",
    isAlwaysShown: true,
  },
  { name: "onHoldCents", label: "On hold", text: "While a claim or a dispute is open.", isAlwaysShown: false },
  { name: "owedCents", label: "Owed by you", text: "Taken from your next payouts.", isAlwaysShown: false },
];

export function EarningsTotals({ totals }: { totals: Totals }) {
  const shown = FIGURES.filter(({ name, isAlwaysShown }) => isAlwaysShown || totals[name] !== 0);
  return (
    <dl className={`grid grid-cols-2 gap-3 md:gap-4 ${shown.length > 4 ? "lg:grid-cols-3" : "lg:grid-cols-4"}`}>
      {shown.map(({ name, label, text }) => (
        <div key={name} className="rounded-card border border-line bg-surface p-4">
          <dt className="font-semibold text-muted text-sm">{label}</dt>
          <dd className="mt-1 display-type text-xl tabular-nums sm:text-2xl">{formatExactCents(totals[name])}</dd>
          <dd className="mt-1 text-pretty text-muted text-sm">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
