import { type BookingFacts, bookingPage, paymentPage } from "./booking-events.ts";
import { dollars, entry, moment, sentences } from "./entry.ts";

/** What happens to a damage claim after it was filed. */
export const DAMAGE_EVENTS = {
  /** Without a reason, the renter agreed. */
  claim_answered: entry<BookingFacts & { reason: string | null }>()({
    type: "system",
    title: ({ renter, item, reason }) =>
      `${renter} ${reason === null ? "agreed to" : "contested"} your claim for ${item}`,
    message: ({ reason }) => sentences(reason !== null && `Reason: “${reason}”`, "Our team will decide."),
    page: bookingPage,
  }),

  claim_decided: entry<
    BookingFacts & { damageCents: number; cardCents: number; chargeAt: string | null; reason: string }
  >()({
    type: "payment",
    title: ({ item }) => `The claim for ${item} was decided`,
    message: ({ to, owner, renter, damageCents, cardCents, chargeAt, timezone, reason }) => {
      const whose = to === "renter" ? "your" : `${renter}'s`;
      const amount = `${to === "renter" ? "You'll pay" : `${renter} will pay`} ${dollars(damageCents)} for damage or loss.`;
      const fromDeposit = damageCents - cardCents;
      return sentences(
        damageCents === 0 ? "There's no charge for damage." : amount,
        fromDeposit > 0 && `We'll take ${dollars(fromDeposit)} from ${whose} deposit.`,
        chargeAt !== null &&
          `We'll charge ${dollars(cardCents)} to ${whose} card on ${moment(chargeAt, timezone)}.${to === "renter" ? " You can pay earlier." : ""}`,
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
      `Pay the ${dollars(cardCents)} for damage to ${item} by ${moment(until, timezone)}.`,
    page: paymentPage,
  }),

  damage_settled: entry<BookingFacts & { depositCents: number; cardCents: number; unpaidCents: number }>()({
    type: "payment",
    title: ({ to, item, depositCents, cardCents }) => {
      if (depositCents + cardCents === 0) return `We couldn't collect the claim for ${item}`;
      return to === "renter" ? `You paid the claim for ${item}` : `The claim for ${item} was paid`;
    },
    message: ({ to, depositCents, cardCents, unpaidCents }) =>
      sentences(
        to === "renter" && cardCents > 0 && `We charged ${dollars(cardCents)} to your card.`,
        to === "renter" && depositCents > 0 && `We took ${dollars(depositCents)} from your deposit.`,
        to === "owner" &&
          depositCents + cardCents > 0 &&
          `You get ${dollars(depositCents + cardCents)} with your next payout.`,
        unpaidCents > 0 && `${dollars(unpaidCents)} couldn't be collected.`,
      ),
    page: bookingPage,
  }),
};
