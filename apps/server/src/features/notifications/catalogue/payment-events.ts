import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { type BookingFacts, bookingPage, dates, paymentPage, rental } from "./booking-events.ts";
import { entry, moment, sentences, unpaidText } from "./entry.ts";

/** Payments, deposits, payouts and late returns of a booking. */
export const PAYMENT_EVENTS = {
  charge_failed: entry<BookingFacts & { totalCents: number }>()({
    type: "payment",
    title: "We couldn't charge your card",
    message: (facts) =>
      `${rental(facts)}. Pay ${dollarText(facts.totalCents)} with another card, or the booking is canceled.`,
    page: paymentPage,
  }),

  rental_charged: entry<BookingFacts & { totalCents: number }>()({
    type: "payment",
    title: ({ item, totalCents }) => `You paid ${dollarText(totalCents)} for “${item}”`,
    message: (facts) => `${dates(facts)} with ${facts.owner}. The receipt is in the booking.`,
    page: bookingPage,
  }),

  deposit_reminder: entry<BookingFacts & { depositCents: number; deadline: string }>()({
    type: "payment",
    title: "Confirm your deposit",
    message: ({ item, depositCents, deadline, timezone }) =>
      `We couldn't hold the ${dollarText(depositCents)} deposit for “${item}” on your card. Confirm it or use another card by ${moment(deadline, timezone)}, or the booking is canceled.`,
    page: paymentPage,
  }),

  deposit_renewal_failed: entry<BookingFacts & { depositCents: number }>()({
    type: "payment",
    title: "We couldn't renew the deposit hold",
    message: ({ to, item, renter, depositCents }) =>
      to === "renter"
        ? `The ${dollarText(depositCents)} deposit for “${item}” is no longer held on your card. Add another card.`
        : `The ${dollarText(depositCents)} deposit for “${item}” is no longer held. We asked ${renter} for another card.`,
    page: (facts) => (facts.to === "renter" ? paymentPage(facts) : bookingPage(facts)),
  }),

  deposit_lost: entry<BookingFacts & { depositCents: number }>()({
    type: "payment",
    title: "The deposit is no longer held",
    message: ({ item, depositCents }) =>
      `We couldn't renew the ${dollarText(depositCents)} deposit hold for “${item}”.`,
    page: bookingPage,
  }),

  payout_sent: entry<BookingFacts>()({
    type: "payment",
    title: "Your payout is on the way",
    message: (facts) => `Your earnings are on the way to your bank: ${rental(facts)}.`,
    page: bookingPage,
  }),

  payout_failed: entry<BookingFacts>()({
    type: "payment",
    title: "We couldn't send your payout",
    message: (facts) => `We couldn't send your earnings: ${rental(facts)}. We'll try again tomorrow.`,
    page: bookingPage,
  }),

  late_fee_calculated: entry<BookingFacts & { daysLate: number; feeCents: number; until: string }>()({
    type: "payment",
    title: ({ item, feeCents }) => `The late fee for “${item}” is ${dollarText(feeCents)}`,
    message: ({ to, renter, daysLate, until, timezone }) =>
      to === "renter"
        ? `It was ${countOf(daysLate, "day")} late. We'll charge your card on ${moment(until, timezone)}. If the fee is wrong, contest it before then.`
        : `It was ${countOf(daysLate, "day")} late. We'll charge ${renter}'s card on ${moment(until, timezone)}. You can waive the fee or a part of it before then.`,
    page: bookingPage,
  }),

  late_fee_contested: entry<BookingFacts & { feeCents: number }>()({
    type: "payment",
    title: ({ renter, item }) => `${renter} contested the late fee for “${item}”`,
    message: ({ feeCents }) => `Our team will decide on the ${dollarText(feeCents)}. Until then, nothing is charged.`,
    page: bookingPage,
  }),

  late_fee_waived: entry<
    BookingFacts & { by: "owner" | "admin" | "system"; waivedCents: number; leftCents: number; reason: string }
  >()({
    type: "payment",
    title: ({ by, owner, item, leftCents }) =>
      by === "system"
        ? `The late fee for “${item}” was waived`
        : `${by === "owner" ? owner : "Our team"} waived ${leftCents === 0 ? "the" : "a part of the"} late fee for “${item}”`,
    message: ({ waivedCents, leftCents, reason }) =>
      sentences(
        `${dollarText(waivedCents)} was waived.`,
        leftCents > 0 && `The late fee is now ${dollarText(leftCents)}.`,
        `Reason: “${reason}”`,
      ),
    page: bookingPage,
  }),

  late_fee_decided: entry<BookingFacts & { feeCents: number; waivedCents: number; reason: string }>()({
    type: "payment",
    title: ({ item }) => `The late fee for “${item}” was decided`,
    message: ({ to, renter, feeCents, reason }) =>
      sentences(
        feeCents === 0
          ? "There's no late fee."
          : `The late fee is ${dollarText(feeCents)}. We'll charge ${to === "renter" ? "your" : `${renter}'s`} card now.`,
        `Reason: “${reason}”`,
      ),
    page: bookingPage,
  }),

  late_fee_failed: entry<BookingFacts & { feeCents: number; until: string; hasDeposit: boolean }>()({
    type: "payment",
    title: "We couldn't charge your late fee",
    message: ({ item, feeCents, until, timezone, hasDeposit }) =>
      sentences(
        `Pay the ${dollarText(feeCents)} late fee for “${item}” by ${moment(until, timezone)}.`,
        hasDeposit && "After that, we'll take it from your deposit.",
      ),
    page: paymentPage,
  }),

  late_fee_settled: entry<
    BookingFacts & { chargedCents: number; depositCents: number; unpaidCents: number; ownerCents: number }
  >()({
    type: "payment",
    title: ({ to, item, chargedCents }) => {
      if (chargedCents === 0) return `We couldn't collect the late fee for “${item}”`;
      return to === "renter" ? `You paid the late fee for “${item}”` : `The late fee for “${item}” was paid`;
    },
    message: ({ to, chargedCents, depositCents, unpaidCents, ownerCents }) =>
      sentences(
        to === "renter" &&
          chargedCents > 0 &&
          (depositCents > 0
            ? `We took ${dollarText(depositCents)} from your deposit.`
            : `We charged ${dollarText(chargedCents)} to your card.`),
        to === "owner" && chargedCents > 0 && `You'll get ${dollarText(ownerCents)} with your next payout.`,
        unpaidCents > 0 && unpaidText(unpaidCents),
      ),
    page: bookingPage,
  }),

  booking_endangered: entry<BookingFacts>()({
    type: "system",
    title: ({ item }) => `“${item}” may not be back in time`,
    message: ({ to, renter }) =>
      to === "renter"
        ? "The previous renter is late. Open the booking to see other dates and similar items, or cancel with a full refund."
        : `The previous renter is late, so ${renter}'s booking is at risk. You can cancel it with a full refund. It won't count against you.`,
    page: bookingPage,
  }),

  booking_safe: entry<BookingFacts>()({
    type: "system",
    title: ({ item }) => `“${item}” is back in time`,
    message: "The previous renter returned it, so the booking goes ahead.",
    page: bookingPage,
  }),
};
