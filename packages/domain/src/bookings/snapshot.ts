import type { DamageClaimStatus } from "../damage/damage-claim-statuses.ts";
import type { LossTerms } from "../damage/loss-terms.ts";
import type { ExtensionStatus } from "../extensions/extension-transitions.ts";
import type { LateFeeTerms } from "../late-fees/late-fee.ts";
import type { LateFeePaymentStatus, LateFeeStatus } from "../late-fees/late-fee-statuses.ts";
import type { CancellationPolicy } from "../listings/item-terms.ts";
import type { PaymentKind, PaymentStatus } from "../payments/payment-status.ts";
import type { Plan, PlanKind } from "../planning/planned-times.ts";
import type { UnitReturn } from "../returns/returned-units.ts";
import type { DepositStatus, RentalStatus } from "./statuses.ts";
import type { BookingFacts } from "./transitions.ts";

/** The facts about a payment that decide what happens next. */
export type PaymentFacts = {
  readonly id: string;
  readonly kind: PaymentKind;
  readonly status: PaymentStatus;
  readonly authExpiresAt: Date | null;
  /** The most that was ever held or charged. */
  readonly authorizedCents: number;
  readonly capturedCents: number;
  readonly capturedAt: Date | null;
  /** Refunded, or decided to be refunded. */
  readonly refundedCents: number;
  /** When a failed refund is retried. */
  readonly refundRetryAt: Date | null;
  /** The bank ended the hold before we captured or voided it. */
  readonly isLapsed: boolean;
  /** A provider request is in flight. */
  readonly isBusy: boolean;
  /** The last provider request failed permanently and an admin must step in. */
  readonly isRefused: boolean;
};

export const isOpen = ({ status }: PaymentFacts) => ["created", "awaiting_payment", "action_required"].includes(status);
export const isHeld = (payment: PaymentFacts | null): payment is PaymentFacts => payment?.status === "authorized";
export const isPaid = (payment: PaymentFacts | null): boolean => (payment?.capturedCents ?? 0) > 0;
/** Payments that the bank disputes must not be captured, voided or refunded. */
export const isContested = ({ status }: PaymentFacts): boolean => status === "disputed" || status === "charged_back";
/** A failed refund is not retried before its retry time. */
export const isRefundable = (payment: PaymentFacts | null, now: Date): boolean =>
  payment !== null && !isContested(payment) && (payment.refundRetryAt === null || payment.refundRetryAt <= now);
/** It can still be captured or voided, and nothing is under way. */
export const isActionable = (payment: PaymentFacts) =>
  (isOpen(payment) || isHeld(payment)) && !payment.isBusy && !payment.isRefused;

/** Only a rental or deposit payment can be superseded, by a later one of its kind. */
export type SupersedablePayment = PaymentFacts & { readonly kind: "rental" | "deposit" };
export const isSupersedable = (payment: PaymentFacts): payment is SupersedablePayment =>
  payment.kind === "rental" || payment.kind === "deposit";

/** More days that the renter asked for, with a payment of their own. */
export type ExtensionFacts = {
  readonly id: string;
  readonly status: ExtensionStatus;
  /** Until when the renter can pay a draft, or the owner can decide on a request. */
  readonly expiresAt: Date;
  readonly payment: PaymentFacts | null;
};

/** A late fee, from the first day late on. */
export type LateFeeFacts = {
  readonly status: LateFeeStatus;
  readonly paymentStatus: LateFeePaymentStatus;
  readonly daysLate: number;
  readonly cappedCents: number;
  readonly waivedCents: number;
  /** The part that the deposit paid. */
  readonly depositCents: number;
  /** When the item came back or counted as lost; null while the fee still grows. */
  readonly stoppedAt: Date | null;
  readonly contestedAt: Date | null;
  /** The end of the time to contest it, or the admin's decision. From then on, the card is charged. */
  readonly chargeableAt: Date | null;
  readonly chargeTries: number;
  /** Until then the renter can pay with any card; null until the card was tried. */
  readonly payBy: Date | null;
  readonly payment: (PaymentFacts & { readonly amountCents: number }) | null;
};

/** A claim for damage or loss, from the day it is filed. */
export type DamageClaimFacts = {
  readonly status: DamageClaimStatus;
  /** The item itself is gone, not damaged. */
  readonly isLoss: boolean;
  readonly claimedCents: number;
  /** The parts of the decided amount that the deposit and the card pay. Zero until then. */
  readonly depositCents: number;
  readonly cardCents: number;
  /** The end of the notice. From then on, the card is charged. */
  readonly chargeableAt: Date | null;
  readonly chargeTries: number;
  /** Failed attempts the renter has been notified about. */
  readonly reminders: number;
  /** Until then the renter can pay with any card; null until the card was tried. */
  readonly payBy: Date | null;
  readonly payment: (PaymentFacts & { readonly amountCents: number }) | null;
};

/** The outcome of the fraud rules or of a manual review. */
export type FraudStatus = "unassessed" | "cleared" | "in_review" | "refused";

/** Everything the next automatic step depends on, read at one instant. */
export type BookingSnapshot = BookingFacts & {
  readonly policy: CancellationPolicy;
  readonly rentalStatus: RentalStatus;
  readonly depositStatus: DepositStatus;
  readonly isInstant: boolean;
  readonly fraud: FraudStatus;
  readonly checkoutExpiresAt: Date | null;
  readonly approvedAt: Date | null;

  readonly rental: PaymentFacts | null;
  readonly deposit: PaymentFacts | null;
  /** Earlier payments, superseded by `rental` and `deposit`. */
  readonly superseded: readonly SupersedablePayment[];
  /** Oldest first. */
  readonly extensions: readonly ExtensionFacts[];
  readonly isFoodTruck: boolean;
  readonly depositCents: number;
  /** What the deposit has to pay for damage, as an admin decided. */
  readonly damageCents: number;
  readonly claimCents: number;
  readonly claim: DamageClaimFacts | null;
  readonly timezone: string;
  readonly quantity: number;
  /** Units of several that came back, oldest first. */
  readonly returns: readonly UnitReturn[];
  /** Agreed at checkout; null if a late return costs nothing. */
  readonly lateFeeTerms: LateFeeTerms | null;
  readonly lateFee: LateFeeFacts | null;
  /** Agreed at checkout; null for bookings made before a loss had terms of its own. */
  readonly lossTerms: LossTerms | null;
  readonly chargeTries: number;
  readonly depositTries: number;
  readonly reAuthAttempts: number;
  readonly maxReAuthAttempts: number;
  readonly depositRenewals: number;
  /** When admins were told that the last hold is about to end, and that a hold lapsed while it was needed. */
  readonly depositWarnedAt: Date | null;
  readonly depositLapsedAt: Date | null;
  /** When an admin gave up a deposit whose hold lapsed. */
  readonly depositGivenUpAt: Date | null;
  /** Deposit attempts the renter has been reminded about. */
  readonly depositReminders: number;
  /** The first reminder about the deposit that is missing now. */
  readonly depositRemindedAt: Date | null;
  /** The refund due for a canceled booking; null otherwise. */
  readonly refundCents: number | null;

  /** When the hold on its units expires; null if it does not expire or was released. */
  readonly unitsUntil: Date | null;
  /** The units stay held because the item isn't back, or is lost and its owner hasn't said otherwise. */
  readonly isHeldUntilReturn: boolean;

  readonly scheduledReturnAt: Date | null;
  readonly plans: Readonly<Record<PlanKind, Plan>>;
  readonly noShowReportedAt: Date | null;
  readonly noShowContestedAt: Date | null;
  /** Reminders to report the handoff, sent so far. */
  readonly handoffReminders: number;

  /** Since when both sides know that too few units may be left. They can then cancel without consequences. */
  readonly endangeredAt: Date | null;

  /** A bank disputes one of its payments. */
  readonly hasChargeback: boolean;
  readonly payoutEligibleAt: Date | null;
  /** Owed to the owner and not yet being transferred. */
  readonly payableCents: number;
  readonly isTransferPending: boolean;
  /** When a failed payout is retried. */
  readonly payoutRetryAt: Date | null;
  readonly isOwnerPayable: boolean;
  /** The renter or the owner is suspended. */
  readonly hasSuspendedAccount: boolean;
  /** Renter or owner blocked the other one, or our team stopped a conversation of theirs. */
  readonly isPairBlocked: boolean;
};

/** An earlier renter was late, so an end of this booking is nobody's fault. */
export const isForLateItem = ({
  endangeredAt,
  shortage,
}: Pick<BookingSnapshot, "endangeredAt" | "shortage">): boolean => endangeredAt !== null || shortage?.atStart === true;

/** No-show decisions. */
export const NO_SHOWS = ["renter_no_show", "owner_no_show"] as const;
export type NoShow = (typeof NO_SHOWS)[number];

const ABSENT = { renter_no_show: "renter", owner_no_show: "owner" } as const satisfies Record<NoShow, string>;

/** The absent side according to a decision; null if it was not about a no-show. */
export const absentBy = (decision: string): "renter" | "owner" | null =>
  ABSENT[decision as keyof typeof ABSENT] ?? null;

/** Renter and owner contradict each other, or neither reported anything, so no automatic step may decide. */
export const needsAdminDecision = ({
  noShowContestedAt,
  handoverObjectedAt,
  rentalStatus,
}: Pick<BookingSnapshot, "noShowContestedAt" | "handoverObjectedAt" | "rentalStatus">): boolean =>
  noShowContestedAt !== null || handoverObjectedAt !== null || rentalStatus === "no_show";

type NoShowFacts = Pick<BookingSnapshot, "noShowReportedAt" | "handoverObjectedAt" | "rentalStatus">;

/** A no-show was reported, the handoff is disputed, or nothing was reported by the end: admins decide what happened. */
export const isNoShowToDecide = ({ noShowReportedAt, handoverObjectedAt, rentalStatus }: NoShowFacts): boolean =>
  noShowReportedAt !== null || handoverObjectedAt !== null || rentalStatus === "no_show";
