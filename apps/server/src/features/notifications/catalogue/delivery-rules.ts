import { NOTIFICATION_KINDS, type NotificationKind } from "@nexby/contract/messaging/notifications";
import type { Channel, DeliveryRule, Topic } from "@nexby/domain/notifications/delivery";

const rule = (topic: DeliveryRule["topic"], ...channels: Channel[]): DeliveryRule => ({ topic, channels });
/** Money or a booking depends on it. */
const critical = (topic: DeliveryRule["topic"], ...channels: Channel[]): DeliveryRule => ({
  topic,
  channels,
  isCritical: true,
});

const IN_APP = rule("account");
const BOOKING = rule("booking", "email", "push");

/** The channels of every event, besides the app itself. The table of document section 11, for every kind. */
const RULES: Record<NotificationKind, DeliveryRule> = {
  welcome: IN_APP,
  // Approvals and verifications have mails of their own, which also answer people who can't sign in.
  account_approved: IN_APP,
  email_verified: IN_APP,
  phone_verified: IN_APP,
  details_requested: critical("account", "email"),
  search_matches: rule("search", "email", "push"),
  weekly_digest: rule("weeklyDigest", "email"),
  message_received: rule("messaging", "email", "push"),
  conversation_report_decided: rule("account", "email"),

  request_received: rule("booking", "email", "sms", "push"),
  request_reminder: rule("booking", "sms", "push"),
  booking_approved: BOOKING,
  request_declined: BOOKING,
  request_expired: BOOKING,
  booking_canceled: critical("booking", "email", "sms", "push"),
  handoff_scheduled: BOOKING,
  time_proposed: BOOKING,
  time_reminder: BOOKING,
  time_confirmed: BOOKING,
  time_kept: BOOKING,
  proposal_expired: BOOKING,
  pickup_reminder: rule("booking", "email"),
  pickup_soon: rule("booking", "sms", "push"),
  handed_over: BOOKING,
  handoff_marked: rule("booking", "email", "sms", "push"),
  handoff_disputed: critical("booking", "email", "push"),
  handoff_code_locked: rule("booking", "push"),
  handoff_reminder: BOOKING,
  condition_reported: BOOKING,
  no_show_reported: critical("booking", "email", "sms", "push"),
  no_show_contested: critical("booking", "email", "push"),
  rental_unreported: critical("booking", "email", "push"),
  return_reminder: rule("booking", "email"),
  return_soon: rule("booking", "sms", "push"),
  return_due: rule("booking", "email", "sms", "push"),
  returned: BOOKING,
  units_returned: BOOKING,
  units_confirmed: BOOKING,
  inspection_reminder: BOOKING,
  rental_completed: rule("booking", "email"),

  extension_requested: rule("booking", "email", "sms", "push"),
  extension_reminder: BOOKING,
  extension_approved: BOOKING,
  extension_declined: BOOKING,
  extension_expired: BOOKING,
  extension_withdrawn: BOOKING,

  return_overdue: critical("booking", "email", "sms", "push"),
  handoff_upheld: critical("booking", "email", "sms", "push"),
  booking_endangered: critical("booking", "email", "sms", "push"),
  booking_safe: critical("booking", "email", "push"),
  late_fee_accrued: critical("booking", "email", "sms", "push"),
  late_fee_calculated: critical("booking", "email", "push"),
  late_fee_contested: critical("booking", "email", "push"),
  late_fee_waived: critical("booking", "email", "push"),
  late_fee_decided: critical("booking", "email", "push"),
  late_fee_failed: critical("booking", "email", "sms", "push"),
  late_fee_settled: critical("booking", "email"),

  claim_opened: critical("booking", "email", "push"),
  loss_named: critical("booking", "email", "push"),
  claim_answered: critical("booking", "email", "push"),
  claim_decided: critical("booking", "email", "sms", "push"),
  damage_failed: critical("booking", "email", "sms", "push"),
  damage_settled: critical("booking", "email"),

  rental_charged: critical("booking", "email"),
  charge_failed: critical("booking", "email", "sms", "push"),
  deposit_reminder: critical("booking", "email", "sms", "push"),
  deposit_renewal_failed: critical("booking", "email", "sms", "push"),
  deposit_lost: critical("booking", "email", "push"),
  refund_sent: critical("booking", "email"),
  refund_paid: critical("booking", "email"),
  payout_sent: critical("booking", "email"),
  payout_failed: critical("booking", "email"),
  bank_payout_failed: critical("account", "email"),
  payouts_waiting: rule("account", "email"),
  payout_account_ready: critical("account", "email"),
  payout_account_incomplete: critical("account", "email"),
  payout_account_rejected: critical("account", "email"),
  payout_account_disconnected: critical("account", "email"),

  review_prompt: rule("booking", "email"),
  review_published: BOOKING,
  review_replied: BOOKING,
  review_hidden: rule("booking", "email"),

  admin_request_review: rule("admin", "email"),
  admin_chargeback: rule("admin", "email"),
  admin_low_balance: rule("admin", "email"),
  admin_provider_refusal: rule("admin", "email"),
  admin_ledger_differences: rule("admin", "email"),
  admin_deposit_ending: rule("admin", "email"),
  admin_deposit_lapsed: rule("admin", "email"),
  admin_claim: rule("admin"),
  admin_late_fee: rule("admin"),
  admin_no_show: rule("admin"),
  admin_handoff: rule("admin"),
  admin_unreported_rental: rule("admin"),
  admin_suspended_bookings: rule("admin"),
  admin_frequent_cancellations: rule("admin"),
  admin_missing_tax_rate: rule("admin"),
  admin_refund_failed: rule("admin"),
  admin_lost_events: rule("admin"),
  admin_review_reported: rule("admin"),
  admin_conversation_reported: rule("admin"),
};

export const ruleOf = (kind: NotificationKind): DeliveryRule => RULES[kind];

/** Their email is sent even if the person has read the notification. */
export const CRITICAL_KINDS = NOTIFICATION_KINDS.filter((kind) => RULES[kind].isCritical);

/**
 * Mail with facts that are known only later, such as why a card was declined. A job sends it (`deliverLetter`), so that
 * the event itself sends nothing.
 */
export function hasOwnLetter(kind: NotificationKind, data: object): boolean {
  if (kind === "deposit_reminder" || kind === "late_fee_failed" || kind === "damage_failed") return true;
  if (kind !== "claim_decided") return false;
  return "to" in data && data.to === "renter" && "cardCents" in data && Number(data.cardCents) > 0;
}

const WHY: Record<Topic, string> = {
  booking: "It's about a booking or request of yours.",
  messaging: "Someone wrote to you.",
  search: "You saved this search and turned on its alerts.",
  recommendation: "You asked for recommendations.",
  marketing: "You asked for news and offers.",
  weeklyDigest: "You asked for the weekly summary.",
};

export function whyOf(kind: NotificationKind | null): string {
  const topic = kind === null ? "account" : RULES[kind].topic;
  if (topic === "account") return "It's about your account.";
  return topic === "admin" ? "You're an admin." : WHY[topic];
}
