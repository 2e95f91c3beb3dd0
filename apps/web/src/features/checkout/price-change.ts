import type { PriceBreakdown, QuoteView } from "@nexby/contract/bookings/quotes";
import type { CancellationPolicy } from "@nexby/domain/listings/item-terms";
import { useState } from "react";
import { GENERAL_DEADLINES } from "../../components/rental/copy.ts";
import type { Rental } from "../../components/rental/use-rental.ts";
import { formatExactCents } from "../../lib/format.ts";

/** What somebody sees and agrees to: what they pay, what is held besides, and how much comes back on canceling. */
export type Shown = Pick<PriceBreakdown, "totalCents" | "depositCents" | "policy">;

export type PriceChange = { before: Shown; after: Shown };

export const shownOf = ({ totalCents, depositCents, policy }: PriceBreakdown): Shown => ({
  totalCents,
  depositCents,
  policy,
});

/** Null when it is the same. */
export const changeBetween = (before: Shown, after: Shown): PriceChange | null =>
  discrepanciesOf({ before, after }).length > 0 ? { before, after } : null;

/** Against what the server says now; null when it is the same, or cannot be had any more. */
export const changeSince = (before: Shown, fresh: QuoteView | undefined): PriceChange | null =>
  fresh?.isBookable && fresh.price ? changeBetween(before, shownOf(fresh.price)) : null;

export type Discrepancy = { title: string; words: string; before: string; after: string };

/** What of it is another than before, in plain words. */
export function discrepanciesOf({ before, after }: PriceChange): Discrepancy[] {
  const moreOrLess = (field: "totalCents" | "depositCents") => (after[field] > before[field] ? "more" : "less");
  const all = [
    {
      title: "The price has changed",
      words: `It is ${moreOrLess("totalCents")} than what you saw.`,
      before: formatExactCents(before.totalCents),
      after: formatExactCents(after.totalCents),
    },
    {
      title: "The deposit has changed",
      words: `It is ${moreOrLess("depositCents")} than what you saw. It comes back after the return.`,
      before: orNoDeposit(before.depositCents),
      after: orNoDeposit(after.depositCents),
    },
    {
      title: "What comes back if you cancel has changed",
      words: "The owner has other rules for canceling than what you saw.",
      before: policyCopy(before.policy),
      after: policyCopy(after.policy),
    },
  ];
  return all.filter((one) => one.before !== one.after);
}

/** What to call all of it. */
export const changeTitle = ([first, ...others]: readonly Discrepancy[]): string =>
  others.length === 0 && first ? first.title : "Some things have changed";

const orNoDeposit = (amountCents: number): string => (amountCents === 0 ? "No deposit" : formatExactCents(amountCents));

function policyCopy(policy: CancellationPolicy): string {
  const [full, half] = GENERAL_DEADLINES[policy];
  return `Everything until ${full}, half of the rental until ${half}`;
}

/**
 * What somebody has seen for what they chose. Should the server answer another price, deposit or policy for the same,
 * that is a change, and nothing is paid before it was agreed to.
 */
export function useAcceptedPrice({ request, quote, isAsking }: Rental) {
  const wish = JSON.stringify(request);
  const shown = !isAsking && quote?.price ? shownOf(quote.price) : null;
  const [seen, setSeen] = useState<{ wish: string; shown: Shown } | null>(null);
  if (shown && seen?.wish !== wish) setSeen({ wish, shown });

  return {
    change: shown && seen?.wish === wish ? changeBetween(seen.shown, shown) : null,
    agree: (agreed: Shown) => setSeen({ wish, shown: agreed }),
  };
}
