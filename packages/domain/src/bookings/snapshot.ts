import type { CancellationPolicy } from "../listings/item-terms.ts";
import type { PaymentKind, PaymentStatus } from "../payments/payment-status.ts";
import type { DepositStatus, RentalStatus } from "./statuses.ts";
import type { BookingFacts } from "./transitions.ts";

/** One payment of a booking, as far as what happens next depends on it. */
export type PaymentFacts = {
  readonly id: string;
  readonly kind: PaymentKind;
  readonly status: PaymentStatus;
  readonly authExpiresAt: Date | null;
  readonly capturedCents: number;
  /** Back, or decided to go back. */
  readonly refundedCents: number;
  /** After a refund that could not be made, until the next is tried. */
  readonly refundRetryAt: Date | null;
  /** It was tried often enough: a charge a bank has asked about may never be given back by us. People must look. */
  readonly isRefundExhausted: boolean;
  /** Something was asked of the provider and has not ended. */
  readonly isBusy: boolean;
  /** The last that was asked for cannot be done, for a reason that will not pass. People must look. */
  readonly isRefused: boolean;
};

/** Only a rental or deposit payment can be superseded, by a later one of its kind. Every other payment stands alone. */
export type SupersedableMoney = PaymentFacts & { readonly kind: "rental" | "deposit" };
export const isSupersedable = (money: PaymentFacts): money is SupersedableMoney =>
  money.kind === "rental" || money.kind === "deposit";

/** Whether the rules, or a person, let a request go to its owner. */
export type FraudStatus = "unassessed" | "cleared" | "in_review" | "refused";

/** Everything the system's own next step depends on, read at one instant. */
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
  /** Earlier payments, superseded by those two. */
  readonly former: readonly SupersedableMoney[];
  readonly depositCents: number;
  /** Of the deposit, the owner's. */
  readonly damageCents: number;
  readonly claimCents: number;
  readonly chargeTries: number;
  readonly depositTries: number;
  readonly reAuthAttempts: number;
  readonly maxReAuthAttempts: number;
  /** What comes back of a booking that was called off; null of others. */
  readonly refundCents: number | null;

  /** Until when its units are kept; null when they are its own, or given back. */
  readonly unitsUntil: Date | null;
  /** Until when a late return keeps them from others. */
  readonly overdueUntil: Date | null;

  readonly pickupExpiresAt: Date | null;
  readonly noShowReportedAt: Date | null;
  readonly noShowContestedAt: Date | null;

  readonly isDisputed: boolean;
  readonly payoutEligibleAt: Date | null;
  /** Owed to the owner and not on its way. */
  readonly payableCents: number;
  readonly isTransferPending: boolean;
  /** After one that failed, until the next is tried. */
  readonly payoutRetryAt: Date | null;
  readonly isOwnerPayable: boolean;
};

/** Who did not come, as it may be decided. */
export const NO_SHOWS = ["renter_no_show", "owner_no_show"] as const;
export type NoShow = (typeof NO_SHOWS)[number];

const ABSENT = { renter_no_show: "renter", owner_no_show: "owner" } as const satisfies Record<NoShow, string>;

/** Who is held not to have come by a decision; null where it was about something else. */
export const absentBy = (decision: string): "renter" | "owner" | null =>
  ABSENT[decision as keyof typeof ABSENT] ?? null;

/** The two contradict each other, or nobody said anything: nothing that happens by itself may decide it. */
export const waitsForPeople = ({
  noShowContestedAt,
  handoverObjectedAt,
  rentalStatus,
}: Pick<BookingSnapshot, "noShowContestedAt" | "handoverObjectedAt" | "rentalStatus">): boolean =>
  noShowContestedAt !== null || handoverObjectedAt !== null || rentalStatus === "no_show";

type Facts = Pick<BookingSnapshot, "noShowReportedAt" | "handoverObjectedAt" | "rentalStatus">;

/**
 * Somebody is said not to have come, the two contradict each other about the hand-over, or its time is over and nobody
 * said anything: what was is for people to decide.
 */
export const isNoShowToDecide = ({ noShowReportedAt, handoverObjectedAt, rentalStatus }: Facts): boolean =>
  noShowReportedAt !== null || handoverObjectedAt !== null || rentalStatus === "no_show";
