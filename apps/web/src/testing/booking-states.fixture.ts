import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { DamageClaimView } from "@nexby/contract/bookings/later-charges";
import { allowedActionsOf, waitOf } from "@nexby/domain/bookings/actions";
import type { BookingSnapshot, DamageClaimFacts, LateFeeFacts } from "@nexby/domain/bookings/snapshot";
import { DAY, HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import { latenessOf, owedOf } from "@nexby/domain/late-fees/late-fee-collection";
import { BOOKING, LATE_FEE, LATE_FEE_TERMS } from "./booking.fixture.ts";

/** Bookings that didn't go as planned, with what the server says about them at an instant. */
export type BookingState = {
  facts: Partial<BookingSnapshot>;
  view?: Partial<BookingDetailView>;
  /** When it can begin at the earliest. */
  since?: number;
  /** The instants around which its page is looked at: what begins or ends then is named. */
  around: Readonly<Record<string, number>>;
};

const START = Date.parse(BOOKING.startAt);
const END = Date.parse(BOOKING.endAt);
const at = (instant: number) => new Date(instant);
const text = (instant: Date | null) => instant?.toISOString() ?? null;

const PAYMENT = {
  id: "payment",
  status: "captured",
  authExpiresAt: null,
  authorizedCents: 46_358,
  capturedCents: 46_358,
  capturedAt: at(START - DAY),
  refundedCents: 0,
  refundRetryAt: null,
  isLapsed: false,
  isBusy: false,
  isRefused: false,
} as const;
const DECLINED = {
  ...PAYMENT,
  status: "action_required",
  capturedCents: 0,
  authorizedCents: 0,
  capturedAt: null,
} as const;

/** Paid and confirmed, with a deposit on the card, before the pickup. */
const UPCOMING: BookingSnapshot = {
  status: "scheduled",
  approvalStatus: "approved",
  paymentStatus: "captured",
  startAt: at(START),
  endAt: at(END),
  scheduledPickupAt: at(START),
  ownerDecisionDeadline: null,
  authExpiresAt: null,
  isFraudCleared: true,
  isPickupConfirmed: true,
  isAgreementSigned: true,
  isDepositSecured: true,
  ownerHandedOverAt: null,
  handoverObjectedAt: null,
  noShowReportedBy: null,
  returnedAt: null,
  hasOpenClaim: false,
  isLost: false,
  hasReceiptProof: true,
  shortage: null,
  outages: [],
  policy: "moderate",
  rentalStatus: "pending",
  depositStatus: "secured",
  isInstant: false,
  fraud: "cleared",
  checkoutExpiresAt: null,
  approvedAt: at(START - 2 * DAY),
  rental: { ...PAYMENT, kind: "rental" },
  deposit: { ...PAYMENT, kind: "deposit", status: "authorized", capturedCents: 0, authorizedCents: 20_000 },
  superseded: [],
  extensions: [],
  isFoodTruck: false,
  depositCents: 20_000,
  damageCents: 0,
  claimCents: 0,
  claim: null,
  timezone: BOOKING.timezone,
  quantity: 1,
  returns: [],
  lateFeeTerms: LATE_FEE_TERMS,
  lateFee: null,
  lossTerms: null,
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
  refundCents: null,
  unitsUntil: null,
  isHeldUntilReturn: false,
  scheduledReturnAt: null,
  plans: { pickup: { isConfirmed: true, proposal: null }, return: { isConfirmed: false, proposal: null } },
  noShowReportedAt: null,
  noShowContestedAt: null,
  handoffReminders: 0,
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

const RENTED = { status: "in_possession", rentalStatus: "active" } as const;
const LOST_AT = END + 7 * DAY;
const FEE: LateFeeFacts = {
  status: "calculated",
  paymentStatus: "pending",
  daysLate: 7,
  cappedCents: 6_000,
  waivedCents: 0,
  depositCents: 0,
  stoppedAt: at(LOST_AT),
  contestedAt: null,
  chargeableAt: at(LOST_AT + DAY),
  chargeTries: 0,
  payBy: null,
  payment: null,
};
const CLAIM: DamageClaimFacts = {
  status: "open",
  isLoss: true,
  claimedCents: 26_000,
  depositCents: 0,
  cardCents: 0,
  chargeableAt: null,
  chargeTries: 0,
  reminders: 0,
  payBy: null,
  payment: null,
};
const CLAIM_VIEW: DamageClaimView = {
  ...{ status: "open", filedBy: "system", damageType: "lost", severity: "high", amountCents: 26_000, notes: "" },
  ...{ photos: [], namedAt: null, answeredAt: null, contestReason: null, decisionReason: null, depositCents: 0 },
  ...{ cardCents: 0, collectedCents: 0, chargeableAt: null, payBy: null },
};
const LOST: Partial<BookingSnapshot> = {
  ...{ status: "damaged_admin_review", rentalStatus: "lost", isLost: true, hasOpenClaim: true, lateFee: FEE },
  claim: CLAIM,
};
const DECIDED_AT = LOST_AT + 2 * DAY;
const NOTICE_ENDS = DECIDED_AT + 2 * DAY;
const DECIDED = { status: "decided", depositCents: 20_000, cardCents: 6_000, chargeableAt: at(NOTICE_ENDS) } as const;
const TO_PAY = { ...DECLINED, kind: "damage", amountCents: 6_000 } as const;
const CLOSED = { status: "closed", rentalStatus: "lost" } as const;
const event = (type: string, by: "renter" | "owner", instant: number) => ({
  ...{ id: type, type, by, notes: null },
  at: at(instant).toISOString(),
});
const reportedBy = (by: "renter" | "owner", contestedAt: number | null = null): Partial<BookingSnapshot> => ({
  ...{ noShowReportedBy: by, noShowReportedAt: at(START + HOUR) },
  noShowContestedAt: contestedAt === null ? null : at(contestedAt),
});
const noShowView = (by: "renter" | "owner", contestedAt: number | null = null): Partial<BookingDetailView> => ({
  noShow: {
    ...{ reportedBy: by, isDeliveryAttempted: false, reportedAt: at(START + HOUR).toISOString() },
    contestUntil: at(START + 13 * HOUR).toISOString(),
    contestedAt: contestedAt === null ? null : at(contestedAt).toISOString(),
  },
});
const CONTESTED_AT = START + 2 * HOUR;

export const BOOKING_STATES = {
  "the item may be late": {
    facts: { endangeredAt: at(START - HOUR) },
    view: { isEndangered: true },
    around: { pickup: START },
  },
  "nobody reported the pickup": {
    facts: {},
    around: { pickup: START, "no-show from": START + HOUR, "no-show until": START + 12 * HOUR, end: END },
  },
  "the owner marked it as handed over": {
    since: START,
    facts: { ownerHandedOverAt: at(START) },
    view: { ownerHandedOverAt: at(START).toISOString() },
    around: { "dispute until": START + 2 * HOUR },
  },
  "the renter disputed the handoff": {
    since: START + HOUR,
    facts: { ownerHandedOverAt: null, handoverObjectedAt: at(START + HOUR) },
    view: {
      timeline: [event("owner_handed_over", "owner", START), event("handover_objected", "renter", START + HOUR)],
    },
    around: { "dispute until": START + 2 * HOUR, end: END },
  },
  "the owner reported a no-show": {
    since: START + HOUR,
    facts: reportedBy("owner"),
    view: noShowView("owner"),
    around: { "contest until": START + 13 * HOUR },
  },
  "the renter reported a no-show": {
    since: START + HOUR,
    facts: reportedBy("renter"),
    view: noShowView("renter"),
    around: { "contest until": START + 13 * HOUR },
  },
  "the no-show is contested": {
    since: CONTESTED_AT,
    facts: reportedBy("owner", CONTESTED_AT),
    view: noShowView("owner", CONTESTED_AT),
    around: { "contest until": START + 13 * HOUR, end: END },
  },
  "nobody reported anything by the end": {
    since: END + 2 * DAY,
    facts: { rentalStatus: "no_show" },
    around: { end: END + 2 * DAY },
  },
  "the item is due": { facts: RENTED, around: { due: END, grace: END + 2 * HOUR } },
  "the item is overdue": {
    since: END + 2 * HOUR,
    facts: { ...RENTED, rentalStatus: "overdue" },
    around: { grace: END + 2 * HOUR, "second day": END + 26 * HOUR, "last day": END + 146 * HOUR, lost: LOST_AT },
  },
  "the item is lost": {
    since: LOST_AT,
    facts: LOST,
    view: { claim: CLAIM_VIEW },
    around: { lost: LOST_AT, "contest until": LOST_AT + DAY },
  },
  "the loss is contested": {
    since: LOST_AT + MINUTE,
    facts: { ...LOST, claim: { ...CLAIM, status: "contested" } },
    view: { claim: { ...CLAIM_VIEW, status: "contested", contestReason: "I left it at the door" } },
    around: { "contest until": LOST_AT + DAY },
  },
  "the loss is decided": {
    since: DECIDED_AT,
    facts: { ...CLOSED, claim: { ...CLAIM, ...DECIDED, payment: TO_PAY } },
    view: { claim: { ...CLAIM_VIEW, ...DECIDED, chargeableAt: at(NOTICE_ENDS).toISOString() } },
    around: { "charge on": NOTICE_ENDS },
  },
  "the loss couldn't be charged": {
    since: NOTICE_ENDS,
    facts: { ...CLOSED, claim: { ...CLAIM, ...DECIDED, payment: TO_PAY, payBy: at(NOTICE_ENDS + 2 * DAY) } },
    view: {
      claim: {
        ...{ ...CLAIM_VIEW, ...DECIDED, chargeableAt: at(NOTICE_ENDS).toISOString() },
        payBy: at(NOTICE_ENDS + 2 * DAY).toISOString(),
      },
    },
    around: { "pay by": NOTICE_ENDS + 2 * DAY },
  },
  "it came back late": {
    since: END + 3 * HOUR,
    facts: {
      ...{ status: "return_submitted", rentalStatus: "return_pending", returnedAt: at(END + 3 * HOUR) },
      lateFee: {
        ...FEE,
        daysLate: 1,
        cappedCents: 2_500,
        stoppedAt: at(END + 3 * HOUR),
        chargeableAt: at(END + 27 * HOUR),
      },
    },
    around: { "contest until": END + 27 * HOUR, "inspect by": END + 51 * HOUR },
  },
  "the late fee is contested": {
    since: END + 4 * HOUR,
    facts: {
      ...{ status: "closed", rentalStatus: "completed", returnedAt: at(END + 3 * HOUR) },
      lateFee: { ...FEE, status: "disputed", contestedAt: at(END + 4 * HOUR), stoppedAt: at(END + 3 * HOUR) },
    },
    around: { "contest until": END + 27 * HOUR },
  },
  "the late fee couldn't be charged": {
    since: END + 27 * HOUR,
    facts: {
      ...{ status: "closed", rentalStatus: "completed", returnedAt: at(END + 3 * HOUR) },
      lateFee: {
        ...{ ...FEE, stoppedAt: at(END + 3 * HOUR), chargeableAt: at(END + 27 * HOUR), chargeTries: 1 },
        ...{ payBy: at(END + 75 * HOUR), paymentStatus: "failed" },
        payment: { ...DECLINED, kind: "late_fee", amountCents: 6_000 },
      },
    },
    around: { "pay by": END + 75 * HOUR },
  },
} satisfies Record<string, BookingState>;

/** As the server sends it at an instant. */
export function bookingAt(
  { facts, view }: BookingState,
  role: BookingDetailView["role"],
  now: number,
): BookingDetailView {
  const snapshot: BookingSnapshot = { ...UPCOMING, ...facts };
  const { status, rentalStatus, approvalStatus, paymentStatus, depositStatus, lateFee } = snapshot;
  const wait = waitOf(snapshot);
  const lateness = latenessOf(snapshot, at(now));
  return {
    ...BOOKING,
    ...{ role, status, rentalStatus, approvalStatus, paymentStatus, depositStatus },
    price: { ...BOOKING.price, lateFee: LATE_FEE_TERMS },
    nextStep: wait && { ...wait, until: text(wait.until) },
    lateness: lateness && {
      ...lateness,
      freeUntil: lateness.freeUntil.toISOString(),
      nextDayAt: text(lateness.nextDayAt),
    },
    lateFee: lateFee && {
      ...LATE_FEE,
      ...{ status: lateFee.status, paymentStatus: lateFee.paymentStatus, daysLate: lateFee.daysLate },
      ...{ cappedFeeCents: lateFee.cappedCents, owedCents: owedOf(lateFee), ownerCents: role === "renter" ? null : 0 },
      ...{ stoppedAt: text(lateFee.stoppedAt), contestedAt: text(lateFee.contestedAt) },
      ...{ chargeableAt: text(lateFee.chargeableAt), payBy: text(lateFee.payBy) },
    },
    allowedActions: allowedActionsOf(snapshot, role, at(now)),
    ...view,
  };
}
