import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { PriceBreakdown } from "@nexby/contract/bookings/quotes";
import { addDays } from "@nexby/domain/kernel/calendar";
import { HOUR } from "@nexby/domain/kernel/duration";
import { instantOf, localDateOf, localTimeOf } from "@nexby/domain/kernel/zones";
import type { Agreement } from "../../../../testing/bookings/simulated-marketplace.ts";

/** What the renter pays and the owner gets at the end. A card or deposit that doesn't suffice leaves a part unpaid. */
export type Settlement = { paidCents: { least: number; most: number }; ownerCutCents: number };

const percentOf = (amountCents: number, percent: number) => Math.round((amountCents * percent) / 100 + 1e-9);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const timeOf = (instant: string) => new Date(instant).getTime();

const exactly = (cents: number) => ({ least: cents, most: cents });

/**
 * Recomputes a finished booking from its quote, its terms and the times at which people acted, without the product's own
 * rules. `ownerCutCents` is what the renter pays and the owner doesn't get.
 */
export function settlementFor(booking: BookingDetailView, agreement: Agreement): Settlement {
  const { status, cancellation } = booking;
  if (status === "canceled" && cancellation) return canceled(booking, agreement);
  if (status !== "closed") return { paidCents: exactly(0), ownerCutCents: 0 };
  const extensions = booking.extensions.filter((extension) => extension.status === "approved");
  const prices = [agreement.price, ...extensions.map(({ price }) => price)];
  const paid = sum(prices.map(({ totalCents }) => totalCents));
  // Each price was shown with the owner's share of it, rounded on its own.
  const earned = sum(prices.map(({ ownerSubtotalCents }) => ownerShare(ownerSubtotalCents, agreement)));
  const later = [feeRange(booking, agreement), damageRange(booking, agreement)];
  return {
    paidCents: {
      least: paid + sum(later.map(({ least }) => least)),
      most: paid + sum(later.map(({ most }) => most)),
    },
    ownerCutCents: paid - earned,
  };
}

const ownerShare = (cents: number, { commissionPercent }: Agreement) => cents - percentOf(cents, commissionPercent);

function feeRange(booking: BookingDetailView, agreement: Agreement) {
  if (!booking.lateFee) return exactly(0);
  const owed = agreement.feeDecisions.reduce(
    (left, decision) => ("keptCents" in decision ? decision.keptCents : left - decision.waivedCents),
    lateFeeFor(booking, agreement.price),
  );
  const isWaivedOrWrittenOff = booking.lateFee.status === "uncollectible" || owed < LEAST_CHARGE;
  return isWaivedOrWrittenOff ? upTo(owed, agreement) : exactly(owed);
}

function damageRange({ claim }: BookingDetailView, agreement: Agreement) {
  if (!claim) return exactly(0);
  const { damageCents } = agreement;
  return claim.status === "uncollectible" ? upTo(damageCents, agreement) : exactly(damageCents);
}

/** Less is waived. A good card leaves nothing else unpaid. */
const LEAST_CHARGE = 50;
const NEVER_CHARGED = 2 * (LEAST_CHARGE - 1);

const upTo = (cents: number, { hasGoodCard }: Agreement) => ({
  least: hasGoodCard ? Math.max(0, cents - NEVER_CHARGED) : 0,
  most: cents,
});

/** An item is considered lost after a week, and costs no further days. */
const MOST_DAYS = 7;

/** Each started day costs the first day's fee and what it escalates by for each unit still out, up to the agreed caps. */
function lateFeeFor(booking: BookingDetailView, price: PriceBreakdown) {
  const { endAt, timezone, quantity, exchange, timeline, returns } = booking;
  const { lateFee: terms } = price;
  if (!terms) return 0;
  const lostAt = timeline.find(({ type }) => type === "claim_damage")?.at;
  const end = new Date(endAt);
  const dueAfter = (days: number) =>
    instantOf(addDays(localDateOf(end, timezone), days), localTimeOf(end, timezone), timezone).getTime() +
    terms.gracePeriodHours * HOUR;
  const perUnitUntil = (instant: number) => {
    let perUnit = 0;
    for (let day = 1; day <= MOST_DAYS && instant > dueAfter(day - 1); day += 1) {
      const steps = Math.min(day, terms.escalationCapDays) - 1;
      const percent = Number(terms.basePercent) * (1 + (Number(terms.dailyEscalationRate) / 100) * steps);
      perUnit += percentOf(terms.baseCents, percent);
    }
    return Math.min(perUnit, terms.replacementValueCents ?? Number.POSITIVE_INFINITY);
  };
  const neverReturned = quantity - sum(returns.map(({ units }) => units));
  const all = [
    ...returns.map(({ units, at }) => ({ units, until: timeOf(at) })),
    { units: neverReturned, until: timeOf(exchange.actualReturnAt ?? lostAt ?? endAt) },
  ];
  const fee = sum(all.map(({ units, until }) => units * perUnitUntil(until)));
  return Math.min(fee, terms.maxFeeCents ?? Number.POSITIVE_INFINITY);
}

/** Hours before the start until which a renter gets all or half of the rental back. */
const REFUND_HOURS = {
  flexible: { all: 24, half: 0 },
  moderate: { all: 120, half: 24 },
  strict: { all: 336, half: 168 },
};

function refundPercent(booking: BookingDetailView, { policy }: PriceBreakdown): number {
  const { cancellation, timeline, startAt } = booking;
  if (!cancellation) return 100;
  const isMissing = timeline.some(({ type }) => type === "cancel_for_missing_item" || type === "reject_handoff");
  if (isMissing || cancellation.absent === "owner") return 100;
  if (cancellation.absent === "renter") return 0;
  const approvedAt = timeline.find(({ type }) => type === "approve")?.at;
  if (cancellation.by === "owner" || cancellation.by === "admin" || !approvedAt) return 100;
  // Payment or deposit failed: everything is refunded, or the renter's policy applies. The screen says which.
  if (cancellation.by === "system") return cancellation.percent;
  if (booking.isEndangered) return 100;
  const left = (timeOf(startAt) - timeOf(cancellation.at)) / HOUR;
  const sinceApproval = (timeOf(cancellation.at) - timeOf(approvedAt)) / HOUR;
  if (sinceApproval <= 24 && left >= 48) return 100;
  const { all, half } = REFUND_HOURS[policy];
  if (left >= all) return 100;
  return left >= half && left > 0 ? 50 : 0;
}

/** Rental and setup are refunded by the policy, the service fee only in full, and everything else always. */
function canceled(booking: BookingDetailView, agreement: Agreement): Settlement {
  const { price } = agreement;
  const percent = refundPercent(booking, price);
  const isDeliveryKept = booking.cancellation?.absent === "renter" && booking.noShow?.isDeliveryAttempted === true;
  const kept = price.lines.map(({ code, amountCents, payee }) => {
    const isByPolicy = code === "rental" || code === "setup";
    const isKept = (code === "service_fee" && percent < 100) || (code === "delivery" && isDeliveryKept);
    const cents = isByPolicy ? amountCents - percentOf(amountCents, percent) : isKept ? amountCents : 0;
    return { cents, isOwners: payee === "owner" };
  });
  const keptCents = sum(kept.map(({ cents }) => cents));
  const owners = ownerShare(sum(kept.filter(({ isOwners }) => isOwners).map(({ cents }) => cents)), agreement);
  return { paidCents: exactly(keptCents), ownerCutCents: keptCents - owners };
}
