import type { BookingStep, BookingView } from "@nexby/contract/bookings/bookings";
import { momentIn } from "../../../lib/dates.ts";
import { countOf } from "../../../lib/format.ts";
import { type Handoff, handoffLabels, handoffOfBooking } from "../../../lib/rental-labels.ts";
import { productNow } from "../../../lib/server-time.ts";

type BookingText = Pick<
  BookingView,
  | "role"
  | "status"
  | "rentalStatus"
  | "payoutStatus"
  | "isPayoutReady"
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

type StepFacts = {
  isRenter: boolean;
  /** True when the step is the viewer's. */
  isOwn: boolean;
  /** First name of the other side; for an admin, of the person who has to act. */
  other: string;
  /** " until Thu, Jun 4, 9:00 AM" with a leading space; empty without a deadline. */
  until: string;
  /** The same with "by". */
  by: string;
  /** The deadline without "until". */
  moment: string | null;
  booking: BookingText;
  now: number;
};

type StepCopy = (facts: StepFacts) => string;

const on = ({ moment }: StepFacts) => (moment ? ` on ${moment}` : "");

const STEP_COPY: Record<BookingStep, StepCopy> = {
  finish_checkout: ({ isOwn, other, by }) =>
    isOwn ? `Finish paying${by} to send your request.` : `${other} hasn’t finished paying.`,
  fraud_review: () => "We’re reviewing the payment. You’ll hear from us within 12 hours.",
  owner_decision: ({ isOwn, other, by, moment }) =>
    isOwn
      ? `Reply${by || " soon"}, or the request expires.`
      : moment
        ? `${other} has until ${moment} to reply.`
        : `Waiting for ${other} to reply.`,
  pay_again: ({ isOwn, other, by }) =>
    isOwn
      ? `We couldn’t charge your card. Pay${by} to keep the booking.`
      : `We couldn’t charge ${other}’s card. ${other} can pay${by || " again"}.`,
  charge_to_come: (facts) =>
    facts.isRenter ? `We’ll charge your card${on(facts)}.` : `We’ll charge the renter’s card${on(facts)}.`,
  payment_disputed: ({ isRenter, booking }) =>
    `${isRenter ? "Your" : `${booking.renter.firstName}’s`} bank is disputing the payment. The item can’t be handed over until that’s settled.`,
  confirm_pickup: ({ isOwn, other, moment, booking }) => {
    const { agreed } = handoffLabels(booking);
    const otherwise = moment ? ` Without a reply, it’s confirmed automatically on ${moment}.` : "";
    return isOwn ? `Confirm ${agreed}.${otherwise}` : `Waiting for ${other} to confirm ${agreed}.${otherwise}`;
  },
  secure_deposit: ({ isOwn, other, by }) => {
    return isOwn
      ? `We couldn’t hold the deposit on your card. Confirm it or use another card${by} to keep this booking.`
      : `We couldn’t hold the deposit on ${other}’s card. ${other} can confirm it${by}.`;
  },
  pickup: ({ booking }) => startCopy(booking),
  confirm_receipt: ({ isOwn, moment, until, booking: { role, renter, owner, item } }) => {
    const given = item.isFoodTruck ? "arrived with the truck" : "marked it as handed over";
    if (!isOwn) {
      return `${role === "owner" ? "You" : owner.firstName} ${given}. ${renter.firstName} can dispute it${until}.`;
    }
    const next = moment
      ? `The rental starts ${moment} unless you dispute it.`
      : "Confirm receipt or dispute the handoff.";
    return `${owner.firstName} ${given}. ${next}`;
  },
  answer_no_show: ({ isOwn, other, by, until }) =>
    isOwn
      ? `${other} reported that you didn’t show up. Contest it${by} if that’s wrong.`
      : `${other} can contest it${until}.`,
  extension_decision: ({ isOwn, other, by, booking: { renter } }) =>
    isOwn
      ? `${renter.firstName} wants to keep it longer. Reply${by}, or the request expires.`
      : `Waiting for ${other} to reply to the request for more days${by}.`,
  return: ({ booking }) => endCopy(booking),
  overdue: ({ booking }) => overdueCopy(booking),
  inspection: ({ isOwn, other, by, until }) =>
    isOwn
      ? `Inspect it${by}. If you don’t report a problem, we’ll close the rental.`
      : `${other} has${until} to inspect it.`,
  admin_decision: ({ booking: { status, rentalStatus } }) => {
    if (status !== "damaged_admin_review") return "It’s unclear whether the rental took place. Our team will decide.";
    return rentalStatus === "lost" ? "It wasn’t returned. Our team will decide." : "Our team is reviewing the claim.";
  },
  pay_late_fee: ({ isOwn, other, by }) =>
    isOwn
      ? `We couldn’t charge the late fee to your card. Pay it${by}.`
      : `We couldn’t charge the late fee to ${other}’s card. ${other} can pay it${by || " again"}.`,
  contest_late_fee: ({ isRenter, booking, moment }) =>
    `We’ll charge the late fee to ${isRenter ? "your" : `${booking.renter.firstName}’s`} card${moment ? ` on ${moment}` : ""}.`,
  late_fee_decision: () => "The late fee is contested. Our team will decide.",
  damage_notice: ({ isRenter, booking, moment }) => {
    const card = isRenter ? "your" : `${booking.renter.firstName}’s`;
    return `We’ll charge ${card} card for damage${moment ? ` on ${moment}` : ""}.${isRenter ? " You can pay earlier." : ""}`;
  },
  pay_damage: ({ isOwn, other, by }) =>
    isOwn
      ? `We couldn’t charge your card for damage. Pay${by}.`
      : `We couldn’t charge ${other}’s card for damage. ${other} can pay${by || " again"}.`,
  payout: ({ booking, now }) => payoutStepCopy(booking, booking.nextStep?.until ?? null, now),
};

/** The next step in one sentence; null when there is none, or when it doesn't concern the viewer. */
export function stepCopy(booking: BookingText, now = productNow()): string | null {
  const { nextStep, role } = booking;
  if (!nextStep || (nextStep.code === "payout" && role === "renter")) return null;
  return STEP_COPY[nextStep.code](factsOf(booking, nextStep, now));
}

function factsOf(booking: BookingText, { by, until }: Step, now: number): StepFacts {
  const { role, renter, owner, timezone } = booking;
  const isRenter = role === "renter";
  const moment = until && momentIn(until, timezone);
  const actor = by === "owner" ? owner : renter;
  return {
    isRenter,
    isOwn: by === role,
    other: (role === "admin" ? actor : isRenter ? owner : renter).firstName,
    until: moment ? ` until ${moment}` : "",
    by: moment ? ` by ${moment}` : "",
    moment,
    booking,
    now,
  };
}

type Payout = Pick<BookingView, "role" | "payoutStatus" | "isPayoutReady" | "timezone">;
type PayoutStep = Payout & Pick<BookingView, "nextStep">;

/** The payout waits until the owner has a payout account. */
export const needsPayoutAccount = ({ payoutStatus, isPayoutReady }: Payout): boolean =>
  payoutStatus === "scheduled" && !isPayoutReady;

/** True when the viewer is the owner who has to set up that account. */
export const needsOwnPayoutAccount = (booking: PayoutStep): boolean =>
  booking.role === "owner" && booking.nextStep?.code === "payout" && needsPayoutAccount(booking);

export const payeeOf = ({ role }: Pick<Payout, "role">): string => (role === "owner" ? "your" : "the owner’s");

/** Describes the payout of a completed rental in one sentence. */
function payoutStepCopy(payout: Payout, dueAt: string | null, now: number): string {
  switch (payout.payoutStatus) {
    case "on_hold":
      return "The payout is on hold until an open issue is resolved.";
    case "failed":
      return "We couldn’t send the payout. We try again every day.";
    case "processing":
      return `The payout is on its way to ${payeeOf(payout)} bank.`;
    default:
      if (needsPayoutAccount(payout)) {
        return `We’ll send the payout once ${payeeOf(payout)} payout account is ready.`;
      }
      return dueAt !== null && now < Date.parse(dueAt)
        ? `We’ll send the payout on ${momentIn(dueAt, payout.timezone)}.`
        : "We’re sending the payout.";
  }
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "1 day 4 h left", "3 h 12 min left". Minute precision. */
export function timeLeft(seconds: number): string {
  if (seconds <= 0) return "No time left";
  if (seconds < MINUTE) return "Less than a minute left";
  const [days, hours, minutes] = [
    Math.floor(seconds / DAY),
    Math.floor((seconds % DAY) / HOUR),
    Math.floor((seconds % HOUR) / MINUTE),
  ];
  if (days > 0) return hours > 0 ? `${countOf(days, "day")} ${hours} h left` : `${countOf(days, "day")} left`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min left` : `${hours} h left`;
  return `${minutes} min left`;
}

type Booking = Pick<
  BookingView,
  "role" | "renter" | "owner" | "timezone" | "exchangeType" | "item" | "pickupAt" | "endAt"
>;

/** `renter` and `owner` are first names. */
type HandoffFacts = { renter: string; owner: string; at: string };
type HandoffCopy = Record<Booking["role"], (facts: HandoffFacts) => string>;

const START: Record<Handoff, HandoffCopy> = {
  pickup: {
    renter: ({ at }) => `Pick it up on ${at}.`,
    owner: ({ renter, at }) => `${renter} picks it up on ${at}.`,
    admin: ({ renter, at }) => `${renter} picks it up on ${at}.`,
  },
  meetup: {
    renter: ({ owner, at }) => `Meet ${owner} on ${at}.`,
    owner: ({ renter, at }) => `Meet ${renter} on ${at}.`,
    admin: ({ renter, owner, at }) => `${renter} and ${owner} meet on ${at}.`,
  },
  delivery: {
    renter: ({ owner, at }) => `${owner} delivers it on ${at}.`,
    owner: ({ renter, at }) => `Deliver it to ${renter} on ${at}.`,
    admin: ({ renter, owner, at }) => `${owner} delivers it to ${renter} on ${at}.`,
  },
  truck: {
    renter: ({ owner, at }) => `${owner} serves from ${at}.`,
    owner: ({ at }) => `You serve from ${at}.`,
    admin: ({ owner, at }) => `${owner} serves from ${at}.`,
  },
};

const BROUGHT_BACK: HandoffCopy = {
  renter: ({ at }) => `Return it by ${at}.`,
  owner: ({ at }) => `It’s due back by ${at}.`,
  admin: ({ at }) => `It’s due back by ${at}.`,
};

const END: Record<Handoff, HandoffCopy> = {
  pickup: BROUGHT_BACK,
  meetup: BROUGHT_BACK,
  delivery: {
    renter: ({ owner, at }) => `Have it ready by ${at}. ${owner} will collect it.`,
    owner: ({ at }) => `Collect it by ${at}.`,
    admin: ({ owner, at }) => `${owner} collects it by ${at}.`,
  },
  truck: {
    renter: ({ owner, at }) => `${owner} serves until ${at}.`,
    owner: ({ at }) => `You serve until ${at}.`,
    admin: ({ owner, at }) => `${owner} serves until ${at}.`,
  },
};

const DUE_BACK: HandoffCopy = {
  renter: ({ at }) => `It was due back on ${at}. Please return it now.`,
  owner: ({ at }) => `It was due back on ${at}.`,
  admin: ({ at }) => `It was due back on ${at}.`,
};

const OVERDUE: Record<Handoff, HandoffCopy> = {
  pickup: DUE_BACK,
  meetup: DUE_BACK,
  delivery: {
    renter: ({ owner, at }) => `${owner} was due to collect it by ${at}. Mark it as returned once it’s back.`,
    owner: ({ at }) => `You were due to collect it by ${at}. Mark it as returned once it’s back.`,
    admin: ({ owner, at }) => `${owner} was due to collect it by ${at}.`,
  },
  truck: {
    renter: ({ at }) => `Serving was due to end on ${at}. Let us know when the visit is over.`,
    owner: ({ at }) => `Serving was due to end on ${at}. Let us know when the visit is over.`,
    admin: ({ at }) => `Serving was due to end on ${at}.`,
  },
};

function handoffCopy(copy: Record<Handoff, HandoffCopy>, booking: Booking, instant: string): string {
  const { role, renter, owner, timezone } = booking;
  const facts = { renter: renter.firstName, owner: owner.firstName, at: momentIn(instant, timezone) };
  return copy[handoffOfBooking(booking)][role](facts);
}

const startCopy = (booking: Booking): string => handoffCopy(START, booking, booking.pickupAt);
const endCopy = (booking: Booking): string => handoffCopy(END, booking, booking.endAt);
const overdueCopy = (booking: Booking): string => handoffCopy(OVERDUE, booking, booking.endAt);
