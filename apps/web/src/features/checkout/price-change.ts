import type { PriceBreakdown, QuoteView } from "@nexby/contract/bookings/quotes";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import type { LateFeeTerms } from "@nexby/domain/late-fees/late-fee";
import type { CancellationPolicy } from "@nexby/domain/listings/item-terms";
import { useState } from "react";
import { GENERAL_DEADLINES, pieceCopy } from "../../components/rental/copy.ts";
import type { Rental } from "../../components/rental/use-rental.ts";
import { lateFeeCopy } from "./copy.ts";

/** The terms the renter accepts: total, deposit, cancellation policy, late fee and the pieces of a kit. */
export type Shown = Pick<
  PriceBreakdown,
  "totalCents" | "depositCents" | "policy" | "quantity" | "damageLimitCents" | "loss" | "pieces"
> & {
  lateFee: LateFeeTerms | null;
};

export type PriceChange = { before: Shown; after: Shown };

export const shownOf = ({
  totalCents,
  depositCents,
  policy,
  quantity,
  lateFee,
  damageLimitCents,
  loss,
  pieces,
}: PriceBreakdown): Shown => ({
  totalCents,
  depositCents,
  policy,
  quantity,
  lateFee: lateFee ?? null,
  ...(damageLimitCents !== undefined && { damageLimitCents }),
  ...(loss && { loss }),
  ...(pieces && { pieces }),
});

/** Null when nothing changed. */
export const changeBetween = (before: Shown, after: Shown): PriceChange | null =>
  priceDifferencesOf({ before, after }).length > 0 ? { before, after } : null;

/** Compares with a fresh quote; null when nothing changed or the item is no longer bookable. */
export const changeSince = (before: Shown, fresh: QuoteView | undefined): PriceChange | null =>
  fresh?.isBookable && fresh.price ? changeBetween(before, shownOf(fresh.price)) : null;

export type PriceDifference = { title: string; text: string; before: string; after: string };

export function priceDifferencesOf({ before, after }: PriceChange): PriceDifference[] {
  const moreOrLess = (field: "totalCents" | "depositCents") => (after[field] > before[field] ? "more" : "less");
  const all = [
    {
      title: "The price has changed",
      text: `It’s ${moreOrLess("totalCents")} than what you saw.`,
      before: dollarText(before.totalCents),
      after: dollarText(after.totalCents),
    },
    {
      title: "The deposit has changed",
      text: `It’s ${moreOrLess("depositCents")} than what you saw. We’ll release it after the return.`,
      before: orNoDeposit(before.depositCents),
      after: orNoDeposit(after.depositCents),
    },
    {
      title: "The cancellation policy has changed",
      text: "It’s not the policy you saw before.",
      before: policyCopy(before.policy),
      after: policyCopy(after.policy),
    },
    {
      title: "The late fee has changed",
      text: "It’s not the fee you saw before.",
      before: lateFeeCopy(before.lateFee, before.quantity),
      after: lateFeeCopy(after.lateFee, after.quantity),
    },
    {
      title: "The replacement value has changed",
      text: "It’s the most that damage or loss can cost.",
      before: limitsCopy(before),
      after: limitsCopy(after),
    },
    {
      title: "The list of pieces has changed",
      text: "You pay only for pieces that you don’t return.",
      before: piecesCopy(before, after),
      after: piecesCopy(after, before),
    },
  ];
  return all.filter((item) => item.before !== item.after);
}

export const changeTitle = ([first, ...others]: readonly PriceDifference[]): string =>
  others.length === 0 && first ? first.title : "Some things have changed";

const limitsCopy = ({ damageLimitCents = 0, loss }: Shown): string =>
  dollarText(damageLimitCents) + (loss ? `, ${dollarText(loss.maxCents)} for a loss` : "");

const orNoDeposit = (amountCents: number): string => (amountCents === 0 ? "No deposit" : dollarText(amountCents));

function policyCopy(policy: CancellationPolicy): string {
  const [full, half] = GENERAL_DEADLINES[policy];
  return `Full refund until ${full}, 50% until ${half}`;
}

/** The pieces that the other list doesn't have. All of them if only their order has changed. */
function piecesCopy({ pieces = [] }: Shown, { pieces: others = [] }: Shown): string {
  const lines = pieces.map((piece) => pieceCopy(piece).join(": "));
  const otherLines = others.map((piece) => pieceCopy(piece).join(": "));
  const changed = lines.filter((line) => !otherLines.includes(line));
  if (changed.length > 0) return changed.join("; ");
  return lines.length === otherLines.length ? lines.join("; ") : "Not on the list";
}

/**
 * Remembers the price shown for the current request. A different price, deposit, policy, late fee, replacement value or
 * kit for the same request is a change, and nothing is charged until the renter accepts it.
 */
export function useAcceptedPrice({ request, quote, isAsking }: Rental) {
  const requestKey = JSON.stringify(request);
  const shown = !isAsking && quote?.price ? shownOf(quote.price) : null;
  const [seen, setSeen] = useState<{ requestKey: string; shown: Shown } | null>(null);
  if (shown && seen?.requestKey !== requestKey) setSeen({ requestKey, shown });

  return {
    change: shown && seen?.requestKey === requestKey ? changeBetween(seen.shown, shown) : null,
    accept: (accepted: Shown) => setSeen({ requestKey, shown: accepted }),
  };
}
