import { dollarText } from "@nexby/domain/kernel/amount-text";
import { isTooSmall } from "@nexby/domain/payments/later-charges";
import { type BookingFacts, bookingPage, paymentPage } from "./booking-events.ts";
import { entry, moment, sentences, unpaidText } from "./entry.ts";

/** Events of a damage claim after it was filed. */
export const DAMAGE_EVENTS = {
  loss_named: entry<BookingFacts & { claimCents: number }>()({
    type: "system",
    title: ({ owner, item, claimCents }) => `${owner} asks for ${dollarText(claimCents)} for “${item}”`,
    message:
      "It wasn't returned, and you agreed to a limit at checkout. Agree or contest the amount. Our team will decide.",
    page: bookingPage,
  }),

  /** Without a reason, the renter agreed. */
  claim_answered: entry<BookingFacts & { reason: string | null }>()({
    type: "system",
    title: ({ renter, item, reason }) =>
      `${renter} ${reason === null ? "agreed to" : "contested"} your claim for “${item}”`,
    message: ({ reason }) => sentences(reason !== null && `Reason: “${reason}”`, "Our team will decide."),
    page: bookingPage,
  }),

  claim_decided: entry<
    BookingFacts & { damageCents: number; cardCents: number; chargeAt: string | null; reason: string }
  >()({
    type: "payment",
    title: ({ item }) => `The claim for “${item}” was decided`,
    message: ({ to, owner, renter, damageCents, cardCents, chargeAt, timezone, reason }) => {
      const whose = to === "renter" ? "your" : `${renter}'s`;
      const amount = `${to === "renter" ? "You'll pay" : `${renter} will pay`} ${dollarText(damageCents)} for damage or loss.`;
      const fromDeposit = damageCents - cardCents;
      return sentences(
        damageCents === 0 ? "There's no charge for damage." : amount,
        damageCents > 0 &&
          isTooSmall(damageCents) &&
          "That's less than $0.50, so we waive it unless the deposit also pays a late fee.",
        fromDeposit > 0 && !isTooSmall(damageCents) && `We'll take ${dollarText(fromDeposit)} from ${whose} deposit.`,
        chargeAt !== null &&
          `We'll charge ${dollarText(cardCents)} to ${whose} card on ${moment(chargeAt, timezone)}.${to === "renter" ? " You can pay earlier." : ""}`,
        to === "renter" && damageCents > 0 && `${owner} gets this amount.`,
        `Reason: “${reason}”`,
      );
    },
    page: bookingPage,
  }),

  damage_failed: entry<BookingFacts & { cardCents: number; until: string }>()({
    type: "payment",
    title: "We couldn't charge your card for damage",
    message: ({ item, cardCents, until, timezone }) =>
      `Pay the ${dollarText(cardCents)} for damage to “${item}” by ${moment(until, timezone)}.`,
    page: paymentPage,
  }),

  damage_settled: entry<BookingFacts & { depositCents: number; cardCents: number; unpaidCents: number }>()({
    type: "payment",
    title: ({ to, item, depositCents, cardCents, unpaidCents }) => {
      if (isTooSmall(unpaidCents) && depositCents + cardCents === 0) return `The claim for “${item}” was waived`;
      if (depositCents + cardCents === 0) return `We couldn't collect the claim for “${item}”`;
      return to === "renter" ? `You paid the claim for “${item}”` : `The claim for “${item}” was paid`;
    },
    message: ({ to, depositCents, cardCents, unpaidCents }) =>
      sentences(
        to === "renter" && cardCents > 0 && `We charged ${dollarText(cardCents)} to your card.`,
        to === "renter" && depositCents > 0 && `We took ${dollarText(depositCents)} from your deposit.`,
        to === "owner" &&
          depositCents + cardCents > 0 &&
          `You'll get ${dollarText(depositCents + cardCents)} with your next payout.`,
        unpaidCents > 0 && unpaidText(unpaidCents),
      ),
    page: bookingPage,
  }),
};
