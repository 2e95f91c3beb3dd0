import type { BookingDetailView } from "@nexby/contract/bookings";
import { momentWords } from "../../components/rental/rental-words.ts";
import { type Handover, handoverOf } from "../../lib/handover-words.ts";
import { depositWords } from "./deposit-words.ts";
import { isOver, isUnpaid } from "./payment-standing.ts";

export type Standing = "unfinished" | "checked" | "asked" | "booked" | "over";

/** How far a booking is, as far as who has just paid is concerned. */
export function standingOf(booking: BookingDetailView): Standing {
  if (isOver(booking)) return "over";
  if (isUnpaid(booking, "rental")) return "unfinished";
  if (booking.status !== "pending") return "booked";
  return booking.nextStep?.code === "fraud_review" ? "checked" : "asked";
}

type Words = { title: string; text: string; steps: readonly string[] };

const OVER: Readonly<Record<string, string>> = {
  declined: "The request was declined. Nothing was charged.",
  expired: "Its time ran out. Nothing was charged.",
  canceled: "It was called off.",
};

/** Of a booking that did not come about. */
export const overWords = ({ status }: Pick<BookingDetailView, "status">): string | null => OVER[status] ?? null;

const AGREE_ON_PLACE = "You agree on a time and place with the owner.";
const AGREE_ON_TIME = "You agree on a time with the owner.";
const AGREE: Record<Handover, string> = {
  pickup: AGREE_ON_PLACE,
  meetup: AGREE_ON_PLACE,
  delivery: AGREE_ON_TIME,
  truck: AGREE_ON_TIME,
};

const BOOKED: Record<Handover, (owner: string) => string> = {
  pickup: (owner) => `${owner} expects you.`,
  meetup: (owner) => `You meet ${owner}.`,
  delivery: (owner) => `${owner} brings it to you.`,
  truck: (owner) => `${owner} comes to your event.`,
};

const CHARGED = "Your card is charged only if the owner approves.";

/** What is said after paying, and what comes next. */
export function successWords(booking: BookingDetailView): Words {
  const { nextStep, timezone, depositCents, isDepositCharged } = booking;
  const owner = booking.owner.firstName || "the owner";
  const until = nextStep?.until ? momentWords(new Date(nextStep.until), timezone) : null;
  const deposit = depositCents > 0 ? [depositWords(isDepositCharged)] : [];
  const handover = handoverOf(booking);
  const agree = AGREE[handover];
  switch (standingOf(booking)) {
    case "unfinished":
      return {
        title: "Your booking is not finished",
        text: `The payment is still open${until ? `. It is kept for you until ${until}` : ""}.`,
        steps: [],
      };
    case "checked":
      return {
        title: "We are checking your request",
        text: "That takes up to 12 hours. Nothing is charged meanwhile.",
        steps: [`Then ${owner} looks at it and answers.`, CHARGED, agree],
      };
    case "asked":
      return {
        title: `Your request is with ${owner}`,
        text: until
          ? `${owner} has until ${until} to answer. Without an answer the hold on your card is let go.`
          : `${owner} looks at your request and answers.`,
        steps: [`${owner} looks at your request and answers.`, CHARGED, agree],
      };
    case "booked":
      return { title: "It is booked", text: BOOKED[handover](owner), steps: [agree, ...deposit] };
    case "over":
      return { title: "This booking did not come about", text: overWords(booking) ?? "", steps: [] };
  }
}
