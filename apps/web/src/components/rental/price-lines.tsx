import type { PriceBreakdown, QuoteView } from "@nexby/contract/bookings/quotes";
import { depositModeToCome } from "@nexby/domain/bookings/payment-plan";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { typeset } from "@nexby/domain/kernel/typography";
import { productDate } from "../../lib/server-time.ts";
import { TEXT_LINK_STYLE } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Rental } from "./use-rental.ts";

type Props = {
  price: PriceBreakdown;
  isDepositCharged: boolean;
  /** The price belongs to an earlier request. */
  isOld?: boolean;
};

export function PriceLines({ price, isDepositCharged, isOld = false }: Props) {
  return (
    <div>
      <dl className="grid gap-2 tabular-nums">
        {price.lines.map(({ code, label, amountCents }) => (
          <div key={code} className="flex justify-between gap-4">
            <dt className="text-pretty text-muted">{label}</dt>
            <dd>{dollarText(amountCents)}</dd>
          </div>
        ))}
        <div className="mt-1 flex justify-between gap-4 border-line border-t pt-3 font-bold text-lg">
          <dt>Total</dt>
          <dd>{dollarText(price.totalCents)}</dd>
        </div>
        {price.depositCents > 0 && (
          <div className="flex justify-between gap-4 text-muted text-sm">
            <dt>Plus a {depositLabel(isDepositCharged)}</dt>
            <dd>{dollarText(price.depositCents)}</dd>
          </div>
        )}
      </dl>
      <p role="status" className="sr-only">
        {isOld ? "" : `Total ${dollarText(price.totalCents)}`}
      </p>
    </div>
  );
}

/** Shows the server's quote. While a new quote loads, the previous one stays, dimmed. */
export function QuoteBreakdown({ rental: { quote, isAsking, hasFailed, askAgain } }: { rental: Rental }) {
  if (hasFailed) {
    return (
      <Notice look="problem" role="alert">
        <p>We couldn’t load the price.</p>
        <button type="button" className={TEXT_LINK_STYLE} onClick={() => void askAgain()}>
          Try again
        </button>
      </Notice>
    );
  }
  if (!quote) return null;
  return (
    // Nothing is removed while the user may be about to press a button beside it.
    <div className={`grid gap-4 transition-opacity duration-120 ${isAsking ? "opacity-50" : ""}`} aria-busy={isAsking}>
      {quote.refusal && (
        <Notice look="information" role="status">
          {typeset(quote.refusal.message)}
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

/** True if the deposit is charged instead of held, because holds do not last as long as the longest stays. */
export const isDepositCharged = (stay: QuoteView["stay"], now: Date): boolean =>
  stay !== null && depositModeToCome(new Date(stay.startAt), new Date(stay.endAt), now) === "charge_refund";

export const depositLabel = (isCharged: boolean): string => (isCharged ? "refundable deposit" : "refundable hold");
