import { alwaysBackWords, POLICY_NAMES, refundWords } from "../../../components/rental/refund-words.ts";
import type { Rental } from "../../../components/rental/use-rental.ts";
import { countOf } from "../../../lib/count-of.ts";
import { productDate } from "../../../lib/server-time.ts";

/** The policy in plain words, with its dates once there are any. */
export function CancellationTerms({ rental: { item, quote, isAsking } }: { rental: Rental }) {
  const policy = item.cancellationPolicy;
  const stay = quote?.stay && !isAsking ? { ...quote.stay, timezone: item.timezone, now: productDate() } : null;
  const sentences = refundWords(policy, stay);

  return (
    <div className="grid max-w-[68ch] gap-2">
      <p className="font-semibold">{POLICY_NAMES[policy]}</p>
      <ul aria-live="polite" className="grid list-disc gap-1 pl-5">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="text-pretty text-muted">
        {alwaysBackWords(quote?.price?.tax.isAllRefunded)}. Within {countOf(24, "hour")} of the owner’s approval, and
        two days or more before the start, canceling costs nothing.
      </p>
    </div>
  );
}
