import { firstDayFee, type LateFeeTerms, lateFeeCap } from "@nexby/domain/late-fees/late-fee";
import { formatCents } from "../../lib/format.ts";

const GRACE: Readonly<Record<number, string>> = {
  0: "",
  1: " The first hour is free.",
  2: " The first two hours are free.",
};

/** What a late return costs, before the renter agrees to it. */
export function lateFeeCopy(terms: LateFeeTerms | null, quantity: number): string {
  if (terms === null) return "There’s no fee for a late return.";
  const { dailyEscalationRate, escalationCapDays, gracePeriodHours } = terms;
  const perDay = formatCents(firstDayFee(terms) * quantity);
  const capCents = lateFeeCap(terms, quantity);
  const cap = capCents === null ? "" : `, up to ${formatCents(capCents)} in total`;
  const rate = Number(dailyEscalationRate);
  const fee =
    rate > 0
      ? `The first day late costs ${perDay}, and each day through day ${escalationCapDays} costs ${rate}% of that more than the day before${cap}.`
      : `Each day late costs ${perDay}${cap}.`;
  return fee + (GRACE[gracePeriodHours] ?? ` The first ${gracePeriodHours} hours are free.`);
}
