import type { NotificationKind } from "@nexby/contract/messaging/notifications";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { type BookingFacts, dates, otherName, rental } from "./booking-events.ts";
import { type NotificationEvent, textsOf } from "./catalogue.ts";
import { moment, sentences } from "./entry.ts";

type DataOf<Kind extends NotificationKind> = NotificationEvent<Kind>["data"];
type Line = { label: string; value: string };

/** The subject of an email's card, and the amount it names. Kinds about a booking show its price unless they name another. */
type CardKind<Data> = {
  about: "booking" | "conversation" | "amount" | "list" | "nothing";
  title?: string;
  amount?: (data: Data) => Line;
};

const BOOKING = { about: "booking" } as const;
const NOTHING = { about: "nothing" } as const;
const amount = (label: string, cents: number): Line => ({ label, value: dollarText(cents) });
/** The booking's price would look like a charge. */
const UNCHARGED = { about: "booking", amount: () => amount("Charged", 0) } as const;
const ofDeposit = ({ depositCents }: { depositCents: number }) => amount("Deposit", depositCents);
const ofFee = ({ feeCents }: { feeCents: number }) => amount("Late fee", feeCents);
const ofRefund = ({ amountCents }: { amountCents: number }) => amount("Refund", amountCents);
const ofAmount = ({ amountCents }: { amountCents: number }) => amount("Amount", amountCents);

/** The compiler finds a missing one. */
export const CARDS: { [Kind in NotificationKind]: CardKind<DataOf<Kind>> } = {
  welcome: NOTHING,
  account_approved: NOTHING,
  email_verified: NOTHING,
  phone_verified: NOTHING,
  details_requested: BOOKING,
  search_matches: { about: "list" },
  weekly_digest: { about: "list" },
  message_received: { about: "conversation" },
  conversation_report_decided: { about: "conversation" },
  request_received: { about: "booking", amount: ({ earnsCents }) => amount("You'd earn", earnsCents) },
  request_reminder: BOOKING,
  booking_approved: BOOKING,
  request_declined: UNCHARGED,
  request_expired: UNCHARGED,
  booking_canceled: {
    about: "booking",
    amount: ({ to, refundCents, ownerKeepsCents }) =>
      to === "renter" ? amount("Refund", refundCents) : amount("You get", ownerKeepsCents),
  },
  handoff_scheduled: BOOKING,
  time_proposed: BOOKING,
  time_reminder: BOOKING,
  time_confirmed: BOOKING,
  time_kept: BOOKING,
  proposal_expired: BOOKING,
  pickup_reminder: BOOKING,
  pickup_soon: BOOKING,
  handed_over: BOOKING,
  extension_requested: { about: "booking", amount: ({ earnsCents }) => amount("You'd earn", earnsCents) },
  extension_reminder: BOOKING,
  extension_approved: {
    about: "booking",
    amount: ({ to, chargedCents, earnsCents }) =>
      to === "renter" ? amount("Extra days", chargedCents) : amount("You'll earn", earnsCents),
  },
  extension_declined: BOOKING,
  extension_expired: BOOKING,
  extension_withdrawn: BOOKING,
  return_reminder: BOOKING,
  return_soon: BOOKING,
  return_due: BOOKING,
  returned: BOOKING,
  inspection_reminder: BOOKING,
  rental_completed: BOOKING,
  units_returned: BOOKING,
  units_confirmed: BOOKING,
  claim_opened: {
    about: "booking",
    amount: ({ claimCents, isNamedByOwner }) =>
      isNamedByOwner ? { label: "Claim", value: "Not named yet" } : amount("Claim", claimCents),
  },
  loss_named: { about: "booking", amount: ({ claimCents }) => amount("Claim", claimCents) },
  claim_answered: BOOKING,
  claim_decided: { about: "booking", amount: ({ damageCents }) => amount("Decided", damageCents) },
  damage_failed: { about: "booking", amount: ({ cardCents }) => amount("To pay", cardCents) },
  damage_settled: {
    about: "booking",
    amount: ({ depositCents, cardCents }) => amount("Paid", depositCents + cardCents),
  },
  condition_reported: BOOKING,
  handoff_marked: BOOKING,
  handoff_disputed: BOOKING,
  handoff_code_locked: BOOKING,
  handoff_reminder: BOOKING,
  no_show_reported: BOOKING,
  no_show_contested: BOOKING,
  rental_unreported: BOOKING,
  return_overdue: {
    about: "booking",
    amount: ({ feeCents, dailyFeeCents }) => amount("Late fee", feeCents ?? dailyFeeCents ?? 0),
  },
  late_fee_accrued: { about: "booking", amount: ofFee },
  late_fee_calculated: { about: "booking", amount: ofFee },
  late_fee_contested: { about: "booking", amount: ofFee },
  late_fee_waived: { about: "booking", amount: ({ leftCents }) => amount("Late fee", leftCents) },
  late_fee_decided: { about: "booking", amount: ofFee },
  late_fee_failed: { about: "booking", amount: ofFee },
  late_fee_settled: { about: "booking", amount: ({ chargedCents }) => amount("Paid", chargedCents) },
  handoff_upheld: BOOKING,
  booking_endangered: BOOKING,
  booking_safe: BOOKING,
  rental_charged: { about: "booking", amount: ({ totalCents }) => amount("Paid", totalCents) },
  charge_failed: { about: "booking", amount: ({ totalCents }) => amount("To pay", totalCents) },
  deposit_reminder: { about: "booking", amount: ofDeposit },
  deposit_renewal_failed: { about: "booking", amount: ofDeposit },
  deposit_lost: { about: "booking", amount: ofDeposit },
  review_prompt: BOOKING,
  review_published: BOOKING,
  review_replied: BOOKING,
  review_hidden: BOOKING,
  refund_sent: { about: "booking", amount: ofRefund },
  refund_paid: { about: "booking", amount: ofRefund },
  payout_sent: BOOKING,
  payout_failed: BOOKING,
  bank_payout_failed: { about: "amount", title: "Payout", amount: ofAmount },
  payouts_waiting: { about: "amount", title: "Your earnings", amount: ofAmount },
  payout_account_ready: NOTHING,
  payout_account_incomplete: NOTHING,
  payout_account_rejected: NOTHING,
  payout_account_disconnected: NOTHING,
  admin_request_review: BOOKING,
  admin_claim: BOOKING,
  admin_late_fee: { about: "booking", amount: ofFee },
  admin_no_show: BOOKING,
  admin_handoff: BOOKING,
  admin_unreported_rental: BOOKING,
  admin_deposit_ending: { about: "booking", amount: ({ amountCents }) => amount("Deposit", amountCents) },
  admin_deposit_lapsed: { about: "booking", amount: ({ amountCents }) => amount("At risk", amountCents) },
  admin_suspended_bookings: NOTHING,
  admin_frequent_cancellations: NOTHING,
  admin_missing_tax_rate: NOTHING,
  admin_refund_failed: { about: "booking", amount: ofRefund },
  admin_low_balance: { about: "amount", title: "Refund that waits", amount: ofAmount },
  admin_chargeback: { about: "booking", amount: ofAmount },
  admin_lost_events: NOTHING,
  admin_provider_refusal: NOTHING,
  admin_ledger_differences: NOTHING,
  admin_review_reported: NOTHING,
  admin_conversation_reported: NOTHING,
};

/** First sentences of mails, where the entry's own text needs its title to be understood. */
const LEADS: { [Kind in NotificationKind]?: (data: DataOf<Kind>) => string } = {
  request_received: (facts) =>
    `${facts.renter} would like to rent it ${dates(facts)}. Approve or decline by ${moment(facts.deadline, facts.timezone)}, or the request expires.`,
  booking_approved: (facts) =>
    facts.to === "owner"
      ? `${facts.renter} will rent it ${dates(facts)}. Open the booking to see the next step.`
      : `It's yours ${dates(facts)}. Open the booking to see the next step.`,
  time_proposed: (facts) => {
    const { at, deadline, inForceAt, timezone } = facts;
    const otherwise = inForceAt === null ? "it's confirmed automatically" : `it stays ${moment(inForceAt, timezone)}`;
    return `${otherName(facts)} would like to meet ${moment(at, timezone)}. Confirm it or propose another time by ${moment(deadline, timezone)}. Without a reply, ${otherwise}.`;
  },
  time_reminder: (facts) =>
    `${otherName(facts)} proposed ${moment(facts.at, facts.timezone)}. Confirm it or propose another time by ${moment(facts.deadline, facts.timezone)}.`,
  time_confirmed: (facts) =>
    `You'll meet ${otherName(facts)} ${moment(facts.at, facts.timezone)}. Open the booking to update your calendar.`,
  extension_requested: ({ renter, until, earnsCents, deadline, timezone }) =>
    `${renter} would like to keep it until ${moment(until, timezone)}. You'd earn ${dollarText(earnsCents)} more. Approve or decline by ${moment(deadline, timezone)}, or the request expires.`,
  extension_reminder: ({ renter, deadline, timezone }) =>
    `${renter} would like to keep it longer. Approve or decline by ${moment(deadline, timezone)}, or the request expires.`,
  no_show_reported: (facts) =>
    `${otherName(facts)} reported that you missed the handoff. If you were there, contest the report within 12 hours.`,
  no_show_contested: (facts) => `${otherName(facts)} says they were there. Our team will decide.`,
  claim_answered: ({ renter, reason }) =>
    reason === null
      ? `${renter} agreed to pay what you claimed. Our team will decide.`
      : `${renter} doesn't agree. Our team will decide. Reason: “${reason}”`,
  message_received: ({ count }) =>
    `You have ${count === 1 ? "an unread message" : "unread messages"} about this item. Open the conversation to read and reply.`,
  refund_sent: ({ amountCents }) =>
    `Your refund of ${dollarText(amountCents)} is on its way. Your bank may take 5 to 10 days to show it.`,
  review_prompt: (facts) =>
    `Your rental with ${otherName(facts)} is over. Write your review by ${moment(facts.closesAt, facts.timezone)}. We publish reviews when both of you have written one, or when the deadline passes.`,
  review_published: (facts) => `${otherName(facts)} wrote about your rental. You can reply to the review once.`,
  review_replied: (facts) => `${otherName(facts)} answered what you wrote about the rental.`,
  review_hidden: ({ reason }) => `Your review is no longer public. Reason: “${reason}”`,
  bank_payout_failed: ({ amountCents }) =>
    `Your bank didn't accept a payout of ${dollarText(amountCents)}. Update your bank account in your payout settings, and we'll send the money with the next payout.`,
  payout_sent: () => "Your earnings are on the way to your bank.",
  payout_failed: () => "We couldn't send your earnings. We'll try again tomorrow.",
  rental_charged: ({ owner }) => `Your rental with ${owner} is paid. The receipt is in the booking.`,
};

/** Say what happened where the entry's text gives only the reason and what follows. */
const OPENINGS: { [Kind in NotificationKind]?: (data: DataOf<Kind>) => string } = {
  booking_canceled: () => "This booking won't take place.",
  request_declined: ({ owner, reason }) =>
    reason === null ? "We can't send this request to the owner." : `${owner} can't rent it to you this time.`,
  charge_failed: () => "The charge for your rental didn't go through.",
  damage_failed: () => "Your card didn't accept the charge.",
  late_fee_failed: () => "Your card didn't accept the charge.",
  condition_reported: (facts) =>
    `${otherName(facts)} found ${facts.condition === "damaged" ? "damage" : "something wrong"} and reported it.`,
  claim_opened: ({ by, to, owner, renter }) =>
    by === "owner"
      ? `${owner} filed a claim.`
      : `${to === "renter" ? "You" : renter} didn't bring it back in seven days.`,
  extension_declined: () => "You can't keep it longer this time.",
  handed_over: ({ to, renter, isFoodTruck }) =>
    isFoodTruck ? "It's there and serving." : `${to === "renter" ? "You have" : `${renter} has`} it now.`,
  handoff_disputed: ({ renter }) => `${renter} disputed the handoff that you reported.`,
};

/** The first sentence. It repeats neither the title, which is the subject, nor the card. */
export function leadOf(event: NotificationEvent): string {
  const { kind, data } = event;
  const lead = LEADS[kind] as ((data: unknown) => string) | undefined;
  if (lead) return lead(data);
  const { message } = textsOf(event);
  if (!("startDate" in data)) return message;
  const opening = OPENINGS[kind] as ((data: unknown) => string) | undefined;
  const facts = data as BookingFacts;
  const prefix = [`${rental(facts)}. `, `${dates(facts)}. `].find((start) => message.startsWith(start)) ?? "";
  return sentences(opening ? opening(data) : null, message.slice(prefix.length));
}

/** The amount that the card names; null for the booking's own price. */
export const amountOf = ({ kind, data }: NotificationEvent): Line | null =>
  (CARDS[kind] as CardKind<unknown>).amount?.(data) ?? null;
