import { HANDOFF_DISPUTE_MS, INSPECTION_MS, LOST_AFTER_MS, plus } from "./deadlines.ts";
import type { ApprovalStatus, BookingPaymentStatus, BookingStatus } from "./statuses.ts";

export const BOOKING_ACTORS = ["renter", "owner", "admin", "system"] as const;
export type BookingActor = (typeof BOOKING_ACTORS)[number];

type Move = {
  readonly to: BookingStatus;
  /** From where, and by whom from there. */
  readonly from: Readonly<Partial<Record<BookingStatus, readonly BookingActor[]>>>;
};

const PEOPLE = ["renter", "owner", "admin"] as const;

/** Every way a booking can go, and nobody's hands but these. */
export const BOOKING_TRANSITIONS = {
  authorize: { to: "pending", from: { pending: ["system"] } },
  approve: { to: "approved", from: { pending: ["owner", "system"] } },
  decline: { to: "declined", from: { pending: ["owner", "system"] } },
  expire: { to: "expired", from: { pending: ["system"] } },
  cancel: {
    to: "canceled",
    from: { pending: PEOPLE, approved: [...PEOPLE, "system"], scheduled: [...PEOPLE, "system"] },
  },
  schedule: { to: "scheduled", from: { approved: ["system"] } },
  hand_over: { to: "in_possession", from: { scheduled: ["renter", "system"] } },
  submit_return: { to: "return_submitted", from: { in_possession: ["renter", "owner"] } },
  close: { to: "closed", from: { return_submitted: ["owner", "system"] } },
  claim_damage: {
    to: "damaged_admin_review",
    from: { in_possession: ["owner", "system"], return_submitted: ["owner"] },
  },
  resolve: { to: "closed", from: { damaged_admin_review: ["admin"] } },
} as const satisfies Record<string, Move>;

export type BookingEvent = keyof typeof BOOKING_TRANSITIONS;
export const BOOKING_EVENTS = Object.keys(BOOKING_TRANSITIONS) as BookingEvent[];

const moveOf = (event: BookingEvent): Move => BOOKING_TRANSITIONS[event];

/** Where an event leads from here; null where it has no business. */
export function statusAfter(status: BookingStatus, event: BookingEvent, actor: BookingActor): BookingStatus | null {
  const { from, to } = moveOf(event);
  return from[status]?.includes(actor) ? to : null;
}

/** What a move depends on, read together with the booking it moves. */
export type BookingFacts = {
  readonly status: BookingStatus;
  readonly approvalStatus: ApprovalStatus;
  readonly paymentStatus: BookingPaymentStatus;
  readonly startAt: Date;
  readonly endAt: Date;
  /** As agreed; null until then. */
  readonly scheduledPickupAt: Date | null;
  readonly ownerDecisionDeadline: Date | null;
  readonly authExpiresAt: Date | null;
  readonly isFraudCleared: boolean;
  readonly isPickupConfirmed: boolean;
  /** Or there is nothing to sign. */
  readonly isAgreementSigned: boolean;
  /** Or none is asked for. */
  readonly isDepositSecured: boolean;
  readonly ownerHandedOverAt: Date | null;
  /** The renter said that they do not have it, whatever the owner said. */
  readonly handoverObjectedAt: Date | null;
  /** Who said that the other one did not come. */
  readonly noShowReportedBy: "renter" | "owner" | null;
  readonly returnedAt: Date | null;
  readonly hasOpenClaim: boolean;
};

export type BookingRefusal =
  | "not_from_here"
  | "not_yours"
  | "in_review"
  | "not_authorized"
  | "too_late"
  | "too_early"
  | "payment_missing"
  | "pickup_open"
  | "agreement_unsigned"
  | "deposit_missing"
  | "claim_open"
  | "handover_told"
  | "no_show_told";

type Asked = { readonly event: BookingEvent; readonly actor: BookingActor; readonly now: Date };

type Guard = (facts: BookingFacts, asked: Omit<Asked, "event">) => BookingRefusal | null;

const GUARDS: Partial<Record<BookingEvent, Guard>> = {
  authorize: ({ isFraudCleared }) => (isFraudCleared ? null : "in_review"),

  approve: ({ approvalStatus, paymentStatus, ownerDecisionDeadline, authExpiresAt }, { now }) => {
    if (approvalStatus !== "pending_owner" || paymentStatus !== "authorized") return "not_authorized";
    if (!authExpiresAt || authExpiresAt <= now) return "not_authorized";
    return ownerDecisionDeadline && now > ownerDecisionDeadline ? "too_late" : null;
  },

  decline: ({ approvalStatus }, { actor }) =>
    actor === "owner" && approvalStatus !== "pending_owner" ? "not_authorized" : null,

  // Who may have it already does not end it alone: with it would go the deposit, and the owner's right to claim it.
  cancel: ({ ownerHandedOverAt, handoverObjectedAt }, { actor }) =>
    actor === "renter" && (ownerHandedOverAt !== null || handoverObjectedAt !== null) ? "handover_told" : null,

  schedule: ({ paymentStatus, isPickupConfirmed, isAgreementSigned }) => {
    if (paymentStatus !== "captured" && paymentStatus !== "charge_scheduled") return "payment_missing";
    if (!isPickupConfirmed) return "pickup_open";
    return isAgreementSigned ? null : "agreement_unsigned";
  },

  hand_over: (facts, { actor, now }) => {
    const { paymentStatus, isDepositSecured, isAgreementSigned, ownerHandedOverAt, noShowReportedBy } = facts;
    if (paymentStatus !== "captured") return "payment_missing";
    if (!isDepositSecured) return "deposit_missing";
    if (!isAgreementSigned) return "agreement_unsigned";
    if (actor === "renter") return null;
    // Two words that contradict each other are not for one side, nor for time, to settle.
    if (noShowReportedBy === "renter") return "no_show_told";
    const isBelieved = ownerHandedOverAt && plus(ownerHandedOverAt, HANDOFF_DISPUTE_MS) <= now;
    return isBelieved && isPickupDue(facts, now) ? null : "too_early";
  },

  close: ({ returnedAt, hasOpenClaim }, { actor, now }) => {
    if (hasOpenClaim) return "claim_open";
    if (actor === "owner") return null;
    return returnedAt && plus(returnedAt, INSPECTION_MS) <= now ? null : "too_early";
  },

  claim_damage: ({ status, returnedAt, endAt }, { now }) => {
    if (status === "in_possession") return plus(endAt, LOST_AFTER_MS) <= now ? null : "too_early";
    return returnedAt && now <= plus(returnedAt, INSPECTION_MS) ? null : "too_late";
  },
};

/** Before that only the renter can say that they have it: who has taken it cannot call it off any more. */
const isPickupDue = ({ startAt, scheduledPickupAt }: BookingFacts, now: Date) =>
  startAt <= now || (scheduledPickupAt !== null && scheduledPickupAt <= now);

/** Why an owner may not say now that it was handed over: what would stand against it once they are believed. */
export const refusalOfOwnerClaim = (facts: BookingFacts, now: Date): BookingRefusal | null =>
  facts.ownerHandedOverAt === null
    ? refusalOf({ ...facts, ownerHandedOverAt: new Date(0) }, { event: "hand_over", actor: "system", now })
    : "not_from_here";

/** Why a booking may not go this way now; null when it may. */
export function refusalOf(facts: BookingFacts, { event, actor, now }: Asked): BookingRefusal | null {
  if (!statusAfter(facts.status, event, actor)) {
    const isSomebodys = BOOKING_ACTORS.some((other) => statusAfter(facts.status, event, other));
    return isSomebodys ? "not_yours" : "not_from_here";
  }
  return GUARDS[event]?.(facts, { actor, now }) ?? null;
}
