import type { BookingView } from "@nexby/contract/bookings/bookings";
import { momentIn } from "../../../lib/dates.ts";
import { type Handoff, handoffOfBooking } from "../../../lib/rental-labels.ts";
import { isFree, latenessText } from "./problems/lateness.ts";

type Booking = Pick<
  BookingView,
  "role" | "renter" | "owner" | "timezone" | "exchangeType" | "item" | "pickupAt" | "endAt" | "lateness"
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

/** After the time at which they were to meet. */
const PAST_START: Record<Handoff, HandoffCopy> = {
  pickup: {
    renter: ({ at }) => `Pickup was planned for ${at}. Did you get it?`,
    owner: ({ renter, at }) => `Pickup was planned for ${at}. Did ${renter} get it?`,
    admin: ({ at }) => `Pickup was planned for ${at}. Nobody has confirmed it yet.`,
  },
  meetup: {
    renter: ({ at }) => `The meetup was planned for ${at}. Did you get it?`,
    owner: ({ renter, at }) => `The meetup was planned for ${at}. Did ${renter} get it?`,
    admin: ({ at }) => `The meetup was planned for ${at}. Nobody has confirmed it yet.`,
  },
  delivery: {
    renter: ({ at }) => `Delivery was planned for ${at}. Did you get it?`,
    owner: ({ renter, at }) => `Delivery was planned for ${at}. Did ${renter} get it?`,
    admin: ({ at }) => `Delivery was planned for ${at}. Nobody has confirmed it yet.`,
  },
  truck: {
    renter: ({ owner, at }) => `${owner} was to serve from ${at}. Is the truck there?`,
    owner: ({ at }) => `You were to serve from ${at}. Are you there?`,
    admin: ({ owner, at }) => `${owner} was to serve from ${at}. Nobody has confirmed it yet.`,
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

const isPast = (instant: string, now: number) => Date.parse(instant) < now;

export const startCopy = (booking: Booking, now: number): string =>
  handoffCopy(isPast(booking.pickupAt, now) ? PAST_START : START, booking, booking.pickupAt);

/** When it is due, or what being late costs now. */
export function endCopy(booking: Booking, now: number): string {
  if (!isPast(booking.endAt, now)) return handoffCopy(END, booking, booking.endAt);
  const handoff = handoffOfBooking(booking);
  const overdue = handoffCopy(OVERDUE, booking, booking.endAt);
  const late = latenessText(booking, now);
  if (handoff === "truck" || late === null || booking.lateness === null) return overdue;
  const isStillFree = isFree(booking.lateness, now);
  if (handoff === "delivery") return isStillFree ? overdue : `${late} ${overdue}`;
  return booking.role === "renter" && !isStillFree ? `${late} Please return it now.` : late;
}
