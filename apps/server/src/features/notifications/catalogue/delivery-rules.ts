import { NOTIFICATION_KINDS, type NotificationKind } from "@nexby/contract/messaging/notifications";
import type { Channel, Topic } from "@nexby/domain/notifications/channels";
import type { ChoiceKind } from "@nexby/domain/notifications/choices";
import type { DeliveryRule } from "@nexby/domain/notifications/delivery";
import type { BookingFacts } from "./booking-events.ts";
import type { NotificationEvent } from "./catalogue.ts";

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

/** Events with all facts of a rental. */
type RentalKind = {
  [Kind in NotificationKind]: NotificationEvent<Kind>["data"] extends BookingFacts ? Kind : never;
}[NotificationKind];

/** Why its renter gets it. */
const WHY_OF_RENTER = {
  renting: "You got this because you're renting this item.",
  asked: "You got this because you asked to rent this item.",
  booked: "You got this because you booked this item.",
  rented: "You got this because you rented this item.",
} as const;
const WHY_OF_OWNER = "You got this because it's your item.";

/** On the first and the last day of the rental, its texts don't wait for the morning. */
type RentalRule = DeliveryRule & { renter: keyof typeof WHY_OF_RENTER };
type OtherRule = DeliveryRule & { renter?: never };

const rental = (renter: RentalRule["renter"], choice: ChoiceKind, ...channels: Channel[]): RentalRule => ({
  ...rule(`booking:${choice}`, ...channels),
  renter,
});
/** Money or the rental depends on it. */
const urgent = (renter: RentalRule["renter"], ...channels: Channel[]): RentalRule => ({
  ...critical("booking", ...channels),
  renter,
});

const IN_APP = rule("account");

/** The channels of every event, besides the app itself. An event of a rental without the rule of one doesn't compile. */
const RULES: { [Kind in NotificationKind]: Kind extends RentalKind ? RentalRule : OtherRule } = {
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

  request_received: rental("renting", "requests", "email", "sms", "push"),
  request_reminder: rental("renting", "requests", "sms", "push"),
  booking_approved: rental("renting", "requests", "email", "push"),
  request_declined: rental("asked", "requests", "email", "push"),
  request_expired: rental("asked", "requests", "email", "push"),
  booking_canceled: urgent("booked", "email", "sms", "push"),
  handoff_scheduled: rental("renting", "times", "email", "push"),
  time_proposed: rental("renting", "times", "email", "push"),
  time_reminder: rental("renting", "times", "email", "push"),
  time_confirmed: rental("renting", "times", "email", "push"),
  time_kept: rental("renting", "times", "email", "push"),
  proposal_expired: rental("renting", "times", "email", "push"),
  pickup_reminder: rental("renting", "reminders", "email"),
  pickup_soon: rental("renting", "reminders", "sms", "push"),
  handed_over: rental("renting", "rentals", "email", "push"),
  handoff_marked: rental("renting", "rentals", "email", "sms", "push"),
  handoff_disputed: urgent("renting", "email", "push"),
  handoff_code_locked: rental("renting", "rentals", "push"),
  handoff_reminder: rental("renting", "reminders", "email", "push"),
  condition_reported: rental("renting", "rentals", "email", "push"),
  no_show_reported: urgent("renting", "email", "sms", "push"),
  no_show_contested: urgent("renting", "email", "push"),
  rental_unreported: urgent("renting", "email", "push"),
  return_reminder: rental("renting", "reminders", "email"),
  return_soon: rental("renting", "reminders", "sms", "push"),
  return_due: rental("renting", "reminders", "email", "sms", "push"),
  returned: rental("renting", "rentals", "email", "push"),
  units_returned: rental("renting", "rentals", "email", "push"),
  units_confirmed: rental("renting", "rentals", "email", "push"),
  inspection_reminder: rental("renting", "reminders", "email", "push"),
  rental_completed: rental("rented", "rentals", "email"),

  extension_requested: rental("renting", "requests", "email", "sms", "push"),
  extension_reminder: rental("renting", "requests", "email", "push"),
  extension_approved: rental("renting", "requests", "email", "push"),
  extension_declined: rental("renting", "requests", "email", "push"),
  extension_expired: rental("renting", "requests", "email", "push"),
  extension_withdrawn: rental("renting", "requests", "email", "push"),

  return_overdue: urgent("renting", "email", "sms", "push"),
  handoff_upheld: urgent("renting", "email", "sms", "push"),
  booking_endangered: urgent("renting", "email", "sms", "push"),
  booking_safe: urgent("renting", "email", "push"),
  late_fee_accrued: urgent("renting", "email", "sms", "push"),
  late_fee_calculated: urgent("renting", "email", "push"),
  late_fee_contested: urgent("renting", "email", "push"),
  late_fee_waived: urgent("renting", "email", "push"),
  late_fee_decided: urgent("renting", "email", "push"),
  late_fee_failed: urgent("renting", "email", "sms", "push"),
  late_fee_settled: urgent("rented", "email"),

  claim_opened: urgent("renting", "email", "push"),
  loss_named: urgent("renting", "email", "push"),
  claim_answered: urgent("renting", "email", "push"),
  claim_decided: urgent("renting", "email", "sms", "push"),
  damage_failed: urgent("renting", "email", "sms", "push"),
  damage_settled: urgent("rented", "email"),

  rental_charged: urgent("renting", "email"),
  charge_failed: urgent("renting", "email", "sms", "push"),
  deposit_reminder: urgent("renting", "email", "sms", "push"),
  deposit_renewal_failed: urgent("renting", "email", "sms", "push"),
  deposit_lost: urgent("renting", "email", "push"),
  refund_sent: critical("booking", "email"),
  refund_paid: critical("booking", "email"),
  payout_sent: urgent("renting", "email"),
  payout_failed: urgent("renting", "email"),
  bank_payout_failed: critical("account", "email"),
  payouts_waiting: rule("account", "email"),
  payout_account_ready: critical("account", "email"),
  payout_account_incomplete: critical("account", "email"),
  payout_account_rejected: critical("account", "email"),
  payout_account_disconnected: critical("account", "email"),

  review_prompt: rental("rented", "reviews", "email"),
  review_published: rental("rented", "reviews", "email", "push"),
  review_replied: rental("rented", "reviews", "email", "push"),
  review_hidden: rental("rented", "reviews", "email"),

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

const isRentalKind = (kind: NotificationKind): kind is RentalKind => RULES[kind].renter !== undefined;

/** The rental that an event is about; null if it is about something else. */
export const rentalOf = ({ kind, data }: NotificationEvent): BookingFacts | null =>
  isRentalKind(kind) ? (data as BookingFacts) : null;

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

/** `to` is the person's side in the booking. */
export function whyOf(kind: NotificationKind | null, to?: "renter" | "owner"): string {
  const topic = kind === null ? "account" : RULES[kind].topic;
  if (topic === "account") return "You got this because it's about your account.";
  if (topic === "admin") return "You got this because you're an admin.";
  if (kind === null || !isRentalKind(kind) || !to) return WHY[topic];
  return to === "renter" ? WHY_OF_RENTER[RULES[kind].renter] : WHY_OF_OWNER;
}
