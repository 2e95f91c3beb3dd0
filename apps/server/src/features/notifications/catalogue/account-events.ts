import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import { dayRange, entry, sentences } from "./entry.ts";

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
    title: ({ amountCents }) => `We refunded ${dollarText(amountCents)} to your card`,
    message: "Your bank may take 5 to 10 days to show it.",
    page: ({ bookingId }) => `/my-bookings/${bookingId}`,
  }),

  refund_paid: entry<{ bookingId: string; amountCents: number }>()({
    type: "payment",
    title: ({ amountCents }) => `Your refund of ${dollarText(amountCents)} was paid`,
    message: "We couldn't refund your card, so we paid you another way.",
    page: ({ bookingId }) => `/my-bookings/${bookingId}`,
  }),

  // The provider sends no further payouts to a bank account that rejected one.
  bank_payout_failed: entry<{ amountCents: number }>()({
    type: "payment",
    title: "Your bank rejected a payout",
    message: ({ amountCents }) =>
      `Your bank rejected a payout of ${dollarText(amountCents)}. Update your bank account in your payout settings, and we'll send the money with the next payout.`,
    page: PAYOUT_SETTINGS,
  }),

  payouts_waiting: entry<{ amountCents: number; since: string }>()({
    type: "payment",
    title: "Set up payouts to get paid",
    message: ({ amountCents, since }) =>
      `${dollarText(amountCents)} from your rentals has been waiting since ${since}, because your payout account isn't ready. We'll send the money as soon as it is.`,
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
