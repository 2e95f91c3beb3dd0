import { dollarText } from "@nexby/domain/kernel/amount-text";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import type { CancellationPolicy, ExchangeType } from "@nexby/domain/listings/item-terms";
import type { PlanKind } from "@nexby/domain/planning/planned-times";
import { dayRange, entry, moment, sentences } from "./entry.ts";

/** The facts that every notification about a booking can name. */
export type BookingFacts = {
  bookingId: string;
  /** The side that receives it. */
  to: "renter" | "owner";
  item: string;
  /** First names. */
  renter: string;
  owner: string;
  startDate: LocalDate;
  endDate: LocalDate;
  timezone: string;
  /** A food truck comes and serves; it isn't handed over. */
  isFoodTruck: boolean;
};

type By = "renter" | "owner" | "admin" | "system";

export const dates = ({ startDate, endDate }: BookingFacts) => dayRange(startDate, endDate);
export const otherName = ({ to, renter, owner }: BookingFacts) => (to === "owner" ? renter : owner);
/** "Kayak, Nov 20 – 21" */
export const rental = (facts: BookingFacts) => `${facts.item}, ${dates(facts)}`;
export const bookingPage = ({ bookingId }: { bookingId: string }) => `/my-bookings/${bookingId}`;
/** Where a booking is paid and its deposit confirmed. */
export const paymentPage = ({ bookingId }: { bookingId: string }) => `/checkout/${bookingId}`;

const HANDOFFS: Record<ExchangeType, string> = { pickup: "Pickup", delivery: "Delivery", meetup: "Meetup" };
const handoff = ({ isFoodTruck, exchangeType }: { isFoodTruck: boolean; exchangeType: ExchangeType }) =>
  isFoodTruck ? "Serving" : HANDOFFS[exchangeType];

/** A pickup or return time that renter and owner agree on. */
type PlannedTime = BookingFacts & { plan: PlanKind; exchangeType: ExchangeType; at: string };

const TIMES: Record<PlanKind, Record<ExchangeType | "truck", string>> = {
  pickup: { pickup: "pickup time", delivery: "delivery time", meetup: "meetup time", truck: "start of serving" },
  return: { pickup: "return time", delivery: "collection time", meetup: "return time", truck: "end of serving" },
};
const timeName = ({ plan, exchangeType, isFoodTruck }: PlannedTime) =>
  TIMES[plan][isFoodTruck ? "truck" : exchangeType];
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Canceled = BookingFacts & {
  by: By;
  reason: string | null;
  absent: "renter" | "owner" | null;
  policy: CancellationPolicy;
  isCharged: boolean;
  isTakenByBank: boolean;
  totalCents: number;
  refundCents: number;
  ownerKeepsCents: number;
};

function cancellationTitle(facts: Canceled): string {
  if (facts.by === "renter" || facts.by === "owner")
    return `${facts[facts.by]} canceled the booking of “${facts.item}”`;
  return `The booking of “${facts.item}” was canceled`;
}

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  payment_failed: "We couldn't charge the rental in time.",
  deposit_failed: "We couldn't hold the deposit in time.",
  late_item: "The previous renter didn't return it in time. It doesn't count against you.",
};

function cancellationReason(facts: Canceled): string | null {
  const { by, reason, absent, to } = facts;
  if (absent !== null) return absent === to ? "You didn't show up." : `${facts[absent]} didn't show up.`;
  if (reason === null) return null;
  return by === "system" ? (SYSTEM_REASONS[reason] ?? null) : `Reason: “${reason}”`;
}

/** A user's message comes last, because it may have no full stop. */
function withReason(facts: Canceled): (string | null)[] {
  const [reason, money] = [cancellationReason(facts), cancellationMoney(facts)];
  return facts.by === "system" || facts.absent !== null ? [reason, money] : [money, reason];
}

function cancellationMoney(facts: Canceled): string {
  const { to, isCharged, isTakenByBank, totalCents, refundCents, ownerKeepsCents, policy } = facts;
  if (to === "owner") {
    return ownerKeepsCents > 0
      ? `You'll still be paid ${dollarText(ownerKeepsCents)}.`
      : "There's no payout for this booking.";
  }
  if (isTakenByBank) return "Your bank has already returned your payment.";
  if (!isCharged && refundCents === totalCents) return "Your card wasn't charged.";
  if (refundCents === totalCents) return `You'll get a full refund of ${dollarText(refundCents)}.`;
  if (refundCents === 0) return `No refund under the ${policy} cancellation policy.`;
  return `Your refund is ${dollarText(refundCents)} of ${dollarText(totalCents)}.`;
}

type ComingPickup = BookingFacts & { exchangeType: ExchangeType; at: string; isAgreed: boolean };

export const BOOKING_EVENTS = {
  request_received: entry<BookingFacts & { earnsCents: number; deadline: string }>()({
    type: "booking_request",
    title: ({ renter, item }) => `${renter} wants to rent your ${item}`,
    message: (facts) =>
      `${dates(facts)}. You'd earn ${dollarText(facts.earnsCents)}. Approve or decline by ${moment(facts.deadline, facts.timezone)}, or the request expires.`,
    page: "/booking-requests",
  }),

  request_reminder: entry<BookingFacts & { deadline: string }>()({
    type: "booking_request",
    title: ({ renter, item }) => `${renter} is waiting for your answer about “${item}”`,
    message: (facts) =>
      `${dates(facts)}. Approve or decline by ${moment(facts.deadline, facts.timezone)}, or the request expires.`,
    page: "/booking-requests",
  }),

  booking_approved: entry<BookingFacts & { isInstant: boolean; totalCents: number; earnsCents: number }>()({
    type: "booking_approved",
    title: ({ to, renter, owner, item, isInstant }) => {
      if (to === "owner") return `${renter} booked your ${item}`;
      return isInstant ? `Your booking of “${item}” is confirmed` : `${owner} approved your booking of “${item}”`;
    },
    message: (facts) =>
      facts.to === "owner"
        ? `${dates(facts)}. You'll earn ${dollarText(facts.earnsCents)}. Open the booking to see the next step.`
        : `${dates(facts)}. The total is ${dollarText(facts.totalCents)}. Open the booking to see the next step.`,
    page: bookingPage,
  }),

  // The renter isn't told why the platform declined.
  request_declined: entry<BookingFacts & { reason: string | null }>()({
    type: "booking_declined",
    title: ({ owner, item, reason }) =>
      reason === null ? `Your request for “${item}” was declined` : `${owner} declined your request for “${item}”`,
    message: (facts) =>
      sentences(
        `${dates(facts)}.`,
        "Your card wasn't charged.",
        facts.reason !== null && facts.reason !== "" && `Reason: “${facts.reason}”`,
      ),
    page: bookingPage,
  }),

  request_expired: entry<BookingFacts & { wasSent: boolean }>()({
    type: "booking_declined",
    title: ({ item }) => `Your request for “${item}” expired`,
    message: ({ owner, wasSent }) =>
      wasSent
        ? `${owner} didn't reply in time. Your card wasn't charged. You can request other dates.`
        : "It wasn't sent in time. Your card wasn't charged. You can start again.",
    page: bookingPage,
  }),

  booking_canceled: entry<Canceled>()({
    type: "system",
    title: cancellationTitle,
    message: (facts) => sentences(`${dates(facts)}.`, ...withReason(facts)),
    page: bookingPage,
  }),

  handoff_scheduled: entry<BookingFacts & { exchangeType: ExchangeType; at: string }>()({
    type: "system",
    title: (facts) => `${handoff(facts)} time confirmed for “${facts.item}”`,
    message: (facts) => `${handoff(facts)} with ${otherName(facts)}: ${moment(facts.at, facts.timezone)}.`,
    page: bookingPage,
  }),

  time_proposed: entry<PlannedTime & { deadline: string; inForceAt: string | null }>()({
    type: "system",
    title: (facts) => `${otherName(facts)} proposed a ${timeName(facts)} for “${facts.item}”`,
    message: (facts) => {
      const { at, deadline, inForceAt, timezone } = facts;
      const otherwise = inForceAt === null ? "it's confirmed automatically" : `it stays ${moment(inForceAt, timezone)}`;
      return `${moment(at, timezone)}. Confirm it or propose another time by ${moment(deadline, timezone)}. Without a reply, ${otherwise}.`;
    },
    page: bookingPage,
  }),

  time_reminder: entry<PlannedTime & { deadline: string }>()({
    type: "system",
    title: (facts) => `${otherName(facts)} is waiting for your answer about the ${timeName(facts)}`,
    message: (facts) =>
      `${facts.item}: ${moment(facts.at, facts.timezone)}. Confirm it or propose another time by ${moment(facts.deadline, facts.timezone)}.`,
    page: bookingPage,
  }),

  time_confirmed: entry<PlannedTime>()({
    type: "system",
    title: (facts) => `${capitalized(timeName(facts))} confirmed for “${facts.item}”`,
    message: (facts) =>
      `${moment(facts.at, facts.timezone)} with ${otherName(facts)}. Open the booking to update your calendar.`,
    page: bookingPage,
  }),

  time_kept: entry<PlannedTime & { isWithdrawn: boolean }>()({
    type: "system",
    title: (facts) =>
      facts.isWithdrawn
        ? `${otherName(facts)} withdrew the new ${timeName(facts)} for “${facts.item}”`
        : `${otherName(facts)} can't change the ${timeName(facts)} for “${facts.item}”`,
    message: (facts) =>
      `It's still ${moment(facts.at, facts.timezone)}. Open the booking if you need to propose another time.`,
    page: bookingPage,
  }),

  proposal_expired: entry<PlannedTime>()({
    type: "system",
    title: (facts) => `No reply to your ${timeName(facts)} for “${facts.item}”`,
    message: (facts) =>
      `It's still ${moment(facts.at, facts.timezone)}. Open the booking if you need to propose another time.`,
    page: bookingPage,
  }),

  pickup_reminder: entry<ComingPickup>()({
    type: "system",
    title: (facts) =>
      `${facts.isAgreed ? handoff(facts) : "Your rental starts"} ${moment(facts.at, facts.timezone)}: ${facts.item}`,
    message: (facts) =>
      facts.isAgreed
        ? `It's with ${otherName(facts)}. Open the booking to see the place.`
        : `Agree on a time with ${otherName(facts)}.`,
    page: bookingPage,
  }),

  pickup_soon: entry<ComingPickup>()({
    type: "system",
    title: (facts) =>
      `${facts.isAgreed ? `${handoff(facts)} of “${facts.item}”:` : `The rental of “${facts.item}” starts`} ${moment(facts.at, facts.timezone)}`,
    message: (facts) =>
      facts.isAgreed
        ? `With ${otherName(facts)}. Open the booking to see the place.`
        : `Agree on a time with ${otherName(facts)}.`,
    page: bookingPage,
  }),

  handed_over: entry<BookingFacts & { dueAt: string }>()({
    type: "system",
    title: ({ to, item, renter, isFoodTruck }) => {
      if (isFoodTruck) return `“${item}” is serving`;
      return to === "renter" ? `Your rental has started: ${item}` : `${renter}'s rental has started: ${item}`;
    },
    message: ({ to, dueAt, timezone, isFoodTruck }) => {
      if (isFoodTruck) return `Serving until ${moment(dueAt, timezone)}.`;
      return `${to === "renter" ? "Return it" : "It's due back"} by ${moment(dueAt, timezone)}.`;
    },
    page: bookingPage,
  }),

  return_reminder: entry<BookingFacts & { at: string }>()({
    type: "system",
    title: ({ to, item, renter }) =>
      to === "renter" ? `Return it soon: ${item}` : `Due back soon from ${renter}: ${item}`,
    message: ({ to, at, timezone }) =>
      sentences(
        `It's due back ${moment(at, timezone)}.`,
        to === "renter" && "If you need it longer, ask for more days in the booking.",
      ),
    page: bookingPage,
  }),

  return_soon: entry<BookingFacts & { at: string }>()({
    type: "system",
    title: ({ to, item, renter, at, timezone }) =>
      `Due back ${to === "renter" ? "" : `from ${renter} `}${moment(at, timezone)}: ${item}`,
    message: (facts) => `Meet ${otherName(facts)}, and confirm the return in the booking.`,
    page: bookingPage,
  }),

  returned: entry<BookingFacts & { depositCents: number }>()({
    type: "system",
    title: ({ to, item, renter, isFoodTruck }) => {
      if (isFoodTruck) return `“${item}” has finished serving`;
      return to === "owner" ? `${renter} returned your ${item}` : `Your return of “${item}” is recorded`;
    },
    message: ({ to, owner, depositCents }) => {
      if (to === "owner") return "Report any problem within 48 hours. After that, we'll close the rental.";
      const deposit = depositCents > 0 ? ` Then we'll release your ${dollarText(depositCents)} deposit.` : "";
      return `${owner} has 48 hours to report a problem.${deposit}`;
    },
    page: bookingPage,
  }),

  inspection_reminder: entry<BookingFacts & { deadline: string }>()({
    type: "system",
    title: ({ item }) => `Is everything in order? ${item}`,
    message: ({ deadline, timezone }) =>
      `Report any problem by ${moment(deadline, timezone)}. After that, we'll close the rental.`,
    page: bookingPage,
  }),

  rental_completed: entry<BookingFacts & { depositCents: number; earnsCents: number }>()({
    type: "system",
    title: ({ item }) => `Rental completed: ${item}`,
    message: ({ to, renter, owner, depositCents, earnsCents }) => {
      if (to === "owner") return `${renter}'s rental is over. You earned ${dollarText(earnsCents)}.`;
      const deposit = depositCents > 0 ? ` We're releasing your ${dollarText(depositCents)} deposit.` : "";
      return `Thanks for renting from ${owner}.${deposit}`;
    },
    page: bookingPage,
  }),

  claim_opened: entry<BookingFacts & { by: By; claimCents: number; isNamedByOwner?: boolean }>()({
    type: "system",
    title: ({ by, owner, item }) =>
      by === "owner" ? `${owner} reported a problem with “${item}”` : `Not returned: ${item}`,
    message: ({ to, owner, claimCents, isNamedByOwner }) => {
      const named = to === "owner" ? "Open the booking to name what it costs." : `${owner} can name what it costs.`;
      const amount = isNamedByOwner ? named : `The claim is ${dollarText(claimCents)}.`;
      return `${amount} Our team will review it and decide. Open the booking for details.`;
    },
    page: bookingPage,
  }),

  handoff_marked: entry<BookingFacts>()({
    type: "system",
    title: ({ item }) => `Did you pick it up? ${item}`,
    message: ({ owner }) =>
      `${owner} marked it as handed over. Confirm receipt, or dispute the handoff within two hours.`,
    page: bookingPage,
  }),

  condition_reported: entry<BookingFacts & { condition: "damaged" | "other" }>()({
    type: "system",
    title: (facts) =>
      facts.condition === "damaged"
        ? `${otherName(facts)} reported damage to “${facts.item}”`
        : `${otherName(facts)} reported a problem with “${facts.item}”`,
    message: "Open the booking to see the photos and notes, and to add your own report.",
    page: bookingPage,
  }),

  handoff_disputed: entry<BookingFacts>()({
    type: "system",
    title: ({ renter, item }) => `${renter} says they don't have it: ${item}`,
    message: "Our team will review the handoff and decide.",
    page: bookingPage,
  }),

  handoff_upheld: entry<BookingFacts & { dueAt: string; reason: string }>()({
    type: "system",
    title: ({ item }) => `The handoff of “${item}” took place, our team decided`,
    message: ({ to, dueAt, timezone, reason, renter }) =>
      sentences(
        to === "renter"
          ? `Your rental started at the handoff. Return it by ${moment(dueAt, timezone)}; a late return can cost a fee.`
          : `The rental started at the handoff. ${renter} has to return it by ${moment(dueAt, timezone)}.`,
        `Reason: “${reason}”`,
      ),
    page: bookingPage,
  }),

  handoff_code_locked: entry<BookingFacts>()({
    type: "system",
    title: ({ item }) => `Get a new code for “${item}”`,
    message: (facts) =>
      `${otherName(facts)} entered five incorrect codes. If you're together now, open the booking and get a new code.`,
    page: bookingPage,
  }),

  handoff_reminder: entry<BookingFacts>()({
    type: "system",
    title: ({ to, item, renter, owner }) =>
      to === "renter" ? `Did ${owner} hand it over? ${item}` : `Did ${renter} get it? ${item}`,
    message:
      "No one marked it as handed over. Open the booking to report what happened. If neither of you tells us, we'll close the rental 48 hours after it ends.",
    page: bookingPage,
  }),

  no_show_reported: entry<BookingFacts>()({
    type: "system",
    title: (facts) => `${otherName(facts)} says you didn't show up`,
    message: (facts) => `${rental(facts)}. If you did, contest the report within 12 hours.`,
    page: bookingPage,
  }),

  no_show_contested: entry<BookingFacts>()({
    type: "system",
    title: (facts) => `${otherName(facts)} contested your no-show report`,
    message: (facts) => `${rental(facts)}. Our team will decide.`,
    page: bookingPage,
  }),

  rental_unreported: entry<BookingFacts>()({
    type: "system",
    title: ({ item }) => `Did the rental take place? ${item}`,
    message: "No one reported a handoff, and the rental period is over. Our team will decide on the refund.",
    page: bookingPage,
  }),
};
