import type { QuoteView } from "@nexby/contract/quotes";
import { useState } from "react";
import type { Rental } from "../../components/rental/use-rental.ts";

export type PriceChange = { beforeCents: number; afterCents: number };

/**
 * What somebody has seen for what they chose. Should the server answer another sum for the same, that is a change, and
 * nothing is paid before it was agreed to.
 */
export function useAgreedPrice({ request, quote, isAsking }: Rental) {
  const wish = JSON.stringify(request);
  const totalCents = isAsking ? undefined : quote?.price?.totalCents;
  const [seen, setSeen] = useState<{ wish: string; totalCents: number } | null>(null);
  if (totalCents !== undefined && seen?.wish !== wish) setSeen({ wish, totalCents });

  const change =
    totalCents !== undefined && seen?.wish === wish && seen.totalCents !== totalCents
      ? { beforeCents: seen.totalCents, afterCents: totalCents }
      : null;
  return {
    change,
    agree: (agreedCents: number) => setSeen({ wish, totalCents: agreedCents }),
    /** Against what was seen; null when it is the same, or cannot be had any more. */
    compare: (fresh: QuoteView | undefined): PriceChange | null => {
      const afterCents = fresh?.isBookable ? fresh.price?.totalCents : undefined;
      if (afterCents === undefined || !seen || seen.totalCents === afterCents) return null;
      return { beforeCents: seen.totalCents, afterCents };
    },
  };
}
