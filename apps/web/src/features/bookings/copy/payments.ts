import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { isOver } from "@nexby/domain/bookings/statuses";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { momentIn } from "../../../lib/dates.ts";
import { needsPayoutAccount, payeeOf } from "./next-step.ts";

type Payment = BookingDetailView["payments"][number];
type Look = "good" | "waiting" | "bad" | "plain";

export const PAYMENT_NAMES: Record<Payment["kind"], string> = {
  rental: "Rental",
  deposit: "Deposit",
  extension: "Extension",
  late_fee: "Late fee",
  damage: "Damage",
};

const STATES: Record<Payment["status"], { label: string; look: Look }> = {
  created: { label: "Not paid yet", look: "waiting" },
  awaiting_payment: { label: "Not paid yet", look: "waiting" },
  action_required: { label: "Needs your card", look: "bad" },
  authorized: { label: "Held on the card", look: "plain" },
  captured: { label: "Paid", look: "good" },
  partially_refunded: { label: "Partly refunded", look: "plain" },
  refunded: { label: "Refunded", look: "plain" },
  disputed: { label: "Disputed by the bank", look: "bad" },
  charged_back: { label: "Charged back", look: "bad" },
  canceled: { label: "Not charged", look: "plain" },
};

type State = { label: string; look: Look };

/** Short forms of what the amounts say about the deposit. */
const DEPOSIT_STATES: Partial<Record<BookingDetailView["depositStatus"], State>> = {
  pending: { label: "Not held yet", look: "waiting" },
  secured: { label: "Held on the card", look: "plain" },
  unsecured: { label: "Not held", look: "waiting" },
  lapsed: { label: "Lapsed", look: "bad" },
  released: { label: "Released", look: "good" },
  partly_kept: { label: "Partly kept", look: "plain" },
  kept: { label: "Kept", look: "plain" },
};
const CHARGED_DEPOSIT_STATES: typeof DEPOSIT_STATES = {
  pending: STATES.created,
  secured: STATES.captured,
  unsecured: STATES.created,
  released: { label: "Refunded", look: "good" },
};
const REPLACED: State = { label: "Replaced", look: "plain" };

/** The last payment for the deposit shows the deposit's own state, and earlier ones were replaced by it. */
export function paymentState(
  { id, kind, status }: Payment,
  booking: Deposit & Pick<BookingDetailView, "payments">,
): State {
  const isWithBank = status === "disputed" || status === "charged_back";
  if (kind !== "deposit" || isWithBank) return STATES[status];
  if (booking.payments.findLast((payment) => payment.kind === "deposit")?.id !== id) return REPLACED;
  const { depositStatus, isDepositCharged } = booking;
  if (depositStatus === "pending" && isOver(booking.status)) return STATES.canceled;
  const states = isDepositCharged ? { ...DEPOSIT_STATES, ...CHARGED_DEPOSIT_STATES } : DEPOSIT_STATES;
  return states[depositStatus] ?? STATES[status];
}

const DEPOSITS: Record<BookingDetailView["depositStatus"], string> = {
  not_required: "",
  pending: "We’ll hold it on the card shortly before the start",
  action_required: "We couldn’t hold it",
  secured: "Held until the rental is settled",
  unsecured: "Not held right now",
  lapsed: "The hold ended before it was used",
  not_charged: "Not charged",
  released: "Released",
  partly_kept: "Partly kept, the rest released",
  kept: "Kept",
};

/** Deposits that are charged because no card hold lasts long enough. */
const CHARGED_DEPOSITS: Partial<typeof DEPOSITS> = {
  pending: "We’ll charge it shortly before the start and refund it after the return",
  secured: "Charged, and refunded after the return",
  unsecured: "Not paid right now",
  lapsed: "The hold ended before it was used",
  released: "Refunded",
  partly_kept: "Partly kept, the rest refunded",
};

type Deposit = Pick<BookingDetailView, "depositStatus" | "status" | "isDepositCharged">;

/** "Released on Fri, Nov 20, 3:10 PM" */
export function depositCopy({
  depositStatus,
  status,
  isDepositCharged,
  depositReturnedAt,
  timezone,
}: Deposit & Pick<BookingDetailView, "depositReturnedAt" | "timezone">): string {
  if (depositStatus === "pending" && isOver(status)) return DEPOSITS.not_charged;
  const text = (isDepositCharged && CHARGED_DEPOSITS[depositStatus]) || DEPOSITS[depositStatus];
  return depositReturnedAt === null ? text : `${text} on ${momentIn(depositReturnedAt, timezone)}`;
}

export const commissionCopy = ({ isCommissionPaid }: Pick<BookingDetailView, "isCommissionPaid">): string =>
  isCommissionPaid ? "Paid" : "Due when the rental is settled";

type Payout = Pick<BookingDetailView, "role" | "payoutStatus" | "isPayoutReady" | "payoutEligibleAt" | "timezone">;

export function payoutCopy(payout: Payout): string {
  const { payoutStatus, payoutEligibleAt, timezone } = payout;
  switch (payoutStatus) {
    case "not_started":
      return "Paid out two days after the return";
    case "scheduled":
      if (needsPayoutAccount(payout)) {
        return `Waiting for ${payeeOf(payout)} payout account to be ready`;
      }
      return payoutEligibleAt ? `Paid out on ${momentIn(payoutEligibleAt, timezone)}` : "Paid out soon";
    case "processing":
      return `On its way to ${payeeOf(payout)} bank`;
    case "paid":
      return "Paid out";
    case "on_hold":
      return "On hold until an open issue is resolved";
    case "failed":
      return "We couldn’t send it. We try again every day";
    case "reversed":
      return "Reversed";
    case "canceled":
      return "Nothing to pay out";
  }
}

/** Refunds so far, excluding deposits. */
export const refundedOf = ({ payments }: Pick<BookingDetailView, "payments">): number =>
  payments.filter(({ kind }) => kind !== "deposit").reduce((sum, { refundedCents }) => sum + refundedCents, 0);

type Earning = Pick<BookingDetailView, "price" | "ownerEarningsCents" | "status">;

/** The platform's commission; null for viewers who don't see earnings and for canceled bookings. */
export function commissionOf({ price, ownerEarningsCents, status }: Earning): number | null {
  return ownerEarningsCents === null || status === "canceled" ? null : price.ownerSubtotalCents - ownerEarningsCents;
}

export const asDeduction = (cents: number): string => `−${dollarText(cents)}`;
