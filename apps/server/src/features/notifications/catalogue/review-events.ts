import type { BookingFacts } from "./booking-events.ts";
import { dayRange, entry, moment } from "./entry.ts";

const otherName = ({ to, renter, owner }: BookingFacts) => (to === "owner" ? renter : owner);
const dates = ({ startDate, endDate }: BookingFacts) => dayRange(startDate, endDate);
const reviewsOf = ({ bookingId }: BookingFacts) => `/my-bookings/${bookingId}`;

/** A review is secret until it is published: no text may tell that one exists before then. */
export const REVIEW_EVENTS = {
  review_prompt: entry<BookingFacts & { closesAt: string }>()({
    type: "other",
    title: (facts) => `How was your rental with ${otherName(facts)}?`,
    message: (facts) =>
      `${facts.item}, ${dates(facts)}. Write your review by ${moment(facts.closesAt, facts.timezone)}. Reviews are published when both of you have written one, or after that.`,
    page: reviewsOf,
  }),

  review_published: entry<BookingFacts>()({
    type: "other",
    title: (facts) => `${otherName(facts)} reviewed you`,
    message: (facts) => `Read the review of your rental: ${facts.item}, ${dates(facts)}. You can reply to it once.`,
    page: reviewsOf,
  }),

  review_replied: entry<BookingFacts>()({
    type: "other",
    title: (facts) => `${otherName(facts)} replied to your review`,
    message: (facts) => `${facts.item}, ${dates(facts)}.`,
    page: reviewsOf,
  }),

  review_hidden: entry<BookingFacts & { reason: string }>()({
    type: "system",
    title: "We've hidden your review",
    message: (facts) => `Your review of ${facts.item}, ${dates(facts)}, is no longer public. Reason: “${facts.reason}”`,
    page: reviewsOf,
  }),

  admin_review_reported: entry()({
    type: "system",
    title: "A review was reported",
    message: "Read the report, then hide the review or keep it.",
    page: "/admin/reviews",
  }),
};
