import type { NotificationKind } from "@nexby/contract/messaging/notifications";

/** A booking as its tables have it. */
export type Facts = {
  status: string;
  rentalStatus: string;
  approvalStatus: string;
  paymentStatus: string;
  depositStatus: string;
  payoutStatus: string;
  endAt: string;
  pickupAt: string;
  returnAt: string;
  isMarkedByOwner: boolean;
  isHandoffDisputed: boolean;
  isEndangered: boolean;
  isLapsed: boolean;
  isNoShowReported: boolean;
  isNoShowContested: boolean;
  feeStatus: string | null;
  owedCents: number | null;
  claimStatus: string | null;
  isExtensionRequested: boolean;
  /** "pickup 2026-11-20T14:00:00.000Z" */
  proposals: string[];
  reviewers: string[];
  now: string;
};

type Data = Record<string, never>;
export type Truth = (facts: Facts, data: Data) => boolean;

const isUpcoming = ({ status }: Facts) => status === "approved" || status === "scheduled";
const isOut = ({ status }: Facts) => status === "in_possession";
const isOver = ({ status }: Facts) => ["closed", "canceled", "declined", "expired"].includes(status);
const isFuture = ({ now }: Facts, at: string) => now <= at;
const isPaying = ({ feeStatus }: Facts) => feeStatus === "calculated" || feeStatus === "disputed";
const isFact = () => true;
const isWaiting: Truth = (facts, { deadline }) => facts.status === "pending" && isFuture(facts, deadline ?? "");
const isPickup: Truth = (facts, { at }) => isUpcoming(facts) && facts.pickupAt === at && isFuture(facts, at ?? "");
const isReturn: Truth = (facts, { at }) =>
  (isUpcoming(facts) || isOut(facts)) && facts.returnAt === at && isFuture(facts, at ?? "");
const isPlanned: Truth = (facts, data) => (data.plan === ("return" as never) ? isReturn : isPickup)(facts, data);
const isProposed: Truth = (facts, { plan, at, deadline }) =>
  facts.proposals.includes(`${plan} ${at}`) && isFuture(facts, deadline ?? "");
const isDue: Truth = (facts, { dueAt }) => isOut(facts) && facts.endAt === dueAt;
const isExtending: Truth = (facts, { deadline }) => facts.isExtensionRequested && isFuture(facts, deadline ?? "");
const isReturned: Truth = ({ status }) => status === "return_submitted";
const isClaimed: Truth = ({ status }) => status === "damaged_admin_review";
const lacksDeposit: Truth = (facts) =>
  (!isOver(facts) && ["action_required", "lapsed"].includes(facts.depositStatus)) || facts.isLapsed;
const isClaimOwed: Truth = ({ claimStatus }) => claimStatus === "decided";

/** When an unread entry of each kind is true. Written from the texts alone, so that it doesn't repeat the code's table. */
export const TRUE_WHEN: Record<NotificationKind, Truth> = {
  welcome: isFact,
  account_approved: isFact,
  email_verified: isFact,
  phone_verified: isFact,
  details_requested: ({ status }) => status === "pending",
  search_matches: isFact,
  weekly_digest: isFact,
  message_received: isFact,
  conversation_report_decided: isFact,
  request_received: isWaiting,
  request_reminder: isWaiting,
  booking_approved: isUpcoming,
  request_declined: ({ status }) => status === "declined",
  request_expired: ({ status }) => status === "expired",
  booking_canceled: ({ status }) => status === "canceled",
  handoff_scheduled: isPickup,
  time_proposed: isProposed,
  time_reminder: isProposed,
  time_confirmed: isPlanned,
  time_kept: isPlanned,
  proposal_expired: isPlanned,
  pickup_reminder: isPickup,
  pickup_soon: isPickup,
  handed_over: isDue,
  extension_requested: isExtending,
  extension_reminder: isExtending,
  extension_approved: (facts, { until }) => isOut(facts) && facts.endAt === until,
  extension_declined: isDue,
  extension_expired: isDue,
  extension_withdrawn: isDue,
  return_reminder: isReturn,
  return_soon: isReturn,
  return_due: (facts, { freeUntil }) =>
    isOut(facts) && facts.endAt < (freeUntil ?? "") && isFuture(facts, freeUntil ?? ""),
  returned: isReturned,
  inspection_reminder: (facts, data) => isReturned(facts, data) && isFuture(facts, data.deadline ?? ""),
  rental_completed: ({ status }) => status === "closed",
  units_returned: isOut,
  units_confirmed: isOut,
  claim_opened: isClaimed,
  loss_named: isClaimed,
  claim_answered: isClaimed,
  claim_decided: (facts, data) => Number(data.damageCents) === 0 || isClaimOwed(facts, data),
  damage_failed: isClaimOwed,
  damage_settled: ({ claimStatus }) => claimStatus === "charged" || claimStatus === "uncollectible",
  condition_reported: (facts) => !isOver(facts),
  handoff_marked: (facts) => isUpcoming(facts) && facts.isMarkedByOwner,
  handoff_disputed: (facts) => isUpcoming(facts) && facts.isHandoffDisputed,
  handoff_code_locked: (facts) => isUpcoming(facts) || isOut(facts),
  handoff_reminder: (facts) =>
    isUpcoming(facts) && !facts.isNoShowReported && !facts.isHandoffDisputed && facts.rentalStatus !== "no_show",
  no_show_reported: (facts) => isUpcoming(facts) && facts.isNoShowReported && !facts.isNoShowContested,
  no_show_contested: (facts) => isUpcoming(facts) && facts.isNoShowContested,
  rental_unreported: (facts) => isUpcoming(facts) && facts.rentalStatus === "no_show",
  return_overdue: (facts, data) => isDue(facts, data) && facts.now > facts.endAt,
  late_fee_accrued: isOut,
  late_fee_calculated: (facts, { feeCents, until }) =>
    facts.feeStatus === "calculated" && facts.owedCents === feeCents && isFuture(facts, until ?? ""),
  late_fee_contested: ({ feeStatus }) => feeStatus === "disputed",
  late_fee_waived: ({ owedCents }, { leftCents }) => Number(leftCents) === 0 || owedCents === leftCents,
  late_fee_decided: (facts, { feeCents }) => Number(feeCents) === 0 || isPaying(facts),
  late_fee_failed: (facts, { until }) => isPaying(facts) && isFuture(facts, until ?? ""),
  late_fee_settled: (facts) => !isPaying(facts),
  handoff_upheld: isDue,
  booking_endangered: (facts) => isUpcoming(facts) && facts.isEndangered,
  booking_safe: (facts) => isUpcoming(facts) && !facts.isEndangered,
  rental_charged: (facts) => !isOver(facts) && facts.paymentStatus === "captured",
  charge_failed: ({ paymentStatus }) => paymentStatus === "action_required",
  deposit_reminder: lacksDeposit,
  deposit_renewal_failed: lacksDeposit,
  deposit_lost: ({ depositStatus }) => depositStatus === "unsecured",
  review_prompt: (facts, { to, closesAt }) => !facts.reviewers.includes(to ?? "") && isFuture(facts, closesAt ?? ""),
  review_published: isFact,
  review_replied: isFact,
  review_hidden: isFact,
  refund_sent: isFact,
  refund_paid: isFact,
  payout_sent: ({ payoutStatus }) => payoutStatus === "paid",
  payout_failed: ({ payoutStatus }) => payoutStatus === "failed",
  bank_payout_failed: isFact,
  payouts_waiting: isFact,
  payout_account_ready: isFact,
  payout_account_incomplete: isFact,
  payout_account_rejected: isFact,
  payout_account_disconnected: isFact,
  admin_request_review: ({ status, approvalStatus }) => status === "pending" && approvalStatus === "draft",
  admin_claim: isClaimed,
  admin_late_fee: ({ feeStatus }) => feeStatus === "disputed",
  admin_no_show: (facts) => isUpcoming(facts) && facts.isNoShowContested,
  admin_handoff: (facts) => isUpcoming(facts) && facts.isHandoffDisputed,
  admin_unreported_rental: (facts) => isUpcoming(facts) && facts.rentalStatus === "no_show",
  admin_deposit_ending: (facts, data) => isClaimed(facts, data) || facts.feeStatus === "disputed",
  admin_deposit_lapsed: ({ isLapsed }) => isLapsed,
  admin_suspended_bookings: isFact,
  admin_frequent_cancellations: isFact,
  admin_missing_tax_rate: isFact,
  admin_refund_failed: isFact,
  admin_low_balance: isFact,
  admin_chargeback: isFact,
  admin_lost_events: isFact,
  admin_provider_refusal: isFact,
  admin_ledger_differences: isFact,
  admin_review_reported: isFact,
  admin_conversation_reported: isFact,
};
