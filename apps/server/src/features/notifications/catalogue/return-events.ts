import { countOf } from "@nexby/domain/kernel/amount-text";
import { type BookingFacts, bookingPage, otherName } from "./booking-events.ts";
import { entry, sentences } from "./entry.ts";

/** Some of several units came back. */
export const RETURN_EVENTS = {
  units_returned: entry<BookingFacts & { units: number; quantity: number; unitsOut: number }>()({
    type: "system",
    title: (facts) =>
      `${otherName(facts)} marked ${facts.units} of ${countOf(facts.quantity, "unit")} of “${facts.item}” as returned`,
    message: ({ to, unitsOut }) =>
      sentences(
        `${countOf(unitsOut, "unit")} ${unitsOut === 1 ? "is" : "are"} still out.`,
        to === "owner" && "Confirm the return if you have them, so that others can book them.",
      ),
    page: bookingPage,
  }),

  units_confirmed: entry<BookingFacts & { units: number; quantity: number }>()({
    type: "system",
    title: ({ owner, units, quantity, item }) =>
      `${owner} has ${units} of ${countOf(quantity, "unit")} of “${item}” back`,
    message: "The rental goes on with the others.",
    page: bookingPage,
  }),
};
