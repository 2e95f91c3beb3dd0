import { type BookingFacts, bookingPage } from "./booking-events.ts";
import { dayRange, entry, moment } from "./entry.ts";

const otherName = ({ to, renter, owner }: BookingFacts) => (to === "owner" ? renter : owner);
const dates = ({ startDate, endDate }: BookingFacts) => dayRange(startDate, endDate);

/** A review is secret until it is published: no text may tell that one exists before then. */
export const REVIEW_EVENTS = {
  review_prompt: entry<BookingFacts & { closesAt: string }>()({
    type: "other",
    title: (facts) => `How was your rental with ${otherName(facts)}?`,
    message: (facts) =>
      `${facts.item}, ${dates(facts)}. Write your review by ${moment(facts.closesAt, facts.timezone)}. We publish reviews when both of you have written one, or when the deadline passes.`,
    page: bookingPage,
  }),

  review_published: entry<BookingFacts>()({
    type: "other",
    title: (facts) => `${otherName(facts)} reviewed you`,
    message: (facts) => `Read the review of your rental: ${facts.item}, ${dates(facts)}. You can reply to it once.`,
    page: bookingPage,
  }),

  review_replied: entry<BookingFacts>()({
    type: "other",
    title: (facts) => `${otherName(facts)} replied to your review`,
    message: (facts) => `${facts.item}, ${dates(facts)}.`,
    page: bookingPage,
  }),

  review_hidden: entry<BookingFacts & { reason: string }>()({
    type: "system",
    title: "We've hidden your review",
    message: (facts) =>
      `Your review of “${facts.item}”, ${dates(facts)}, is no longer public. Reason: “${facts.reason}”`,
    page: bookingPage,
  }),
};
