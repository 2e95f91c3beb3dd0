import type { BookingDetailView, BookingStep, BookingView } from "@nexby/contract/bookings/bookings";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { momentIn } from "../../../lib/dates.ts";
import { handoffLabels } from "../../../lib/rental-labels.ts";
import { productNow } from "../../../lib/server-time.ts";
import { endCopy, startCopy } from "./handoff-times.ts";
import { disagreementText } from "./problems/disagreement.ts";
import { isLost, lossText } from "./problems/loss.ts";

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
  | "lateness"
  | "nextStep"
> &
  Partial<Pick<BookingDetailView, "claim" | "noShow" | "timeline">>;

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
  /** The deadline without "until"; null without one, and once it has passed. */
  moment: string | null;
  /** The deadline has passed, and the system is about to act. */
  isOver: boolean;
  booking: BookingText;
  now: number;
};

type StepCopy = (facts: StepFacts) => string;

const on = ({ moment }: StepFacts) => (moment ? ` on ${moment}` : "");

const STEP_COPY: Record<BookingStep, StepCopy> = {
  finish_checkout: ({ isOwn, other, by, isOver }) =>
    isOver
      ? "The time to pay is over. We’re closing this request."
      : isOwn
        ? `Finish paying${by} to send your request.`
        : `${other} hasn’t finished paying.`,
  fraud_review: ({ by, isOver }) =>
    isOver
      ? "The time to review the payment is over, so the request expires. Nothing is charged."
      : `We’re reviewing the payment, which usually takes less than 12 hours. If we don’t approve it${by}, the request expires and nothing is charged.`,
  owner_decision: ({ isOwn, other, by, moment, isOver }) =>
    isOver
      ? `${isOwn ? "You" : other} didn’t reply in time, so the request expires.`
      : isOwn
        ? `Reply${by || " soon"}, or the request expires.`
        : moment
          ? `${other} has until ${moment} to reply.`
          : `Waiting for ${other} to reply.`,
  pay_again: ({ isOwn, other, by, isOver }) =>
    isOver
      ? `We couldn’t charge ${isOwn ? "your" : `${other}’s`} card in time. We’re canceling the booking.`
      : isOwn
        ? `We couldn’t charge your card. Pay${by} to keep the booking.`
        : `We couldn’t charge ${other}’s card. ${other} can pay${by || " again"}.`,
  charge_to_come: (facts) =>
    facts.isOver
      ? `We’re charging ${facts.isRenter ? "your" : "the renter’s"} card.`
      : facts.isRenter
        ? `We’ll charge your card${on(facts)}.`
        : `We’ll charge the renter’s card${on(facts)}.`,
  payment_disputed: ({ isRenter, booking }) =>
    `${isRenter ? "Your" : `${booking.renter.firstName}’s`} bank is disputing the payment. The item can’t be handed over until that’s settled.`,
  confirm_pickup: ({ isOwn, other, moment, booking, isOver }) => {
    const { agreed } = handoffLabels(booking);
    if (isOver) return `The time to confirm ${agreed} is over. We’re updating the booking.`;
    const otherwise = moment ? ` Without a reply, it’s confirmed automatically on ${moment}.` : "";
    return isOwn ? `Confirm ${agreed}.${otherwise}` : `Waiting for ${other} to confirm ${agreed}.${otherwise}`;
  },
  secure_deposit: ({ isOwn, other, by, isOver }) => {
    if (isOver) return "We couldn’t hold the deposit in time. We’re canceling the booking.";
    return isOwn
      ? `We couldn’t hold the deposit on your card. Confirm it or use another card${by} to keep this booking.`
      : `We couldn’t hold the deposit on ${other}’s card. ${other} can confirm it${by}.`;
  },
  pickup: ({ booking, now }) => startCopy(booking, now),
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
  answer_no_show: ({ isOwn, other, by, until, isOver }) =>
    isOver
      ? "Nobody contested the no-show in time. We’re canceling the booking."
      : isOwn
        ? `${other} reported that you didn’t show up. Contest it${by} if that’s wrong.`
        : `${other} can contest it${until}.`,
  extension_decision: ({ isOwn, other, by, isOver, booking: { renter } }) =>
    isOver
      ? "The time to reply is over, so the request for more days expires."
      : isOwn
        ? `${renter.firstName} wants to keep it longer. Reply${by}, or the request expires.`
        : `Waiting for ${other} to reply to the request for more days${by}.`,
  return: ({ booking, now }) => endCopy(booking, now),
  overdue: ({ booking, now }) => endCopy(booking, now),
  inspection: ({ isOwn, other, by, until, isOver }) =>
    isOver
      ? "The time to inspect it is over. We’re closing the rental."
      : isOwn
        ? `Inspect it${by}. If you don’t report a problem, we’ll close the rental.`
        : `${other} has${until} to inspect it.`,
  admin_decision: ({ booking }) => {
    if (booking.status !== "damaged_admin_review") return disagreementText(booking);
    return isLost(booking) ? lossText(booking) : "Our team is reviewing the claim.";
  },
  pay_late_fee: ({ isOwn, other, by, isOver }) =>
    isOver
      ? `We couldn’t charge the late fee to ${isOwn ? "your" : `${other}’s`} card in time.`
      : isOwn
        ? `We couldn’t charge the late fee to your card. Pay it${by}.`
        : `We couldn’t charge the late fee to ${other}’s card. ${other} can pay it${by || " again"}.`,
  contest_late_fee: ({ isRenter, booking, moment, isOver }) =>
    `We’${isOver ? "re charging" : "ll charge"} the late fee to ${isRenter ? "your" : `${booking.renter.firstName}’s`} card${moment ? ` on ${moment}` : ""}.`,
  late_fee_decision: () => "The late fee is contested. Our team will decide.",
  damage_notice: ({ isRenter, booking, moment, isOver }) => {
    const card = isRenter ? "your" : `${booking.renter.firstName}’s`;
    if (isOver) return `We’re charging ${card} card for damage.`;
    return `We’ll charge ${card} card for damage${moment ? ` on ${moment}` : ""}.${isRenter ? " You can pay earlier." : ""}`;
  },
  pay_damage: ({ isOwn, other, by, isOver }) =>
    isOver
      ? `We couldn’t charge ${isOwn ? "your" : `${other}’s`} card for damage in time.`
      : isOwn
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
  const isOver = until !== null && Date.parse(until) < now;
  const moment = until && !isOver ? momentIn(until, timezone) : null;
  const actor = by === "owner" ? owner : renter;
  return {
    isRenter,
    isOwn: by === role,
    other: (role === "admin" ? actor : isRenter ? owner : renter).firstName,
    until: moment ? ` until ${moment}` : "",
    by: moment ? ` by ${moment}` : "",
    moment,
    isOver,
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
