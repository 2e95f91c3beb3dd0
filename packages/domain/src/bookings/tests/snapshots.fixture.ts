import { DAY, HOUR, MINUTE } from "../../kernel/duration.ts";
import type { PaymentKind } from "../../payments/payment-status.ts";
import type { BookingSnapshot, DamageClaimFacts, ExtensionFacts, LateFeeFacts, PaymentFacts } from "../snapshot.ts";

/** A rental of three days, with a deposit, that was requested ten days before it starts and approved five days before. */
export const START = new Date("2026-06-20T16:00:00Z");
export const END = new Date("2026-06-23T16:00:00Z");
export const after = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds);
export const hours = (instant: Date, count: number) => after(instant, count * HOUR);
export const days = (instant: Date, count: number) => after(instant, count * DAY);
/** Just after a deadline that is still in time itself. */
export const just = (instant: Date) => after(instant, 1);
export const REQUESTED = days(START, -10);
export const APPROVED_AT = days(START, -5);

const PAYMENT: PaymentFacts = {
  id: "payment",
  kind: "rental",
  status: "captured",
  authExpiresAt: null,
  authorizedCents: 9_000,
  capturedCents: 9_000,
  capturedAt: APPROVED_AT,
  refundedCents: 0,
  refundRetryAt: null,
  isLapsed: false,
  isBusy: false,
  isRefused: false,
};

type Payment<Kind extends PaymentKind> = PaymentFacts & { readonly kind: Kind };
type Changes = Partial<Omit<PaymentFacts, "kind">>;

export const paid = <Kind extends PaymentKind>(kind: Kind, changes: Changes = {}): Payment<Kind> => ({
  ...PAYMENT,
  id: `paid ${kind}`,
  ...changes,
  kind,
});

/** Nothing of it was captured. */
const unpaid = <Kind extends PaymentKind>(kind: Kind, changes: Changes): Payment<Kind> =>
  paid(kind, { capturedCents: 0, capturedAt: null, ...changes });

export const held = <Kind extends PaymentKind>(kind: Kind, authExpiresAt: Date, changes: Changes = {}) =>
  unpaid(kind, { id: `held ${kind}`, status: "authorized", authExpiresAt, ...changes });
/** The card declined it, and the payer can use another one. */
export const declined = <Kind extends PaymentKind>(kind: Kind, changes: Changes = {}) =>
  unpaid(kind, { id: `declined ${kind}`, status: "action_required", authorizedCents: 0, ...changes });
export const voided = <Kind extends PaymentKind>(kind: Kind, changes: Changes = {}) =>
  unpaid(kind, { id: `voided ${kind}`, status: "canceled", ...changes });

const NO_PLAN = { isConfirmed: false, proposal: null };
export const proposal = (expiresAt: Date) => ({ id: "proposal", by: "renter", at: START, expiresAt }) as const;

/** A request that its owner can still approve. */
export const PENDING: BookingSnapshot = {
  status: "pending",
  approvalStatus: "pending_owner",
  paymentStatus: "authorized",
  rentalStatus: "pending",
  depositStatus: "pending",
  startAt: START,
  endAt: END,
  timezone: "America/New_York",
  quantity: 1,
  outages: [],
  policy: "moderate",
  isInstant: false,
  isFoodTruck: false,
  fraud: "cleared",
  isFraudCleared: true,
  checkoutExpiresAt: after(REQUESTED, 30 * MINUTE),
  ownerDecisionDeadline: days(REQUESTED, 1),
  authExpiresAt: days(REQUESTED, 7),
  approvedAt: null,
  rental: held("rental", days(REQUESTED, 7)),
  deposit: null,
  superseded: [],
  depositCents: 5_000,
  unitsUntil: days(REQUESTED, 7),
  isHeldUntilReturn: false,
  chargeTries: 0,
  depositTries: 0,
  reAuthAttempts: 0,
  maxReAuthAttempts: 3,
  depositRenewals: 0,
  depositWarnedAt: null,
  depositLapsedAt: null,
  depositGivenUpAt: null,
  depositReminders: 0,
  depositRemindedAt: null,
  extensions: [],
  returns: [],
  claim: null,
  damageCents: 0,
  claimCents: 0,
  lossTerms: null,
  lateFeeTerms: null,
  lateFee: null,
  refundCents: null,
  plans: { pickup: NO_PLAN, return: NO_PLAN },
  isPickupConfirmed: false,
  scheduledPickupAt: null,
  scheduledReturnAt: null,
  isAgreementSigned: true,
  isDepositSecured: false,
  hasReceiptProof: false,
  ownerHandedOverAt: null,
  handoverObjectedAt: null,
  handoffReminders: 0,
  noShowReportedAt: null,
  noShowReportedBy: null,
  noShowContestedAt: null,
  returnedAt: null,
  hasOpenClaim: false,
  isLost: false,
  shortage: null,
  endangeredAt: null,
  hasChargeback: false,
  payoutEligibleAt: null,
  payableCents: 0,
  isTransferPending: false,
  payoutRetryAt: null,
  isOwnerPayable: true,
  hasSuspendedAccount: false,
  isPairBlocked: false,
};

/** A checkout whose card isn't authorized yet. */
export const DRAFT: BookingSnapshot = {
  ...PENDING,
  approvalStatus: "draft",
  paymentStatus: "awaiting_payment",
  fraud: "unassessed",
  isFraudCleared: false,
  ownerDecisionDeadline: null,
  authExpiresAt: null,
  rental: unpaid("rental", { status: "awaiting_payment", authorizedCents: 0 }),
  unitsUntil: after(REQUESTED, 35 * MINUTE),
};

/** Its card is authorized, and nobody has assessed it. */
export const AUTHORIZED: BookingSnapshot = {
  ...DRAFT,
  paymentStatus: "authorized",
  rental: PENDING.rental,
  unitsUntil: PENDING.unitsUntil,
};

/** An admin has to decide whether it is fraud. The owner doesn't know of it. */
export const IN_FRAUD_REVIEW: BookingSnapshot = { ...AUTHORIZED, fraud: "in_review" };

/** Charged at the approval. No pickup time is agreed. */
export const APPROVED: BookingSnapshot = {
  ...PENDING,
  status: "approved",
  approvalStatus: "approved",
  paymentStatus: "captured",
  approvedAt: APPROVED_AT,
  authExpiresAt: null,
  rental: paid("rental"),
  unitsUntil: null,
};

/** Approved three weeks before the start: its card is charged a week before. */
export const TO_BE_CHARGED: BookingSnapshot = {
  ...APPROVED,
  paymentStatus: "charge_scheduled",
  approvedAt: days(START, -21),
  rental: voided("rental"),
};

/** Paid and agreed. Its deposit is held from the day before the start. */
export const SCHEDULED: BookingSnapshot = {
  ...APPROVED,
  status: "scheduled",
  rentalStatus: "awaiting_pickup",
  isPickupConfirmed: true,
  scheduledPickupAt: START,
  plans: { pickup: { isConfirmed: true, proposal: null }, return: NO_PLAN },
  depositTries: 1,
  deposit: held("deposit", days(START, 6)),
  depositStatus: "secured",
  isDepositSecured: true,
};

/** The renter says that nobody came, and the owner says the opposite. */
export const CONTESTED: BookingSnapshot = {
  ...SCHEDULED,
  noShowReportedAt: hours(START, 1),
  noShowReportedBy: "renter",
  noShowContestedAt: hours(START, 2),
  handoffReminders: 2,
};

export const IN_POSSESSION: BookingSnapshot = {
  ...SCHEDULED,
  status: "in_possession",
  rentalStatus: "active",
  ownerHandedOverAt: START,
};

/** A dollar for each day late, of which two hours are free. */
export const TERMS = {
  ruleId: null,
  baseCents: 100,
  basePercent: "100.00",
  gracePeriodHours: 2,
  dailyEscalationRate: "0.00",
  escalationCapDays: 7,
  maxFeeCents: null,
  replacementValueCents: null,
};

/** A fee of a day that still grows. */
export const RUNNING_FEE: LateFeeFacts = {
  status: "calculated",
  paymentStatus: "pending",
  daysLate: 1,
  cappedCents: 100,
  waivedCents: 0,
  depositCents: 0,
  stoppedAt: null,
  contestedAt: null,
  chargeableAt: null,
  chargeTries: 0,
  payBy: null,
  payment: null,
};

export const OVERDUE: BookingSnapshot = {
  ...IN_POSSESSION,
  rentalStatus: "overdue",
  isHeldUntilReturn: true,
};

export const RETURNED: BookingSnapshot = {
  ...IN_POSSESSION,
  status: "return_submitted",
  rentalStatus: "return_pending",
  returnedAt: END,
};

export const CLAIM: DamageClaimFacts = {
  status: "open",
  isLoss: false,
  claimedCents: 7_000,
  depositCents: 0,
  cardCents: 0,
  chargeableAt: null,
  chargeTries: 0,
  reminders: 0,
  payBy: null,
  payment: null,
};

/** Returned with damage that the owner claims. */
export const IN_REVIEW: BookingSnapshot = {
  ...RETURNED,
  status: "damaged_admin_review",
  hasOpenClaim: true,
  claimCents: 7_000,
  claim: CLAIM,
};

/** The item came back in time, and the deposit was released. */
export const CLOSED: BookingSnapshot = {
  ...RETURNED,
  status: "closed",
  rentalStatus: "completed",
  deposit: voided("deposit"),
  depositStatus: "released",
  payoutEligibleAt: days(END, 2),
};

/** The fee of an item that came back a day late. The renter can contest it for a day. */
export const RETURNED_LATE: BookingSnapshot = {
  ...CLOSED,
  returnedAt: days(END, 1),
  lateFeeTerms: TERMS,
  lateFee: { ...RUNNING_FEE, stoppedAt: days(END, 1), chargeableAt: days(END, 2) },
};

export const withFee = (changes: Partial<LateFeeFacts>, booking = RETURNED_LATE): BookingSnapshot => ({
  ...booking,
  lateFee: { ...RUNNING_FEE, ...RETURNED_LATE.lateFee, ...changes },
});

/** An admin decided that the card pays $20 for damage. The renter can pay, and the card is charged two days later. */
export const DECIDED: BookingSnapshot = {
  ...CLOSED,
  claimCents: 7_000,
  claim: {
    ...CLAIM,
    status: "decided",
    cardCents: 2_000,
    chargeableAt: days(END, 3),
    payment: { ...unpaid("damage", { status: "awaiting_payment" }), amountCents: 2_000 },
  },
};

export const withClaim = (changes: Partial<DamageClaimFacts>, booking = DECIDED): BookingSnapshot => ({
  ...booking,
  claim: { ...CLAIM, ...booking.claim, ...changes },
});

export const CANCELED: BookingSnapshot = {
  ...APPROVED,
  status: "canceled",
  rentalStatus: "canceled",
  depositCents: 0,
  depositStatus: "not_required",
  rental: paid("rental", { refundedCents: 9_000 }),
  refundCents: 9_000,
};

/** A request for more days that its owner can decide until an hour before the end. */
export const EXTENSION: ExtensionFacts = {
  id: "extension",
  status: "requested",
  expiresAt: hours(END, -1),
  payment: held("extension", days(END, 5)),
};
