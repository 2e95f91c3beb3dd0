import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { LOST_AFTER_DAYS } from "@nexby/domain/bookings/deadlines";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { type LateFeeTerms, lateFeeMeter } from "@nexby/domain/late-fees/late-fee";
import { isTooSmall } from "@nexby/domain/payments/later-charges";
import { momentIn } from "../../../lib/dates.ts";
import { formatCents } from "../../../lib/format.ts";
import { productNow } from "../../../lib/server-time.ts";

type Fee = NonNullable<BookingDetailView["lateFee"]>;
type Booking = Pick<BookingDetailView, "role" | "renter" | "timezone" | "lateFee" | "depositCents">;

type LateRental = Pick<BookingDetailView, "endAt" | "timezone" | "quantity" | "returns">;

export type MeterCopy = {
  /** "Late fee so far" with its amount, or a warning before it starts. */
  title: string;
  amount: string | null;
  next: string | null;
  cap: string | null;
  /** When the amount changes. */
  changesAt: string;
};

/** What a late return costs now, when it costs more, and the most it can cost. The step says how it is counted and until when it is free. */
export function meterCopy(terms: LateFeeTerms, rental: LateRental, now: Date): MeterCopy {
  const { endAt, timezone, quantity } = rental;
  const returns = rental.returns.map(({ units, at }) => ({ units, at: new Date(at) }));
  const meter = lateFeeMeter(terms, { endAt: new Date(endAt), timezone, quantity, returns }, now, LOST_AFTER_DAYS);
  const { fee, nextDayAt, nextFeeCents, capCents } = meter;
  const changesAt = nextDayAt.toISOString();
  const moment = momentIn(changesAt, timezone);
  const amount = dollarText(nextFeeCents);
  const isLate = fee.daysLate > 0;
  const isCapped = isLate && nextFeeCents === fee.cappedCents;
  return {
    title: isLate ? "Late fee so far" : "It’s due now",
    amount: isLate ? dollarText(fee.cappedCents) : null,
    next: isCapped ? null : `From ${moment}, ${isLate ? "it’s" : "the late fee is"} ${amount}.`,
    cap: capCents === null || isCapped ? null : `The fee stops at ${formatCents(capCents)}.`,
    changesAt,
  };
}

/** What happens to a fee that no longer grows, in one or two sentences. Never names a time to come that has passed. */
export function feeStatusCopy(fee: Fee, booking: Booking, now = productNow()): string {
  const { role, renter, timezone, depositCents } = booking;
  const isRenter = role === "renter";
  const card = isRenter ? "your card" : `${renter.firstName}’s card`;
  if (fee.status === "disputed") return "It’s contested. Our team will decide. Until then, nothing is charged.";
  if (fee.status === "waived") return "It was waived. Nothing is charged.";
  if (fee.status === "charged") return paidCopy(fee, isRenter);
  if (fee.status === "uncollectible") {
    const unpaid = unpaidCopy(fee.owedCents - fee.chargedCents);
    return fee.chargedCents > 0 ? `${paidCopy(fee, isRenter)} ${unpaid}` : unpaid;
  }
  const { chargeableAt, payBy } = fee;
  if (fee.paymentStatus === "processing") return `We’re charging ${card}.`;
  if (payBy === null && chargeableAt === null) return `We’ll charge ${card} soon.`;
  if (payBy === null && isPast(chargeableAt, now)) return `We’re charging ${card}.`;
  if (payBy === null) return `We’ll charge ${card} on ${momentIn(chargeableAt ?? "", timezone)}.`;
  if (isPast(payBy, now))
    return `We couldn’t charge ${card} in time.${depositCents > 0 ? " We’ll take it from the deposit." : ""}`;
  const payer = isRenter ? "You have" : `${renter.firstName} has`;
  const otherwise = depositCents > 0 ? " After that, we’ll take it from the deposit." : "";
  return `We couldn’t charge ${card}. ${payer} until ${momentIn(payBy, timezone)} to pay it.${otherwise}`;
}

/** At the latest a moment ago. */
export const isPast = (deadline: string | null, now: number): boolean =>
  deadline !== null && Date.parse(deadline) < now;

/** What nobody paid. Amounts that are too small to charge were waived. */
export const unpaidCopy = (cents: number): string =>
  isTooSmall(cents)
    ? `${dollarText(cents)} was waived, because we don’t charge less than $0.50.`
    : `${dollarText(cents)} couldn’t be collected.`;

/** The most that can be waived or charged. */
export const owedCopy = ({ lateFee }: Pick<Booking, "lateFee">): string =>
  `The late fee is ${dollarText(lateFee?.owedCents ?? 0)}.`;

function paidCopy({ chargedCents, depositCents }: Fee, isRenter: boolean): string {
  if (depositCents > 0) return `${dollarText(depositCents)} was taken from the deposit.`;
  return `${dollarText(chargedCents)} was charged to ${isRenter ? "your card" : "the renter’s card"}.`;
}

type FeeLine = { label: string; amount: string; isOwed?: true };

/** From the calculated fee to what is owed. */
export function feeLines(fee: Fee, role: Booking["role"]): FeeLine[] {
  const { calculatedFeeCents, cappedFeeCents, waivedCents, owedCents, daysLate, ownerCents } = fee;
  const deduction = (cents: number) => `−${dollarText(cents)}`;
  const lines: (FeeLine | false)[] = [
    { label: `Billed as ${countOf(daysLate, "day")} late`, amount: dollarText(calculatedFeeCents) },
    cappedFeeCents < calculatedFeeCents && {
      label: "Above the maximum",
      amount: deduction(calculatedFeeCents - cappedFeeCents),
    },
    waivedCents > 0 && { label: "Waived", amount: deduction(waivedCents) },
    { label: "Late fee", amount: dollarText(owedCents), isOwed: true },
    ownerCents !== null && {
      label: role === "owner" ? "You earn" : "For the owner",
      amount: dollarText(ownerCents),
    },
  ];
  return lines.filter((line) => line !== false);
}
