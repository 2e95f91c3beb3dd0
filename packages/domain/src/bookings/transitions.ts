import type { Outage } from "../kernel/outages.ts";
import type { Shortage } from "../late-fees/missing-units.ts";
import { handoffDisputeUntil, inspectionUntil, lostAfter, unreportedUntil } from "./deadlines.ts";
import type { ApprovalStatus, BookingPaymentStatus, BookingStatus } from "./statuses.ts";

export const BOOKING_ACTORS = ["renter", "owner", "admin", "system"] as const;
export type BookingActor = (typeof BOOKING_ACTORS)[number];

/** True for the owner even before they know of the booking. */
export const isRenterOrOwnerOf = (
  { renterId, ownerId }: { renterId: string; ownerId: string },
  personId: string,
): boolean => personId === renterId || personId === ownerId;

type Transition = {
  readonly to: BookingStatus;
  /** Source statuses, each with the actors allowed to trigger the transition from there. */
  readonly from: Readonly<Partial<Record<BookingStatus, readonly BookingActor[]>>>;
};

const PEOPLE = ["renter", "owner", "admin"] as const;

/** All booking transitions and the actors allowed to trigger them. */
export const BOOKING_TRANSITIONS = {
  authorize: { to: "pending", from: { pending: ["system"] } },
  approve: { to: "approved", from: { pending: ["owner", "system"] } },
  decline: { to: "declined", from: { pending: ["owner", "system"] } },
  expire: { to: "expired", from: { pending: ["system"] } },
  cancel: {
    to: "canceled",
    from: { pending: PEOPLE, approved: [...PEOPLE, "system"], scheduled: [...PEOPLE, "system"] },
  },
  /** Earlier renters had the booking's units, so the rental could not happen. It is nobody's fault. */
  cancel_for_missing_item: { to: "canceled", from: { approved: ["system"], scheduled: ["system"] } },
  schedule: { to: "scheduled", from: { approved: ["system"] } },
  hand_over: { to: "in_possession", from: { scheduled: ["renter", "owner", "system"] } },
  /** An admin decides a disputed handoff: the renter has the item, or never got it. */
  uphold_handoff: { to: "in_possession", from: { scheduled: ["admin"] } },
  reject_handoff: { to: "canceled", from: { scheduled: ["admin"] } },
  /** Also of an item that is considered lost, as long as nobody has decided the claim. */
  submit_return: {
    to: "return_submitted",
    from: { in_possession: ["renter", "owner"], damaged_admin_review: ["renter", "owner"] },
  },
  close: { to: "closed", from: { scheduled: ["system"], return_submitted: ["owner", "system"] } },
  claim_damage: {
    to: "damaged_admin_review",
    from: { in_possession: ["owner", "system"], return_submitted: ["owner"] },
  },
  resolve: { to: "closed", from: { damaged_admin_review: ["admin"] } },
} as const satisfies Record<string, Transition>;

export type BookingEvent = keyof typeof BOOKING_TRANSITIONS;
const transitionOf = (event: BookingEvent): Transition => BOOKING_TRANSITIONS[event];

/** The next status; null if the actor may not trigger the event from this status. */
export function statusAfter(status: BookingStatus, event: BookingEvent, actor: BookingActor): BookingStatus | null {
  const { from, to } = transitionOf(event);
  return from[status]?.includes(actor) ? to : null;
}

/** Facts the guards depend on, read together with the booking. */
export type BookingFacts = {
  readonly status: BookingStatus;
  readonly approvalStatus: ApprovalStatus;
  readonly paymentStatus: BookingPaymentStatus;
  readonly startAt: Date;
  readonly endAt: Date;
  /** The agreed pickup time; null until it is agreed. */
  readonly scheduledPickupAt: Date | null;
  readonly ownerDecisionDeadline: Date | null;
  readonly authExpiresAt: Date | null;
  readonly isFraudCleared: boolean;
  readonly isPickupConfirmed: boolean;
  /** Also true when no agreement is required. */
  readonly isAgreementSigned: boolean;
  /** Also true when no deposit is required. */
  readonly isDepositSecured: boolean;
  readonly ownerHandedOverAt: Date | null;
  /** The renter said they do not have the item, whatever the owner claims. */
  readonly handoverObjectedAt: Date | null;
  /** The side that reported the other one's no-show. */
  readonly noShowReportedBy: "renter" | "owner" | null;
  readonly returnedAt: Date | null;
  readonly hasOpenClaim: boolean;
  /** It is considered lost, and nobody has said that it is back. */
  readonly isLost: boolean;
  /** The renter's pickup report has a photo, or nothing is handed over. A handoff by code needs neither. */
  readonly hasReceiptProof: boolean;
  /** Units of the item that others didn't return in time; null if there are none, or for a started rental. */
  readonly shortage: Shortage | null;
  /** Recent ones, oldest first. They lengthen every deadline that costs someone money. */
  readonly outages: readonly Outage[];
};

export type BookingRefusal =
  | "not_from_here"
  | "not_yours"
  | "in_review"
  | "not_authorized"
  | "too_late"
  | "too_early"
  | "payment_missing"
  | "payment_disputed"
  | "pickup_open"
  | "agreement_unsigned"
  | "deposit_missing"
  | "claim_open"
  | "handover_reported"
  | "no_show_reported"
  | "receipt_photo_missing"
  | "item_there"
  | "handoff_undisputed"
  | "handoff_disputed"
  | "return_unconfirmed";

type Attempt = {
  readonly event: BookingEvent;
  readonly actor: BookingActor;
  readonly now: Date;
  /** The actor entered the other person's handoff code, so both confirm it. */
  readonly isByCode?: boolean;
};

type Guard = (facts: BookingFacts, attempt: Omit<Attempt, "event">) => BookingRefusal | null;

const isPast = (deadline: Date | null, now: Date) => deadline !== null && deadline <= now;

const GUARDS: Partial<Record<BookingEvent, Guard>> = {
  authorize: ({ isFraudCleared }) => (isFraudCleared ? null : "in_review"),

  approve: ({ approvalStatus, paymentStatus, ownerDecisionDeadline, authExpiresAt }, { now }) => {
    if (approvalStatus !== "pending_owner" || paymentStatus !== "authorized") return "not_authorized";
    if (!authExpiresAt || authExpiresAt <= now) return "not_authorized";
    return ownerDecisionDeadline && now > ownerDecisionDeadline ? "too_late" : null;
  },

  decline: ({ approvalStatus }, { actor }) =>
    actor === "owner" && approvalStatus !== "pending_owner" ? "not_authorized" : null,

  // A renter who may have the item cannot cancel alone: that would release the deposit the owner may claim.
  cancel: ({ ownerHandedOverAt, handoverObjectedAt }, { actor }) =>
    actor === "renter" && (ownerHandedOverAt !== null || handoverObjectedAt !== null) ? "handover_reported" : null,

  cancel_for_missing_item: (facts, { now }) => {
    const { shortage, endAt, ownerHandedOverAt, handoverObjectedAt, noShowReportedBy } = facts;
    if (!shortage?.atStart) return "item_there";
    if (ownerHandedOverAt !== null || handoverObjectedAt !== null) return "handover_reported";
    if (now < endAt) return "too_early";
    if (shortage.throughout) return null;
    // The item came back during the rental, so a handoff may still be reported.
    if (noShowReportedBy !== null) return "no_show_reported";
    return unreportedUntil(facts) <= now ? null : "too_early";
  },

  schedule: ({ paymentStatus, isPickupConfirmed, isAgreementSigned }) => {
    if (paymentStatus !== "captured" && paymentStatus !== "charge_scheduled") return "payment_missing";
    if (!isPickupConfirmed) return "pickup_open";
    return isAgreementSigned ? null : "agreement_unsigned";
  },

  hand_over: (facts, { actor, now, isByCode }) => {
    const { noShowReportedBy, hasReceiptProof } = facts;
    // Alone, the owner can only mark the item as handed over, which the renter can dispute.
    if (actor === "owner" && !isByCode) return "not_yours";
    const refusal = refusalOfHandoff(facts);
    // A code comes from both people, so it proves the receipt.
    if (refusal !== null || isByCode) return refusal;
    if (actor === "renter") return hasReceiptProof ? null : "receipt_photo_missing";
    // Contradicting claims are not settled by one side or by a timeout.
    if (noShowReportedBy === "renter") return "no_show_reported";
    const isUndisputed = isPast(handoffDisputeUntil(facts), now);
    return isUndisputed && isPickupDue(facts, now) ? null : "too_early";
  },

  // A disputed payment or a missing deposit doesn't change where the item is.
  uphold_handoff: ({ handoverObjectedAt, paymentStatus }) => {
    if (handoverObjectedAt === null) return "handoff_undisputed";
    return paymentStatus === "captured" || isPaymentDisputed(paymentStatus) ? null : "payment_missing";
  },

  reject_handoff: ({ handoverObjectedAt }) => (handoverObjectedAt === null ? "handoff_undisputed" : null),

  // Only the owner, or both with a code, can say that a lost item is back: the renter's word alone would end the claim.
  submit_return: ({ status, isLost }, { actor, isByCode }) => {
    if (status === "in_possession") return null;
    if (!isLost) return "not_from_here";
    return actor === "owner" || isByCode ? null : "return_unconfirmed";
  },

  close: (facts, { actor, now }) => {
    const { status, hasOpenClaim } = facts;
    if (status === "scheduled") return refusalOfUnreportedEnd(facts, now);
    if (hasOpenClaim) return "claim_open";
    if (actor === "owner") return null;
    return isPast(inspectionUntil(facts), now) ? null : "too_early";
  },

  claim_damage: (facts, { now }) => {
    if (facts.status === "in_possession") return lostAfter(facts) <= now ? null : "too_early";
    const until = inspectionUntil(facts);
    return until !== null && now <= until ? null : "too_late";
  },
};

/** The renter's bank questions the payment or has taken it back. */
export const isPaymentDisputed = (paymentStatus: BookingPaymentStatus): boolean =>
  paymentStatus === "disputed" || paymentStatus === "charged_back";

/** The conditions of every handoff, whoever reports it. */
function refusalOfHandoff({ paymentStatus, isDepositSecured, isAgreementSigned }: BookingFacts): BookingRefusal | null {
  if (isPaymentDisputed(paymentStatus)) return "payment_disputed";
  if (paymentStatus !== "captured") return "payment_missing";
  if (!isDepositSecured) return "deposit_missing";
  return isAgreementSigned ? null : "agreement_unsigned";
}

/** A rental that could take place is completed if neither side reported anything about it. */
function refusalOfUnreportedEnd(facts: BookingFacts, now: Date): BookingRefusal | null {
  const { ownerHandedOverAt, handoverObjectedAt, noShowReportedBy } = facts;
  if (noShowReportedBy !== null) return "no_show_reported";
  if (ownerHandedOverAt !== null || handoverObjectedAt !== null) return "handover_reported";
  return unreportedUntil(facts) <= now ? refusalOfHandoff(facts) : "too_early";
}

/** Before the pickup is due only the renter can confirm the handoff, because the handoff ends their right to cancel. */
const isPickupDue = ({ startAt, scheduledPickupAt }: BookingFacts, now: Date) =>
  startAt <= now || (scheduledPickupAt !== null && scheduledPickupAt <= now);

/** Why the owner may not mark the item as handed over now. Checks the guards as if the dispute window had passed. */
export function refusalOfOwnerClaim(facts: BookingFacts, now: Date): BookingRefusal | null {
  if (facts.ownerHandedOverAt !== null) return "not_from_here";
  // An admin decides what the renter disputed. Marking it again would start the rental without a decision.
  if (facts.status === "scheduled" && facts.handoverObjectedAt !== null) return "handoff_disputed";
  return refusalOf({ ...facts, ownerHandedOverAt: new Date(0) }, { event: "hand_over", actor: "system", now });
}

/** The reason a transition is rejected now; null when it is allowed. */
export function refusalOf(facts: BookingFacts, { event, ...attempt }: Attempt): BookingRefusal | null {
  const { actor } = attempt;
  if (!statusAfter(facts.status, event, actor)) {
    const isAllowedForOther = BOOKING_ACTORS.some((other) => statusAfter(facts.status, event, other));
    return isAllowedForOther ? "not_yours" : "not_from_here";
  }
  return GUARDS[event]?.(facts, attempt) ?? null;
}
