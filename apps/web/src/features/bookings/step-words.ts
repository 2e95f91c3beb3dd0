import type { BookingStep, BookingView } from "@nexby/contract/bookings";
import { momentIn } from "./booking-times.ts";

export type BookingInWords = Pick<
  BookingView,
  "role" | "status" | "renter" | "owner" | "timezone" | "exchangeType" | "startAt" | "endAt" | "nextStep"
>;

type Step = NonNullable<BookingView["nextStep"]>;

type Facts = {
  isRenter: boolean;
  /** Whether it is for who reads it. */
  isOwn: boolean;
  /** First name of the other side, or of whoever has to act for who is neither. */
  other: string;
  /** "until Thu, Jun 4, 9:00 AM", with a space before it; empty where nothing ends. */
  until: string;
  /** The same moment by itself. */
  moment: string | null;
  booking: BookingInWords;
};

type Words = (facts: Facts) => string;

const on = ({ moment }: Facts) => (moment ? ` on ${moment}` : "");

const WORDS: Record<BookingStep, Words> = {
  finish_checkout: ({ isOwn, other, until }) =>
    isOwn ? `Finish the payment${until} to send your request.` : `${other} has not finished the payment yet.`,
  fraud_review: () => "We are checking the payment. You will hear from us within 12 hours.",
  owner_decision: ({ isOwn, other, until, moment }) =>
    isOwn
      ? `Answer${until || " soon"}, or the request expires.`
      : `${other} has ${moment ? `until ${moment}` : "some time"} to answer.`,
  pay_again: ({ isOwn, other, until }) =>
    isOwn
      ? `Your card did not work. Pay${until} to keep the booking.`
      : `${other}’s card did not work. They can pay${until || " again"}.`,
  charge_to_come: (facts) =>
    facts.isRenter ? `Your card is charged${on(facts)}.` : `The renter’s card is charged${on(facts)}.`,
  confirm_pickup: ({ isOwn, other, moment }) => {
    const otherwise = moment ? ` Without an answer it counts as agreed on ${moment}.` : "";
    return isOwn
      ? `Agree to the pickup time.${otherwise}`
      : `${other} has yet to agree to the pickup time.${otherwise}`;
  },
  secure_deposit: ({ isOwn, other, until }) =>
    isOwn
      ? `Your card did not take the deposit. Place it${until} to keep the booking.`
      : `${other}’s card did not take the deposit. They can place it${until || " again"}.`,
  pickup: (facts) => handoverWords(facts),
  confirm_receipt: ({ isOwn, other, moment }) =>
    isOwn
      ? `${other} says that you have it. ${moment ? `That counts from ${moment} unless you object.` : "Is that so?"}`
      : `You handed it over. ${other} can object${moment ? ` until ${moment}` : ""}.`,
  answer_no_show: ({ isOwn, other, until }) =>
    isOwn ? `${other} says that you did not come. Say${until} if it was otherwise.` : `${other} can answer${until}.`,
  return: ({ isRenter, booking }) => {
    const by = momentIn(booking.endAt, booking.timezone);
    return isRenter ? `Bring it back by ${by}.` : `It comes back by ${by}.`;
  },
  overdue: ({ isRenter, booking }) => {
    const due = momentIn(booking.endAt, booking.timezone);
    return isRenter ? `It was due back on ${due}. Please return it now.` : `It was due back on ${due}.`;
  },
  inspection: ({ isOwn, other, until }) =>
    isOwn ? `Look it over${until}. After that it counts as fine.` : `${other} looks it over${until}.`,
  admin_decision: ({ booking }) =>
    booking.status === "damaged_admin_review"
      ? "An administrator looks at the claim and decides."
      : "It is open whether the rental took place. An administrator decides.",
  payout: ({ moment }) => (moment ? `The earnings are paid out on ${moment}.` : "The earnings are being paid out."),
};

/** What the booking waits for, in one sentence; null when it waits for nothing, or nothing that concerns who reads it. */
export function stepWords(booking: BookingInWords): string | null {
  const { nextStep, role } = booking;
  if (!nextStep || (nextStep.code === "payout" && role === "renter")) return null;
  return WORDS[nextStep.code](factsOf(booking, nextStep));
}

function factsOf(booking: BookingInWords, { by, until }: Step): Facts {
  const { role, renter, owner, timezone } = booking;
  const isRenter = role === "renter";
  const moment = until && momentIn(until, timezone);
  const actor = by === "owner" ? owner : renter;
  return {
    isRenter,
    isOwn: by === role,
    other: (role === "admin" ? actor : isRenter ? owner : renter).firstName,
    until: moment ? ` until ${moment}` : "",
    moment,
    booking,
  };
}

function handoverWords({ isRenter, other, booking }: Facts): string {
  const at = momentIn(booking.startAt, booking.timezone);
  switch (booking.exchangeType) {
    case "pickup":
      return isRenter ? `Pick it up on ${at}.` : `${other} picks it up on ${at}.`;
    case "delivery":
      return isRenter ? `${other} brings it on ${at}.` : `Bring it to ${other} on ${at}.`;
    case "meetup":
      return `Meet ${other} on ${at}.`;
  }
}
