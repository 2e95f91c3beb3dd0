import type { PriceBreakdown } from "@nexby/contract/quotes";
import { formatExactCents } from "../../lib/money.ts";
import { depositLabel } from "./deposit-label.ts";

type Props = {
  price: PriceBreakdown;
  isDepositCharged: boolean;
  /** It answers an earlier question. */
  isOld?: boolean;
};

/** A price in its parts, and the deposit beside it. */
export function PriceLines({ price, isDepositCharged, isOld = false }: Props) {
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
            <dt>Plus a {depositLabel(isDepositCharged)}</dt>
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
