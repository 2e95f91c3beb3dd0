import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import type { BookingFacts } from "./booking-events.ts";
import { countOf, dayRange, dollars, entry, moment, sentences } from "./entry.ts";

const PAYOUT_SETTINGS = "/profile?tab=payments";

export const ACCOUNT_EVENTS = {
  welcome: entry()({
    type: "system",
    title: "Welcome to Nexby",
    message: "Find an item nearby or list your own. Complete your profile first.",
    page: "/profile",
  }),

  account_approved: entry()({
    type: "system",
    title: "Your account is approved",
    message: "You can now rent items and list your own.",
    page: "/browse",
  }),

  email_verified: entry()({
    type: "system",
    title: "Email address verified",
    message: "Your profile now shows that your email address is verified.",
    page: "/profile",
  }),

  phone_verified: entry()({
    type: "system",
    title: "Phone number verified",
    message: "Your profile now shows that your phone number is verified.",
    page: "/profile",
  }),

  // Reveals neither the red flags nor the reviewer.
  details_requested: entry<{ bookingId: string; item: string }>()({
    type: "system",
    title: "Please confirm your details",
    message: ({ item }) =>
      `Before we send your request for “${item}”, please verify your email and phone. If they're already verified, contact us through the Help Center.`,
    page: "/verify-contact",
  }),

  search_matches: entry<{ search: string; items: readonly string[]; page: string }>()({
    type: "other",
    title: ({ search, items }) => `${countOf(items.length, "new item")} for “${search}”`,
    message: ({ items }) => items.join(", "),
    page: ({ page }) => page,
  }),

  weekly_digest: entry<{
    rentals: readonly { item: string; startDate: LocalDate; endDate: LocalDate }[];
    requestCount: number;
    recommended: readonly { id: string; title: string }[];
    newItemCount: number;
  }>()({
    type: "other",
    title: `Your week on ${PRODUCT_NAME}`,
    message: ({ rentals, requestCount, recommended, newItemCount }) =>
      sentences(
        requestCount > 0 && `${countOf(requestCount, "request")} waiting for your answer.`,
        rentals.length > 0 &&
          `This week: ${rentals.map(({ item, startDate, endDate }) => `${item}, ${dayRange(startDate, endDate)}`).join("; ")}.`,
        recommended.length > 0 && `You might like: ${recommended.map(({ title }) => title).join(", ")}.`,
        newItemCount > 0 && `${countOf(newItemCount, "new item")} listed in the last seven days.`,
      ),
    page: ({ rentals, requestCount }) => {
      if (requestCount > 0) return "/booking-requests";
      return rentals.length > 0 ? "/my-bookings" : "/home";
    },
  }),

  // Never quotes the message: its contact details may be hidden.
  message_received: entry<{ conversationId: string; from: string; item: string; count: number }>()({
    type: "message",
    title: ({ from, count }) => (count === 1 ? `New message from ${from}` : `${count} new messages from ${from}`),
    message: ({ item }) => `About “${item}”. Open the conversation to read and reply.`,
    page: ({ conversationId }) => `/messages?conversation=${conversationId}`,
  }),

  conversation_report_decided: entry<{ conversationId: string; item: string; isStopped: boolean }>()({
    type: "system",
    title: "We read the conversation you reported",
    message: ({ item, isStopped }) =>
      isStopped
        ? `We stopped your conversation about “${item}”. Neither of you can write in it anymore.`
        : `Your conversation about “${item}” stays open. If it goes on, report it again or block the other person.`,
    page: ({ conversationId }) => `/messages?conversation=${conversationId}`,
  }),

  refund_sent: entry<{ bookingId: string; amountCents: number }>()({
    type: "payment",
    title: ({ amountCents }) => `We refunded ${dollars(amountCents)} to your card`,
    message: "Your bank may take 5 to 10 days to show it.",
    page: ({ bookingId }) => `/my-bookings/${bookingId}`,
  }),

  refund_paid: entry<{ bookingId: string; amountCents: number }>()({
    type: "payment",
    title: ({ amountCents }) => `Your refund of ${dollars(amountCents)} was paid`,
    message: "We couldn't refund your card, so we paid you another way.",
    page: ({ bookingId }) => `/my-bookings/${bookingId}`,
  }),

  // The provider sends no further payouts to a bank account that rejected one.
  bank_payout_failed: entry<{ amountCents: number }>()({
    type: "payment",
    title: "Your bank rejected a payout",
    message: ({ amountCents }) =>
      `Your bank rejected a payout of ${dollars(amountCents)}. Update your bank account in your payout settings, and we'll send the money with the next payout.`,
    page: PAYOUT_SETTINGS,
  }),

  payouts_waiting: entry<{ amountCents: number; since: string }>()({
    type: "payment",
    title: "Set up payouts to get paid",
    message: ({ amountCents, since }) =>
      `${dollars(amountCents)} from your rentals has been waiting since ${since}, because your payout account isn't ready. We'll send the money as soon as it is.`,
    page: PAYOUT_SETTINGS,
  }),

  payout_account_ready: entry<{ bankLast4: string | null }>()({
    type: "payment",
    title: "Your payout account is ready",
    message: ({ bankLast4 }) =>
      `We'll send your earnings to your bank account${bankLast4 ? ` ending in ${bankLast4}` : ""}.`,
    page: PAYOUT_SETTINGS,
  }),

  payout_account_incomplete: entry()({
    type: "payment",
    title: "Your payout account needs more information",
    message: "Add it to get paid. We'll hold your earnings until then.",
    page: PAYOUT_SETTINGS,
  }),

  payout_account_rejected: entry()({
    type: "payment",
    title: "Your payout account was rejected",
    message: "Our payment provider can't send payouts to it. Set up another account to get paid.",
    page: PAYOUT_SETTINGS,
  }),

  payout_account_disconnected: entry()({
    type: "payment",
    title: "Your payout account is disconnected",
    message: "Set up another account to get paid. We'll hold your earnings until then.",
    page: PAYOUT_SETTINGS,
  }),
};

const TASKS = "/admin?view=tasks";

type AboutBooking = { bookingId: string; item: string };
const bookingPage = ({ bookingId }: { bookingId: string }) => `/my-bookings/${bookingId}`;

const REFUND_FAILURES = {
  refused: (amount: string) => `Our payment provider declined a refund of ${amount} three times.`,
  sent_back: (amount: string) => `The cardholder's bank returned a refund of ${amount} three times.`,
};
export type RefundFailure = keyof typeof REFUND_FAILURES;

const CHARGEBACKS = {
  inquiry: {
    title: "A bank is asking about a payment",
    message: (amount: string) => `The cardholder's bank is asking about a payment of ${amount}. No money has moved.`,
  },
  opened: {
    title: "A payment was charged back",
    message: (amount: string) => `The cardholder's bank took back ${amount}.`,
  },
  lost: {
    title: "A chargeback was lost",
    message: (amount: string) => `The bank decided against us. The cardholder keeps ${amount}.`,
  },
  won: {
    title: "A chargeback was won",
    message: (amount: string) => `The bank decided in our favor and will return ${amount}.`,
  },
};
export type ChargebackNews = keyof typeof CHARGEBACKS;

const REFUSALS: Readonly<Record<string, string>> = {
  not_authenticated: "Stripe doesn't accept our API key.",
  not_permitted: "Our Stripe API key lacks a permission, or our Stripe account lacks a feature.",
  other_account: "Our Stripe API key and our database belong to different Stripe accounts.",
};

const evidenceRequest = (dueAt: string) => {
  const due = new Date(dueAt).toLocaleString("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `Submit evidence in the provider's dashboard before ${due} UTC.`;
};

const MAX_EVENTS_NAMED = 10;

export const ADMIN_EVENTS = {
  admin_request_review: entry<{ bookingId: string }>()({
    type: "system",
    title: "A request needs your review",
    message: "The fraud rules stopped a request before the owner saw it. Decide within 12 hours.",
    page: "/admin/fraud-detection",
  }),

  admin_claim: entry<AboutBooking>()({
    type: "system",
    title: "A claim needs your decision",
    message: ({ item }) => `The owner of “${item}” made a claim. The deposit and payout are on hold until you decide.`,
    page: bookingPage,
  }),

  admin_late_fee: entry<AboutBooking & { feeCents: number }>()({
    type: "system",
    title: "A late fee is contested",
    message: ({ item, feeCents }) =>
      `The renter of “${item}” contested the late fee of ${dollars(feeCents)}. Please decide.`,
    page: "/admin?view=tasks",
  }),

  admin_no_show: entry<AboutBooking>()({
    type: "system",
    title: "A no-show is contested",
    message: ({ item }) => `The renter and owner disagree about who showed up for “${item}”. Please decide.`,
    page: bookingPage,
  }),

  admin_handoff: entry<AboutBooking>()({
    type: "system",
    title: "A handoff is disputed",
    message: ({ item }) => `The renter and owner disagree about whether “${item}” was handed over. Please decide.`,
    page: bookingPage,
  }),

  admin_unreported_rental: entry<AboutBooking>()({
    type: "system",
    title: "A rental wasn't reported",
    message: ({ item }) => `No one reported a handoff of “${item}”, and the rental period is over. Please decide.`,
    page: bookingPage,
  }),

  admin_deposit_ending: entry<AboutBooking & { amountCents: number; endsAt: string }>()({
    type: "system",
    title: "A deposit will be released soon",
    message: ({ item, amountCents, endsAt }) =>
      `The booking of “${item}” waits for your decision. The last hold of its ${dollars(amountCents)} deposit ends by ${moment(endsAt, "UTC")} UTC. Please decide before.`,
    page: TASKS,
  }),

  admin_deposit_lapsed: entry<AboutBooking & { amountCents: number }>()({
    type: "system",
    title: "A deposit hold lapsed",
    message: ({ item, amountCents }) =>
      `The card no longer holds the deposit for “${item}”, and a new hold failed. ${dollars(amountCents)} of an open claim or late fee is at risk. Please decide.`,
    page: TASKS,
  }),

  admin_suspended_bookings: entry<{ userId: string; name: string; count: number }>()({
    type: "system",
    title: "A suspended account has bookings",
    message: ({ name, count }) =>
      `${name} was suspended with ${countOf(count, "confirmed booking")} that ${count === 1 ? "hasn't" : "haven't"} started. Please decide.`,
    page: TASKS,
  }),

  admin_frequent_cancellations: entry<{
    ownerId: string;
    bookingId: string;
    name: string;
    count: number;
    page: string;
  }>()({
    type: "system",
    title: "An owner cancels often",
    message: ({ name, count }) =>
      `${name} canceled or missed ${countOf(count, "rental")} in the last 12 months. Please review the account.`,
    page: ({ page }) => page,
  }),

  admin_missing_tax_rate: entry<{ state: string }>()({
    type: "system",
    title: ({ state }) => `No tax rate for ${state}`,
    message: ({ state }) =>
      `A rental in ${state} was charged without sales tax, because no rate covers the place and date. Add a rate, or a rate of 0% if no tax is due.`,
    page: "/admin?view=tax-rates",
  }),

  // There is no further retry.
  admin_refund_failed: entry<{ bookingId: string; paymentId: string; amountCents: number; cause: RefundFailure }>()({
    type: "payment",
    title: "A refund failed",
    message: ({ amountCents, cause }) =>
      `${REFUND_FAILURES[cause](dollars(amountCents))} We stopped trying. Pay this refund another way.`,
    page: TASKS,
  }),

  admin_low_balance: entry<{ amountCents: number }>()({
    type: "payment",
    title: "Add money to the Stripe balance",
    message: ({ amountCents }) =>
      `A refund of ${dollars(amountCents)} is waiting, because our Stripe balance is too low. Add money in Stripe's dashboard. Stripe will then send the refund.`,
    page: TASKS,
  }),

  admin_chargeback: entry<{
    bookingId: string;
    paymentId: string;
    chargebackId: string;
    news: ChargebackNews;
    amountCents: number;
    evidenceDueAt: string | null;
  }>()({
    type: "payment",
    title: ({ news }) => CHARGEBACKS[news].title,
    message: ({ news, amountCents, evidenceDueAt }) =>
      sentences(
        CHARGEBACKS[news].message(dollars(amountCents)),
        evidenceDueAt !== null && evidenceRequest(evidenceDueAt),
      ),
    page: bookingPage,
  }),

  admin_lost_events: entry<{ count: number; eventIds: readonly string[] }>()({
    type: "payment",
    title: "We missed events from the payment provider",
    message: ({ count, eventIds }) =>
      `We couldn't process ${countOf(count, "event")} for days and stopped trying. Either the provider didn't respond, or the record isn't ours. Check the provider's dashboard: ${eventIds.slice(0, MAX_EVENTS_NAMED).join(", ")}${count > eventIds.length ? ", …" : "."}`,
  }),

  admin_provider_refusal: entry<{ reason: string }>()({
    type: "payment",
    title: "Stripe is rejecting our requests",
    message: ({ reason }) =>
      `${REFUSALS[reason] ?? "Stripe is rejecting our requests because of our API key or our account."} Payments, refunds and payouts are on hold until this is fixed. Check the key in Stripe's dashboard. The server log shows what's missing.`,
  }),

  admin_ledger_differences: entry<{ newCount: number }>()({
    type: "payment",
    title: "The payment provider and our ledger disagree",
    message: ({ newCount }) => `Reconciliation found ${countOf(newCount, "new difference")}.`,
  }),
};

const otherName = ({ to, renter, owner }: BookingFacts) => (to === "owner" ? renter : owner);
const dates = ({ startDate, endDate }: BookingFacts) => dayRange(startDate, endDate);

/** A review is secret until it is published: no text may tell that one exists before then. */
export const REVIEW_EVENTS = {
  review_prompt: entry<BookingFacts & { closesAt: string }>()({
    type: "other",
    title: (facts) => `How was your rental with ${otherName(facts)}?`,
    message: (facts) =>
      `${facts.item}, ${dates(facts)}. Write your review by ${moment(facts.closesAt, facts.timezone)}. We publish reviews when both of you have written one, or when the deadline passes.`,
    page: bookingPage,
  }),

  review_published: entry<BookingFacts>()({
    type: "other",
    title: (facts) => `${otherName(facts)} reviewed you`,
    message: (facts) => `Read the review of your rental: ${facts.item}, ${dates(facts)}. You can reply to it once.`,
    page: bookingPage,
  }),

  review_replied: entry<BookingFacts>()({
    type: "other",
    title: (facts) => `${otherName(facts)} replied to your review`,
    message: (facts) => `${facts.item}, ${dates(facts)}.`,
    page: bookingPage,
  }),

  review_hidden: entry<BookingFacts & { reason: string }>()({
    type: "system",
    title: "We've hidden your review",
    message: (facts) =>
      `Your review of “${facts.item}”, ${dates(facts)}, is no longer public. Reason: “${facts.reason}”`,
    page: bookingPage,
  }),

  admin_review_reported: entry()({
    type: "system",
    title: "A review was reported",
    message: "Read the report, then hide the review or keep it.",
    page: "/admin/reviews",
  }),

  admin_conversation_reported: entry()({
    type: "system",
    title: "A conversation was reported",
    message: "Read the report and the messages, then stop the conversation or allow it.",
    page: "/admin?view=tasks",
  }),
};
