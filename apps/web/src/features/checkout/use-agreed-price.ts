import { useState } from "react";
import type { Rental } from "../../components/rental/use-rental.ts";
import { changeBetween, type Shown, shownOf } from "./price-change.ts";

/**
 * What somebody has seen for what they chose. Should the server answer another price, deposit or policy for the same,
 * that is a change, and nothing is paid before it was agreed to.
 */
export function useAgreedPrice({ request, quote, isAsking }: Rental) {
  const wish = JSON.stringify(request);
  const shown = !isAsking && quote?.price ? shownOf(quote.price) : null;
  const [seen, setSeen] = useState<{ wish: string; shown: Shown } | null>(null);
  if (shown && seen?.wish !== wish) setSeen({ wish, shown });

  return {
    change: shown && seen?.wish === wish ? changeBetween(seen.shown, shown) : null,
    agree: (agreed: Shown) => setSeen({ wish, shown: agreed }),
  };
}
