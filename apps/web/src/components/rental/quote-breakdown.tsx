import { productDate } from "../../lib/server-time.ts";
import { TEXT_LINK_STYLE } from "../ui/button-style.ts";
import { Notice } from "../ui/notice.tsx";
import { isDepositCharged } from "./deposit-label.ts";
import { PriceLines } from "./price-lines.tsx";
import type { Rental } from "./use-rental.ts";

/** What the server says it costs. While it is asked again the last answer stays, in grey. */
export function QuoteBreakdown({ rental: { quote, isAsking, hasFailed, askAgain } }: { rental: Rental }) {
  if (hasFailed) {
    return (
      <Notice look="problem" role="alert">
        <p>The price could not be loaded.</p>
        <button type="button" className={TEXT_LINK_STYLE} onClick={() => void askAgain()}>
          Try again
        </button>
      </Notice>
    );
  }
  if (!quote) return null;
  return (
    // Nothing is taken away while somebody may be about to press what is beside it.
    <div className={`grid gap-4 transition-opacity duration-120 ${isAsking ? "opacity-50" : ""}`} aria-busy={isAsking}>
      {quote.refusal && (
        <Notice look="information" role="status">
          {quote.refusal.message}
        </Notice>
      )}
      {quote.price && (
        <PriceLines
          price={quote.price}
          isDepositCharged={isDepositCharged(quote.stay, productDate())}
          isOld={isAsking}
        />
      )}
    </div>
  );
}
