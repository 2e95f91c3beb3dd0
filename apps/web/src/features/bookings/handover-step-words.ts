import type { BookingView } from "@nexby/contract/bookings";
import { type Handover, handoverOf } from "../../lib/handover-words.ts";
import { momentIn } from "./booking-times.ts";

type Booking = Pick<
  BookingView,
  "role" | "renter" | "owner" | "timezone" | "exchangeType" | "item" | "pickupAt" | "endAt"
>;

/** First names, and the moment it is about. */
type Facts = { renter: string; owner: string; at: string };
type Words = Record<Booking["role"], (facts: Facts) => string>;

const START: Record<Handover, Words> = {
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

const BROUGHT_BACK: Words = {
  renter: ({ at }) => `Bring it back by ${at}.`,
  owner: ({ at }) => `It comes back by ${at}.`,
  admin: ({ at }) => `It comes back by ${at}.`,
};

const END: Record<Handover, Words> = {
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

const DUE_BACK: Words = {
  renter: ({ at }) => `It was due back on ${at}. Please return it now.`,
  owner: ({ at }) => `It was due back on ${at}.`,
  admin: ({ at }) => `It was due back on ${at}.`,
};

const OVERDUE: Record<Handover, Words> = {
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

function say(words: Record<Handover, Words>, booking: Booking, instant: string): string {
  const { role, renter, owner, timezone } = booking;
  const facts = { renter: renter.firstName, owner: owner.firstName, at: momentIn(instant, timezone) };
  return words[handoverOf(booking)][role](facts);
}

export const startWords = (booking: Booking): string => say(START, booking, booking.pickupAt);
export const endWords = (booking: Booking): string => say(END, booking, booking.endAt);
export const overdueWords = (booking: Booking): string => say(OVERDUE, booking, booking.endAt);
