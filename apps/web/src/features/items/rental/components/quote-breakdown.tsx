import type { PriceBreakdown } from "@nexby/contract/quotes";
import { TEXT_LINK_STYLE } from "../../../../components/ui/button-style.ts";
import { Notice } from "../../../../components/ui/notice.tsx";
import { formatExactCents } from "../../../../lib/money.ts";
import type { Rental } from "../use-rental.ts";

/** What the server says it costs. While it is asked again the last answer stays, in grey. */
export function QuoteBreakdown({ rental: { quote, isAsking, hasFailed, retry } }: { rental: Rental }) {
  if (hasFailed) {
    return (
      <Notice look="problem" role="alert">
        <p>The price could not be loaded.</p>
        <button type="button" className={TEXT_LINK_STYLE} onClick={retry}>
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
      {quote.price && <PriceLines price={quote.price} isOld={isAsking} />}
    </div>
  );
}

function PriceLines({ price, isOld }: { price: PriceBreakdown; isOld: boolean }) {
  return (
    <div>
      <dl className="grid gap-2 tabular-nums">
        {price.lines.map(({ code, label, amountCents }) => (
          <div key={code} className="flex justify-between gap-4">
            <dt className="text-pretty text-muted">{label}</dt>
            <dd>{formatExactCents(amountCents)}</dd>
          </div>
        ))}
        <div className="mt-1 flex justify-between gap-4 border-line border-t pt-3 font-bold text-lg">
          <dt>Total</dt>
          <dd>{formatExactCents(price.totalCents)}</dd>
        </div>
        {price.depositCents > 0 && (
          <div className="flex justify-between gap-4 text-muted text-sm">
            <dt>Plus a refundable deposit</dt>
            <dd>{formatExactCents(price.depositCents)}</dd>
          </div>
        )}
      </dl>
      <p role="status" className="sr-only">
        {isOld ? "" : `Total ${formatExactCents(price.totalCents)}`}
      </p>
    </div>
  );
}
