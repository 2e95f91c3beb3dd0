import { refundDeadlines } from "@nexby/domain/bookings/cancellation";
import type { CancellationPolicy } from "@nexby/domain/listings/item-terms";
import type { ReactNode } from "react";
import { fullRefundCopy, GENERAL_DEADLINES, momentText } from "../../../components/rental/copy.ts";
import { formatCents } from "../../../lib/format.ts";

/** Shows possible extra costs before the renter agrees to them. */
export function ExtraCosts(terms: RentalTerms) {
  const { refunds, refundNote, late, damage } = extraCostsOf(terms);
  return (
    <div className="grid max-w-xl grid-cols-1 gap-5">
      <Case title="If you cancel">
        <dl aria-live="polite" className="grid gap-1.5">
          {refunds.map(({ until, refund }) => (
            <div key={until} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-muted">{until}</dt>
              <dd className="font-medium">{refund}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-pretty text-muted text-sm">{refundNote}</p>
      </Case>
      {late && (
        <Case title="If you return it late">
          <p className="text-pretty">{late}</p>
        </Case>
      )}
      <Case title="If something breaks or gets lost">
        <p className="text-pretty">{damage}</p>
      </Case>
    </div>
  );
}

function Case({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      {children}
    </div>
  );
}

export type RentalTerms = {
  policy: CancellationPolicy;
  /** Null until dates are chosen. */
  startAt: string | null;
  timezone: string;
  now: Date;
  quantity: number;
  isFoodTruck: boolean;
  /** Per day and unit; 0 means that a day's rental is charged instead. */
  lateFeeCents: number;
  dailyRateCents: number;
  depositCents: number;
  replacementValueCents: number | null;
  /** Undefined until there is a price. */
  isAllTaxRefunded: boolean | undefined;
};

type Refund = { until: string; refund: string };

const EVERYTHING = "Everything comes back";
const HALF = "Half of the rental comes back";
const NOTHING = "The rental does not come back";

function refundsOf({ policy, startAt, timezone, now }: RentalTerms): Refund[] {
  const last = { until: "Later", refund: NOTHING };
  if (startAt === null) {
    const [full, half] = GENERAL_DEADLINES[policy];
    return [{ until: `Until ${full}`, refund: EVERYTHING }, { until: `Until ${half}`, refund: HALF }, last];
  }
  const upcoming = refundDeadlines(policy, new Date(startAt)).filter(({ until }) => until > now);
  const tiers = upcoming.map(({ percent, until }) => ({
    until: `Until ${momentText(until, timezone)}`,
    refund: percent === 100 ? EVERYTHING : HALF,
  }));
  return [...tiers, tiers.length > 0 ? last : { until: "From now on", refund: NOTHING }];
}

const refundNote = ({ isAllTaxRefunded }: RentalTerms): string =>
  `${fullRefundCopy(isAllTaxRefunded)}; the service fee only with everything else. Within 24 hours of the owner’s approval, and two days or more before the start, canceling costs nothing.`;

function lateCopy({ lateFeeCents, dailyRateCents, quantity, replacementValueCents }: RentalTerms): string {
  const perDay = formatCents((lateFeeCents || dailyRateCents) * quantity);
  const cap = replacementValueCents ? `, up to ${formatCents(replacementValueCents * quantity)} in all` : "";
  return `Each day late costs ${perDay}${cap}. The first two hours are free.`;
}

function damageCopy({ depositCents, replacementValueCents, quantity }: RentalTerms): string {
  const value = (replacementValueCents ?? 0) * quantity;
  const deposit = formatCents(depositCents);
  if (value > depositCents) {
    const first = depositCents > 0 ? ` The deposit of ${deposit} is used first.` : "";
    return `It can cost you up to ${formatCents(value)}, what it costs to replace.${first}`;
  }
  if (depositCents > 0) return `It can cost you up to the deposit of ${deposit}.`;
  return "The owner asks for no deposit and names no value: nothing is charged to your card for it.";
}

export const extraCostsOf = (terms: RentalTerms) => ({
  refunds: refundsOf(terms),
  refundNote: refundNote(terms),
  late: terms.isFoodTruck ? null : lateCopy(terms),
  damage: damageCopy(terms),
});
