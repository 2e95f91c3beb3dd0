import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { type BookingFacts, bookingPage } from "./booking-events.ts";
import { entry, moment, sentences } from "./entry.ts";

/** From this day on, notices say when the item is considered lost. */
const LOSS_NOTICE_DAYS = 4;

/** Missing in notices from before there were steps. */
type Overdue = {
  /** Sent again two hours after the first notice. */
  isSecond?: boolean;
  /** Full days since the grace period, in the daily notices of a fee that doesn't grow. */
  daysOverdue?: number;
  feeCents?: number;
  /** When the next day starts, and what the fee is then; null if it doesn't grow anymore. */
  nextDayAt?: string | null;
  nextFeeCents?: number;
  /** When the item is considered lost. */
  lostAt?: string;
  /** Full days until then. */
  daysUntilLost?: number;
  /** The claimed amount; 0 if the owner names it. */
  lossCents?: number;
};

/** A return that is due or late. Each notice says more than the one before, and none is sent twice. */
export const LATE_EVENTS = {
  /** While returning it is still free. */
  return_due: entry<BookingFacts & { freeUntil: string; dailyFeeCents: number | null }>()({
    type: "system",
    title: ({ to, item, renter }) => (to === "renter" ? `Due now: ${item}` : `Due back from ${renter} now: ${item}`),
    message: ({ to, renter, freeUntil, timezone, dailyFeeCents }) => {
      const until = moment(freeUntil, timezone);
      if (to === "owner") {
        return `${renter} can return it by ${until} without a late fee. Mark it as returned once you have it.`;
      }
      return sentences(
        `Return it by ${until} without a late fee.`,
        Boolean(dailyFeeCents) && `After that, the first day costs ${dollarText(dailyFeeCents ?? 0)}.`,
      );
    },
    page: bookingPage,
  }),

  return_overdue: entry<BookingFacts & Overdue & { dueAt: string; dailyFeeCents?: number | null }>()({
    type: "system",
    title: ({ to, item, renter, isSecond, daysOverdue }) => {
      if (daysOverdue) return `${countOf(daysOverdue, "day")} overdue: ${item}`;
      if (to === "renter") return `${isSecond ? "Still not returned" : "Overdue"}: ${item}`;
      return `${renter} ${isSecond ? "still " : ""}hasn't returned it: ${item}`;
    },
    message: (facts) => {
      const { to, dueAt, timezone, dailyFeeCents, isSecond, daysOverdue, owner, renter } = facts;
      if (daysOverdue) return sentences(stoppedText(facts), lossText(facts), to === "renter" && "Return it now.");
      if (isSecond) {
        const words =
          to === "renter" ? `Tell ${owner} when you'll return it.` : `Ask ${renter} when they'll return it.`;
        return sentences(nextDayText(facts), words);
      }
      return sentences(
        `It was due back ${moment(dueAt, timezone)}.`,
        Boolean(dailyFeeCents) && `The late fee is ${dollarText(dailyFeeCents ?? 0)} for the first day.`,
        to === "renter" && "Return it as soon as you can.",
      );
    },
    page: bookingPage,
  }),

  late_fee_accrued: entry<BookingFacts & Overdue & { daysLate: number; feeCents: number }>()({
    type: "payment",
    title: ({ item, feeCents }) => `The late fee for “${item}” is now ${dollarText(feeCents)}`,
    message: (facts) => {
      const { to, renter, daysLate } = facts;
      const billed = `It's billed as ${countOf(daysLate, "day")} late.`;
      const next = nextDayText(facts) || "The fee doesn't grow anymore.";
      if (daysLate >= LOSS_NOTICE_DAYS) return sentences(billed, lossText(facts), to === "renter" && "Return it now.");
      return to === "renter"
        ? sentences(billed, next, "Return it as soon as you can.")
        : sentences(`${renter} hasn't returned it.`, billed, next);
    },
    page: bookingPage,
  }),
};

type Facts = BookingFacts & Overdue;

const nextDayText = ({ nextDayAt, nextFeeCents = 0, timezone }: Facts): string | null =>
  nextDayAt ? `The late fee goes up to ${dollarText(nextFeeCents)} after ${moment(nextDayAt, timezone)}.` : null;

const stoppedText = ({ feeCents = 0 }: Facts): string | false =>
  feeCents > 0 && `The late fee is ${dollarText(feeCents)} and doesn't grow anymore.`;

function lossText({ to, owner, renter, lostAt, daysUntilLost = 0, lossCents = 0, timezone }: Facts): string | null {
  if (!lostAt) return null;
  const [whose, claimant] = to === "renter" ? ["your", owner] : [`${renter}'s`, "you"];
  const cost =
    lossCents > 0
      ? `we'll claim ${dollarText(lossCents)} from ${whose} deposit and card`
      : `${claimant} can ask for what it costs`;
  const left = daysUntilLost > 0 ? `in ${countOf(daysUntilLost, "day")}, by ` : "by ";
  return `If it isn't back ${left}${moment(lostAt, timezone)}, it's considered lost, and ${cost}.`;
}
