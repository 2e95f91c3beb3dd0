import type { BookingStep, BookingView } from "@nexby/contract/bookings/bookings";
import { zonedTime } from "../../../lib/dates.ts";
import { countOf } from "../../../lib/format.ts";
import { type Handoff, handoffLabels, handoffOfBooking } from "../../../lib/rental-labels.ts";
import { productNow } from "../../../lib/server-time.ts";

type BookingText = Pick<
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

type StepFacts = {
  isRenter: boolean;
  /** True when the step is the viewer's. */
  isOwn: boolean;
  /** First name of the other side; for an admin, of the person who has to act. */
  other: string;
  /** " until Thu, Jun 4, 9:00 AM" with a leading space; empty without a deadline. */
  until: string;
  /** The deadline without "until". */
  moment: string | null;
  booking: BookingText;
  now: number;
};

type StepCopy = (facts: StepFacts) => string;

const on = ({ moment }: StepFacts) => (moment ? ` on ${moment}` : "");

const STEP_COPY: Record<BookingStep, StepCopy> = {
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
  payment_disputed: ({ isRenter, booking }) =>
    `${isRenter ? "Your" : `${booking.renter.firstName}’s`} bank is disputing the payment. The item can’t be handed over until that is settled.`,
  confirm_pickup: ({ isOwn, other, moment, booking }) => {
    const { agreed } = handoffLabels(booking);
    const otherwise = moment ? ` Without an answer it counts as agreed on ${moment}.` : "";
    return isOwn ? `Agree to ${agreed}.${otherwise}` : `${other} has yet to agree to ${agreed}.${otherwise}`;
  },
  secure_deposit: ({ isOwn, other, moment }) => {
    const by = moment ? ` by ${moment}` : "";
    return isOwn
      ? `We couldn’t hold the deposit on your card. Confirm it or use another card${by} to keep this booking.`
      : `We couldn’t hold the deposit on ${other}’s card. ${other} can confirm it${by}.`;
  },
  pickup: ({ booking }) => startCopy(booking),
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
  return: ({ booking }) => endCopy(booking),
  overdue: ({ booking }) => overdueCopy(booking),
  inspection: ({ isOwn, other, until }) =>
    isOwn ? `Look it over${until}. After that it counts as fine.` : `${other} looks it over${until}.`,
  admin_decision: ({ booking: { status, rentalStatus } }) => {
    if (status !== "damaged_admin_review") return "It is open whether the rental took place. An administrator decides.";
    return rentalStatus === "lost"
      ? "It was not returned. An administrator decides."
      : "An administrator looks at the claim and decides.";
  },
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
    moment,
    booking,
    now,
  };
}

type Payout = Pick<BookingView, "role" | "payoutStatus" | "timezone">;
type PayoutStep = Payout & Pick<BookingView, "nextStep">;

/** Grace period before a due payout counts as stuck. */
const PAYOUT_GRACE_MS = 3_600_000;

/** A payout still scheduled past its due time means that the owner has no payout account yet. */
export const needsPayoutAccount = ({ payoutStatus }: Payout, dueAt: string | null, now: number): boolean =>
  payoutStatus === "scheduled" && dueAt !== null && Date.parse(dueAt) + PAYOUT_GRACE_MS < now;

/** True when the viewer is the owner who has to set up that account. */
export const needsOwnPayoutAccount = (booking: PayoutStep, now: number): boolean =>
  booking.role === "owner" &&
  booking.nextStep?.code === "payout" &&
  needsPayoutAccount(booking, booking.nextStep.until, now);

export const payeeOf = ({ role }: Pick<Payout, "role">): string => (role === "owner" ? "your" : "the owner’s");

/** Describes the payout of a completed rental in one sentence. */
function payoutStepCopy(payout: Payout, dueAt: string | null, now: number): string {
  switch (payout.payoutStatus) {
    case "on_hold":
      return "The earnings are on hold until a question about them is settled.";
    case "failed":
      return "The earnings could not be paid out. We try again every day.";
    case "processing":
      return `The earnings are on their way to ${payeeOf(payout)} bank.`;
    default:
      if (needsPayoutAccount(payout, dueAt, now)) {
        return `The earnings wait until ${payeeOf(payout)} payout account is ready.`;
      }
      return dueAt !== null && now < Date.parse(dueAt)
        ? `The earnings are paid out on ${momentIn(dueAt, payout.timezone)}.`
        : "The earnings are being paid out.";
  }
}

const MOMENT = {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
} as const;

/** "Thu, Jun 4, 9:00 AM" in the item's time zone. */
export const momentIn = (instant: string, timeZone: string): string => zonedTime(new Date(instant), timeZone, MOMENT);

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
    renter: ({ owner, at }) => `${owner} brings it on ${at}.`,
    owner: ({ renter, at }) => `Bring it to ${renter} on ${at}.`,
    admin: ({ renter, owner, at }) => `${owner} brings it to ${renter} on ${at}.`,
  },
  truck: {
    renter: ({ owner, at }) => `${owner} serves from ${at}.`,
    owner: ({ at }) => `You serve from ${at}.`,
    admin: ({ owner, at }) => `${owner} serves from ${at}.`,
  },
};

const BROUGHT_BACK: HandoffCopy = {
  renter: ({ at }) => `Bring it back by ${at}.`,
  owner: ({ at }) => `It comes back by ${at}.`,
  admin: ({ at }) => `It comes back by ${at}.`,
};

const END: Record<Handoff, HandoffCopy> = {
  pickup: BROUGHT_BACK,
  meetup: BROUGHT_BACK,
  delivery: {
    renter: ({ owner, at }) => `Have it ready by ${at}. ${owner} collects it.`,
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
    renter: ({ owner, at }) => `${owner} was to collect it by ${at}. Please say when it is back.`,
    owner: ({ at }) => `You were to collect it by ${at}. Please say when it is back.`,
    admin: ({ owner, at }) => `${owner} was to collect it by ${at}.`,
  },
  truck: {
    renter: ({ at }) => `Serving was to end on ${at}. Please say when it is over.`,
    owner: ({ at }) => `Serving was to end on ${at}. Please say when it is over.`,
    admin: ({ at }) => `Serving was to end on ${at}.`,
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
