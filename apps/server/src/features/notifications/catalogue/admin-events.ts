import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { bookingPage } from "./booking-events.ts";
import { entry, moment, sentences } from "./entry.ts";

const TASKS = "/admin?view=tasks";

type AboutBooking = { bookingId: string; item: string };

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
      `The renter of “${item}” contested the late fee of ${dollarText(feeCents)}. Please decide.`,
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
      `The booking of “${item}” waits for your decision. The last hold of its ${dollarText(amountCents)} deposit ends by ${moment(endsAt, "UTC")} UTC. Please decide before.`,
    page: TASKS,
  }),

  admin_deposit_lapsed: entry<AboutBooking & { amountCents: number }>()({
    type: "system",
    title: "A deposit hold lapsed",
    message: ({ item, amountCents }) =>
      `The card no longer holds the deposit for “${item}”, and a new hold failed. ${dollarText(amountCents)} of an open claim or late fee is at risk. Please decide.`,
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
      `${REFUND_FAILURES[cause](dollarText(amountCents))} We stopped trying. Pay this refund another way.`,
    page: TASKS,
  }),

  admin_low_balance: entry<{ amountCents: number }>()({
    type: "payment",
    title: "Add money to the Stripe balance",
    message: ({ amountCents }) =>
      `A refund of ${dollarText(amountCents)} is waiting, because our Stripe balance is too low. Add money in Stripe's dashboard. Stripe will then send the refund.`,
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
        CHARGEBACKS[news].message(dollarText(amountCents)),
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
