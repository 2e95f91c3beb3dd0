import { dollarText } from "@nexby/domain/kernel/amount-text";
import { type BookingFacts, bookingPage } from "./booking-events.ts";
import { entry, moment, sentences } from "./entry.ts";

/** Requests for more days during a rental. */
export const EXTENSION_EVENTS = {
  extension_requested: entry<BookingFacts & { until: string; earnsCents: number; deadline: string }>()({
    type: "booking_request",
    title: ({ renter, item }) => `${renter} wants to keep your ${item} longer`,
    message: ({ until, earnsCents, deadline, timezone }) =>
      `Until ${moment(until, timezone)}. You'd earn ${dollarText(earnsCents)} more. Approve or decline by ${moment(deadline, timezone)}, or the request expires.`,
    page: bookingPage,
  }),

  extension_reminder: entry<BookingFacts & { deadline: string }>()({
    type: "booking_request",
    title: ({ renter, item }) => `${renter} is waiting for your answer about more days with “${item}”`,
    message: ({ deadline, timezone }) => `Approve or decline by ${moment(deadline, timezone)}, or the request expires.`,
    page: bookingPage,
  }),

  extension_approved: entry<
    BookingFacts & { until: string; isInstant: boolean; chargedCents: number; earnsCents: number }
  >()({
    type: "booking_approved",
    title: ({ to, renter, owner, item, isInstant }) => {
      if (to === "owner") return `${renter} extended the rental of your ${item}`;
      return isInstant ? `Your rental of “${item}” is extended` : `${owner} approved your extension of “${item}”`;
    },
    message: ({ to, until, chargedCents, earnsCents, timezone }) =>
      to === "owner"
        ? `It's due back by ${moment(until, timezone)}. You'll earn ${dollarText(earnsCents)} more.`
        : `Return it by ${moment(until, timezone)}. We'll charge your card ${dollarText(chargedCents)}.`,
    page: bookingPage,
  }),

  // Only an owner gives a reason.
  extension_declined: entry<BookingFacts & { reason: string | null; dueAt: string }>()({
    type: "booking_declined",
    title: ({ owner, item, reason }) =>
      reason === null ? `Your extension of “${item}” was declined` : `${owner} declined your extension of “${item}”`,
    message: ({ reason, dueAt, timezone }) =>
      sentences(
        `Your card wasn't charged. Return it by ${moment(dueAt, timezone)}.`,
        reason !== null && `Reason: “${reason}”`,
      ),
    page: bookingPage,
  }),

  extension_expired: entry<BookingFacts & { dueAt: string }>()({
    type: "booking_declined",
    title: ({ item }) => `Your request to extend “${item}” expired`,
    message: ({ owner, dueAt, timezone }) =>
      `${owner} didn't reply in time. Your card wasn't charged. Return it by ${moment(dueAt, timezone)}.`,
    page: bookingPage,
  }),

  extension_withdrawn: entry<BookingFacts & { dueAt: string }>()({
    type: "system",
    title: ({ renter, item }) => `${renter} withdrew the request to extend “${item}”`,
    message: ({ dueAt, timezone }) => `It's due back by ${moment(dueAt, timezone)}, as agreed.`,
    page: bookingPage,
  }),
};
