import { NOTIFICATION_KINDS, type NotificationKind } from "@nexby/contract/messaging/notifications";
import type { Channel, Topic } from "@nexby/domain/notifications/channels";
import type { ChoiceKind } from "@nexby/domain/notifications/choices";
import type { DeliveryRule } from "@nexby/domain/notifications/delivery";

type Topics = DeliveryRule["topic"];

/** "booking:requests" is a topic and the row of a person's settings. */
function rule(name: "account" | "admin" | `${Topic}:${ChoiceKind}`, ...channels: Channel[]): DeliveryRule {
  const [topic, choice = null] = name.split(":") as [Topics, ChoiceKind?];
  return { topic, choice, channels };
}

/** Money or a booking depends on it. */
const critical = (topic: Topics, ...channels: Channel[]): DeliveryRule => ({
  topic,
  choice: "urgent",
  channels,
  isCritical: true,
});

const IN_APP = rule("account");

/** The channels of every kind of notification, besides the app itself. */
const RULES: Record<NotificationKind, DeliveryRule> = {
  welcome: IN_APP,
  // Approvals and verifications have their own emails, which also reach users who can't sign in.
  account_approved: IN_APP,
  email_verified: IN_APP,
  phone_verified: IN_APP,
  details_requested: critical("account", "email"),
  search_matches: rule("search:searches", "email", "push"),
  weekly_digest: rule("weeklyDigest:weekly", "email"),
  message_received: rule("messaging:messages", "email", "push"),
  conversation_report_decided: rule("account", "email"),

  request_received: rule("booking:requests", "email", "sms", "push"),
  request_reminder: rule("booking:requests", "sms", "push"),
  booking_approved: rule("booking:requests", "email", "push"),
  request_declined: rule("booking:requests", "email", "push"),
  request_expired: rule("booking:requests", "email", "push"),
  booking_canceled: critical("booking", "email", "sms", "push"),
  handoff_scheduled: rule("booking:times", "email", "push"),
  time_proposed: rule("booking:times", "email", "push"),
  time_reminder: rule("booking:times", "email", "push"),
  time_confirmed: rule("booking:times", "email", "push"),
  time_kept: rule("booking:times", "email", "push"),
  proposal_expired: rule("booking:times", "email", "push"),
  pickup_reminder: rule("booking:reminders", "email"),
  pickup_soon: rule("booking:reminders", "sms", "push"),
  handed_over: rule("booking:rentals", "email", "push"),
  handoff_marked: rule("booking:rentals", "email", "sms", "push"),
  handoff_disputed: critical("booking", "email", "push"),
  handoff_code_locked: rule("booking:rentals", "push"),
  handoff_reminder: rule("booking:reminders", "email", "push"),
  condition_reported: rule("booking:rentals", "email", "push"),
  no_show_reported: critical("booking", "email", "sms", "push"),
  no_show_contested: critical("booking", "email", "push"),
  rental_unreported: critical("booking", "email", "push"),
  return_reminder: rule("booking:reminders", "email"),
  return_soon: rule("booking:reminders", "sms", "push"),
  return_due: rule("booking:reminders", "email", "sms", "push"),
  returned: rule("booking:rentals", "email", "push"),
  units_returned: rule("booking:rentals", "email", "push"),
  units_confirmed: rule("booking:rentals", "email", "push"),
  inspection_reminder: rule("booking:reminders", "email", "push"),
  rental_completed: rule("booking:rentals", "email"),

  extension_requested: rule("booking:requests", "email", "sms", "push"),
  extension_reminder: rule("booking:requests", "email", "push"),
  extension_approved: rule("booking:requests", "email", "push"),
  extension_declined: rule("booking:requests", "email", "push"),
  extension_expired: rule("booking:requests", "email", "push"),
  extension_withdrawn: rule("booking:requests", "email", "push"),

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

  review_prompt: rule("booking:reviews", "email"),
  review_published: rule("booking:reviews", "email", "push"),
  review_replied: rule("booking:reviews", "email", "push"),
  review_hidden: rule("booking:reviews", "email"),

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
 * Emails that need facts known only later, such as why a card was declined. A job sends them (`deliverLetter`), so the
 * event itself sends nothing.
 */
export function hasOwnLetter(kind: NotificationKind, data: object): boolean {
  if (kind === "deposit_reminder" || kind === "late_fee_failed" || kind === "damage_failed") return true;
  if (kind !== "claim_decided") return false;
  return "to" in data && data.to === "renter" && "cardCents" in data && Number(data.cardCents) > 0;
}

const WHY: Record<Topic, string> = {
  booking: "You got this because it's about a booking of yours.",
  messaging: "You got this because someone wrote to you.",
  search: "You got this because you saved this search and turned on its alerts.",
  recommendation: "You got this because you asked for recommendations.",
  marketing: "You got this because you asked for news and offers.",
  weeklyDigest: "You got this because you asked for the weekly summary.",
};

const WHY_OF_SIDE = {
  renter: "You got this because you're renting this item.",
  owner: "You got this because it's your item.",
};

/** For renters who no longer rent the item, or never did. */
const ASKED = "You got this because you asked to rent this item.";
const RENTED = "You got this because you rented this item.";
const WHY_OF_RENTER: Partial<Record<NotificationKind, string>> = {
  request_declined: ASKED,
  request_expired: ASKED,
  booking_canceled: "You got this because you booked this item.",
  rental_completed: RENTED,
  late_fee_settled: RENTED,
  damage_settled: RENTED,
  review_prompt: RENTED,
  review_published: RENTED,
  review_replied: RENTED,
  review_hidden: RENTED,
};

/** `to` is the person's side in the booking. */
export function whyOf(kind: NotificationKind | null, to?: "renter" | "owner"): string {
  const topic = kind === null ? "account" : RULES[kind].topic;
  if (topic === "account") return "You got this because it's about your account.";
  if (topic === "admin") return "You got this because you're an admin.";
  if (topic !== "booking" || !to) return WHY[topic];
  return (to === "renter" && kind !== null && WHY_OF_RENTER[kind]) || WHY_OF_SIDE[to];
}
