import type { BookingStep, BookingView } from "@nexby/contract/bookings";
import { handoverLabels } from "../../lib/handover-words.ts";
import { productNow } from "../../lib/server-time.ts";
import { momentIn } from "./booking-times.ts";
import { endWords, overdueWords, startWords } from "./handover-step-words.ts";
import { payoutStepWords } from "./payout-words.ts";

type BookingInWords = Pick<
  BookingView,
  | "role"
  | "status"
  | "rentalStatus"
  | "payoutStatus"
  | "renter"
  | "owner"
  | "item"
  | "timezone"
  | "exchangeType"
  | "pickupAt"
  | "endAt"
  | "nextStep"
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
  now: number;
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
  confirm_pickup: ({ isOwn, other, moment, booking }) => {
    const { agreed } = handoverLabels(booking);
    const otherwise = moment ? ` Without an answer it counts as agreed on ${moment}.` : "";
    return isOwn ? `Agree to ${agreed}.${otherwise}` : `${other} has yet to agree to ${agreed}.${otherwise}`;
  },
  secure_deposit: ({ isOwn, other, until }) =>
    isOwn
      ? `Your card did not take the deposit. Place it${until} to keep the booking.`
      : `${other}’s card did not take the deposit. They can place it${until || " again"}.`,
  pickup: ({ booking }) => startWords(booking),
  confirm_receipt: ({ isOwn, moment, until, booking: { role, renter, owner, item } }) => {
    const [given, taken] = item.isFoodTruck ? ["came with the truck", "they came"] : ["handed it over", "you have it"];
    if (!isOwn) {
      return `${role === "owner" ? "You" : owner.firstName} ${given}. ${renter.firstName} can object${until}.`;
    }
    const counts = moment ? `That counts from ${moment} unless you object.` : "Is that so?";
    return `${owner.firstName} says that ${taken}. ${counts}`;
  },
  answer_no_show: ({ isOwn, other, until }) =>
    isOwn ? `${other} says that you did not come. Say${until} if it was otherwise.` : `${other} can answer${until}.`,
  return: ({ booking }) => endWords(booking),
  overdue: ({ booking }) => overdueWords(booking),
  inspection: ({ isOwn, other, until }) =>
    isOwn ? `Look it over${until}. After that it counts as fine.` : `${other} looks it over${until}.`,
  admin_decision: ({ booking: { status, rentalStatus } }) => {
    if (status !== "damaged_admin_review") return "It is open whether the rental took place. An administrator decides.";
    return rentalStatus === "lost"
      ? "It was not returned. An administrator decides."
      : "An administrator looks at the claim and decides.";
  },
  payout: ({ booking, now }) => payoutStepWords(booking, booking.nextStep?.until ?? null, now),
};

/** What the booking waits for, in one sentence; null when it waits for nothing, or nothing that concerns who reads it. */
export function stepWords(booking: BookingInWords, now = productNow()): string | null {
  const { nextStep, role } = booking;
  if (!nextStep || (nextStep.code === "payout" && role === "renter")) return null;
  return WORDS[nextStep.code](factsOf(booking, nextStep, now));
}

function factsOf(booking: BookingInWords, { by, until }: Step, now: number): Facts {
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
    now,
  };
}
