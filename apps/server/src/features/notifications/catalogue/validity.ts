import { NOTIFICATION_KINDS, type NotificationKind } from "@nexby/contract/messaging/notifications";
import { isOver } from "@nexby/domain/bookings/statuses";
import { isDamageClaimFinal } from "@nexby/domain/damage/damage-claim-statuses";
import { isLateFeeFinal } from "@nexby/domain/late-fees/late-fee-statuses";
import type { BookingState } from "../booking-state.queries.ts";
import type { NotificationEvent } from "./catalogue.ts";

type DataOf<Kind extends NotificationKind> = NotificationEvent<Kind>["data"];

/** How long an unread entry stays true. Without any of these, it is a fact that nothing changes. */
type Validity<Data> = {
  /** True while the entry's statement holds. */
  while?: (state: BookingState, data: Data) => boolean;
  /** From then on it isn't, whatever happens. */
  until?: (data: Data) => string;
  /** A newer entry of the same thread about the same thing replaces it. */
  thread?: string;
  /** The subject of the thread, if it isn't the booking. */
  subject?: (data: Data) => string;
};

const ALWAYS = {};
type To = { to: "renter" | "owner" };

/** The time that is in force is the one that the entry names. */
const isInForce = (state: BookingState, { plan, at }: { plan: "pickup" | "return"; at: string }) =>
  isBefore(plan)(state) && timeOf(state, plan) === at;
const timeOf = ({ booking }: BookingState, plan: "pickup" | "return") =>
  plan === "pickup"
    ? (booking.scheduledPickupAt ?? booking.startAt).toISOString()
    : (booking.scheduledReturnAt ?? booking.endAt).toISOString();
/** The item is still to be picked up, or to be returned. */
const isBefore =
  (plan: "pickup" | "return") =>
  ({ booking: { status } }: BookingState): boolean =>
    status === "approved" || status === "scheduled" || (plan === "return" && status === "in_possession");
const isProposed = ({ proposals }: BookingState, { plan, at }: { plan: string; at: string }) =>
  proposals.some((proposal) => proposal.kind === plan && proposal.at.toISOString() === at);

const planOf = ({ bookingId, plan }: { bookingId: string; plan: string }) => `${bookingId} ${plan}`;
const pickupOf = ({ bookingId }: { bookingId: string }) => planOf({ bookingId, plan: "pickup" });

const isUpcoming = isBefore("pickup");
const isOut = ({ booking }: BookingState) => booking.status === "in_possession";
const isRequested = ({ booking }: BookingState) => booking.status === "pending";
const isClaimOpen = ({ booking }: BookingState) => booking.status === "damaged_admin_review";
const isAsked = ({ hasRequestedExtension }: BookingState) => hasRequestedExtension;
const isFeeOpen = ({ lateFee }: BookingState) => lateFee !== null && !isLateFeeFinal(lateFee.status);
const isFeeContested = ({ lateFee }: BookingState) => lateFee?.status === "disputed";
const isClaimUnpaid = ({ claim }: BookingState) => claim !== null && !isDamageClaimFinal(claim.status);
const isDepositMissing = ({ booking: { depositStatus, status } }: BookingState) =>
  !isOver(status) && (depositStatus === "action_required" || depositStatus === "lapsed");
const isDueAt = (state: BookingState, { dueAt }: { dueAt: string }) =>
  isOut(state) && state.booking.endAt.toISOString() === dueAt;
const isNoShowOpen = (state: BookingState) => isUpcoming(state) && state.booking.noShowReportedAt !== null;
const isDisputedHandoff = (state: BookingState) => isUpcoming(state) && state.booking.handoverObjectedAt !== null;
const isUnreported = (state: BookingState) => isUpcoming(state) && state.booking.rentalStatus === "no_show";
const needsDecision = (state: BookingState) => isClaimOpen(state) || isFeeContested(state);

/** One for each kind. The compiler finds a missing one. */
const VALIDITY: { [Kind in NotificationKind]: Validity<DataOf<Kind>> } = {
  welcome: ALWAYS,
  email_verified: { thread: "account" },
  phone_verified: { thread: "account" },
  account_approved: { thread: "account" },
  details_requested: { while: isRequested },
  search_matches: { thread: "search", subject: ({ search }) => search },
  weekly_digest: { thread: "digest" },
  message_received: { thread: "conversation", subject: ({ conversationId }) => conversationId },
  conversation_report_decided: { thread: "report", subject: ({ conversationId }) => conversationId },

  request_received: { while: isRequested, until: ({ deadline }) => deadline, thread: "booking" },
  request_reminder: { while: isRequested, until: ({ deadline }) => deadline, thread: "booking" },
  booking_approved: { while: isUpcoming, thread: "booking" },
  request_declined: { thread: "booking" },
  request_expired: { thread: "booking" },
  booking_canceled: { thread: "booking" },
  handed_over: { while: isDueAt, thread: "booking" },
  handoff_upheld: { while: isDueAt, thread: "booking" },
  units_returned: { while: isOut, thread: "booking" },
  units_confirmed: { while: isOut, thread: "booking" },
  returned: { while: ({ booking }) => booking.status === "return_submitted", thread: "booking" },
  inspection_reminder: {
    while: ({ booking }) => booking.status === "return_submitted",
    until: ({ deadline }) => deadline,
    thread: "booking",
  },
  rental_completed: { thread: "booking" },

  handoff_scheduled: {
    while: (state, data) => isInForce(state, { plan: "pickup", ...data }),
    until: ({ at }) => at,
    thread: "time",
    subject: pickupOf,
  },
  time_proposed: { while: isProposed, until: ({ deadline }) => deadline, thread: "proposal", subject: planOf },
  time_reminder: { while: isProposed, until: ({ deadline }) => deadline, thread: "proposal", subject: planOf },
  time_confirmed: { while: isInForce, until: ({ at }) => at, thread: "time", subject: planOf },
  time_kept: { while: isInForce, until: ({ at }) => at, thread: "time", subject: planOf },
  proposal_expired: { while: isInForce, until: ({ at }) => at, thread: "time", subject: planOf },
  pickup_reminder: {
    while: (state, data) => isInForce(state, { plan: "pickup", ...data }),
    until: ({ at }) => at,
    thread: "time",
    subject: pickupOf,
  },
  pickup_soon: {
    while: (state, data) => isInForce(state, { plan: "pickup", ...data }),
    until: ({ at }) => at,
    thread: "time",
    subject: pickupOf,
  },
  handoff_marked: {
    while: (state) => isUpcoming(state) && state.booking.ownerHandedOverAt !== null,
    thread: "handoff",
  },
  handoff_disputed: { while: isDisputedHandoff, thread: "handoff" },
  handoff_code_locked: { while: (state) => isBefore("return")(state), thread: "handoff" },
  handoff_reminder: {
    while: (state) => isUpcoming(state) && !isNoShowOpen(state) && !isDisputedHandoff(state) && !isUnreported(state),
    thread: "handoff",
  },
  no_show_reported: {
    while: (state) => isNoShowOpen(state) && state.booking.noShowContestedAt === null,
    thread: "handoff",
  },
  no_show_contested: { while: isNoShowOpen, thread: "handoff" },
  rental_unreported: { while: isUnreported, thread: "handoff" },
  condition_reported: { while: ({ booking }) => !isOver(booking.status), thread: "condition" },

  extension_requested: { while: isAsked, until: ({ deadline }) => deadline, thread: "extension" },
  extension_reminder: { while: isAsked, until: ({ deadline }) => deadline, thread: "extension" },
  extension_approved: {
    while: (state, { until }) => isOut(state) && state.booking.endAt.toISOString() === until,
    thread: "extension",
  },
  extension_declined: { while: isDueAt, thread: "extension" },
  extension_expired: { while: isDueAt, thread: "extension" },
  extension_withdrawn: { while: isDueAt, thread: "extension" },

  return_reminder: {
    while: (state, data) => isInForce(state, { plan: "return", ...data }),
    until: ({ at }) => at,
    thread: "return",
  },
  return_soon: {
    while: (state, data) => isInForce(state, { plan: "return", ...data }),
    until: ({ at }) => at,
    thread: "return",
  },
  return_due: {
    // An extension moves the end past it.
    while: (state, { freeUntil }) => isOut(state) && state.booking.endAt.toISOString() < freeUntil,
    until: ({ freeUntil }) => freeUntil,
    thread: "return",
  },
  return_overdue: { while: isDueAt, thread: "return" },
  late_fee_accrued: { while: isOut, thread: "return" },
  late_fee_calculated: {
    while: (state, { feeCents }) => isFeeOpen(state) && !isFeeContested(state) && state.lateFee?.owedCents === feeCents,
    until: ({ until }) => until,
    thread: "return",
  },
  late_fee_contested: { while: isFeeContested, thread: "return" },
  late_fee_waived: {
    while: (state, { leftCents }) => state.lateFee?.owedCents === leftCents || leftCents === 0,
    thread: "return",
  },
  late_fee_decided: { while: (state, { feeCents }) => feeCents === 0 || isFeeOpen(state), thread: "return" },
  late_fee_failed: { while: isFeeOpen, until: ({ until }) => until, thread: "return" },
  late_fee_settled: { thread: "return" },

  claim_opened: { while: isClaimOpen, thread: "claim" },
  loss_named: { while: isClaimOpen, thread: "claim" },
  claim_answered: { while: isClaimOpen, thread: "claim" },
  claim_decided: {
    while: (state, { damageCents }) => damageCents === 0 || isClaimUnpaid(state),
    thread: "claim",
  },
  damage_failed: { while: isClaimUnpaid, until: ({ until }) => until, thread: "claim" },
  damage_settled: { thread: "claim" },

  booking_endangered: {
    while: (state) => isUpcoming(state) && state.booking.endangeredAt !== null,
    thread: "previous rental",
  },
  booking_safe: { while: isUpcoming, thread: "previous rental" },

  rental_charged: { while: ({ booking }) => !isOver(booking.status), thread: "payment" },
  charge_failed: {
    while: ({ booking }) => !isOver(booking.status) && booking.paymentStatus === "action_required",
    thread: "payment",
  },
  refund_sent: ALWAYS,
  refund_paid: ALWAYS,
  deposit_reminder: { while: isDepositMissing, until: ({ deadline }) => deadline, thread: "deposit" },
  deposit_renewal_failed: {
    while: (state) => isDepositMissing(state) || state.booking.depositLapsedAt !== null,
    thread: "deposit",
  },
  deposit_lost: { while: ({ booking }) => booking.depositStatus === "unsecured", thread: "deposit" },
  payout_sent: { thread: "payout" },
  payout_failed: { while: ({ booking }) => booking.payoutStatus === "failed", thread: "payout" },
  bank_payout_failed: { thread: "payout account" },
  payouts_waiting: { thread: "payout account" },
  payout_account_ready: { thread: "payout account" },
  payout_account_incomplete: { thread: "payout account" },
  payout_account_rejected: { thread: "payout account" },
  payout_account_disconnected: { thread: "payout account" },

  review_prompt: {
    while: ({ reviewed }, { to }: To) => !reviewed.includes(to),
    until: ({ closesAt }) => closesAt,
    thread: "review prompt",
  },
  review_published: { thread: "review" },
  review_replied: { thread: "reply" },
  review_hidden: ALWAYS,

  admin_request_review: {
    while: ({ booking }) => booking.status === "pending" && booking.approvalStatus === "draft",
    thread: "request",
  },
  admin_claim: { while: isClaimOpen, thread: "claim" },
  admin_late_fee: { while: isFeeContested, thread: "late fee" },
  admin_no_show: {
    while: (state) => isNoShowOpen(state) && state.booking.noShowContestedAt !== null,
    thread: "no-show",
  },
  admin_handoff: { while: isDisputedHandoff, thread: "handoff" },
  admin_unreported_rental: { while: isUnreported, thread: "handoff" },
  admin_deposit_ending: { while: needsDecision, until: ({ endsAt }) => endsAt, thread: "deposit" },
  admin_deposit_lapsed: { while: ({ booking }) => booking.depositLapsedAt !== null, thread: "deposit" },
  admin_suspended_bookings: { thread: "suspended", subject: ({ userId }) => userId },
  admin_frequent_cancellations: { thread: "cancellations", subject: ({ ownerId }) => ownerId },
  admin_missing_tax_rate: { thread: "tax rate", subject: ({ state }) => state },
  admin_refund_failed: { thread: "refund", subject: ({ paymentId }) => paymentId },
  admin_low_balance: { thread: "balance" },
  admin_chargeback: { thread: "chargeback", subject: ({ chargebackId }) => chargebackId },
  admin_lost_events: { thread: "lost events" },
  admin_provider_refusal: { thread: "refusal" },
  admin_ledger_differences: { thread: "differences" },
  admin_review_reported: { thread: "reported review" },
  admin_conversation_reported: { thread: "reported conversation" },
};

const validityOf = (kind: NotificationKind) => VALIDITY[kind] as Validity<unknown>;

/** Null if time alone doesn't end it. */
export function relevantUntil({ kind, data }: NotificationEvent): Date | null {
  const until = validityOf(kind).until?.(data);
  return until === undefined ? null : new Date(until);
}

/** Whether what an entry says is still so. */
export const isStillTrue = ({ kind, data }: NotificationEvent, state: BookingState): boolean =>
  validityOf(kind).while?.(state, data) ?? true;

/** Identifies the thread of an entry; null if nothing replaces it. */
export function threadOf({
  kind,
  data,
}: NotificationEvent): { kinds: readonly NotificationKind[]; key: string } | null {
  const { thread, subject } = validityOf(kind);
  if (thread === undefined) return null;
  const about = subject ? subject(data) : ((data as { bookingId?: string }).bookingId ?? "");
  return { kinds: kindsOfThread(thread), key: about };
}

const kindsOfThread = (thread: string): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => validityOf(kind).thread === thread);
