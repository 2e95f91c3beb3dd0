import type { BookingRequestView } from "@nexby/contract/bookings/booking-requests";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { describe, expect, it } from "vitest";
import { viewedFrom } from "../../../lib/testing/viewed-from.ts";
import { BOOKING } from "../../../testing/booking.fixture.ts";
import { requestFacts } from "../booking-facts.ts";
import { actionCopy } from "./actions.ts";
import { cardText, codeCopy, enterText, isConfirmed, otherName, showText } from "./handoff.ts";
import { stepCopy as stepCopyAt } from "./next-step.ts";
import { handoffTimes, placeText } from "./timeline.ts";

viewedFrom("America/New_York");

/** Before everything that is still to come. */
const EARLIER = Date.parse("2026-05-31T16:00:00.000Z");
const stepCopy = (booking: Parameters<typeof stepCopyAt>[0], now = EARLIER) => stepCopyAt(booking, now);

const booking = (changes: Partial<BookingDetailView>): BookingDetailView => ({ ...BOOKING, ...changes });

describe("handoff texts", () => {
  const textsFor = (role: BookingDetailView["role"], changes: Partial<BookingDetailView>) =>
    (["pickup", "return"] as const).map((code) =>
      stepCopy(booking({ ...changes, role, nextStep: { code, by: "renter", until: null } })),
    );
  const truck = { exchangeType: "delivery", item: { ...BOOKING.item, isFoodTruck: true } } as const;
  const [start, end] = ["Thu, Jun 4, 9:00 AM", "Sat, Jun 6, 6:00 PM"];

  it.each([
    ["renter", {}, `Pick it up on ${start}.`, `Return it by ${end}.`],
    ["owner", {}, `Omar picks it up on ${start}.`, `It’s due back by ${end}.`],
    ["renter", { exchangeType: "meetup" }, `Meet Maya on ${start}.`, `Return it by ${end}.`],
    ["admin", { exchangeType: "meetup" }, `Omar and Maya meet on ${start}.`, `It’s due back by ${end}.`],
    [
      "renter",
      { exchangeType: "delivery" },
      `Maya delivers it on ${start}.`,
      `Have it ready by ${end}. Maya will collect it.`,
    ],
    ["owner", { exchangeType: "delivery" }, `Deliver it to Omar on ${start}.`, `Collect it by ${end}.`],
    ["renter", truck, `Maya serves from ${start}.`, `Maya serves until ${end}.`],
    ["owner", truck, `You serve from ${start}.`, `You serve until ${end}.`],
  ] satisfies [BookingDetailView["role"], Partial<BookingDetailView>, string, string][])(
    "handoff texts tell the %s of %o: %s %s",
    (role, changes, ...texts) => expect(textsFor(role, changes)).toEqual(texts),
  );

  it.each([
    [{}, "Pickup", "Return", "Mark as returned"],
    [{ exchangeType: "delivery" }, "Delivery", "Collection", "Mark as collected"],
    [truck, "Serving from", "Serving until", "The visit is over"],
  ] satisfies [Partial<BookingDetailView>, string, string, string][])(
    "handoff texts use the same labels everywhere for %o: %s, %s",
    (changes, first, last, action) => {
      const changed = booking(changes);
      expect(handoffTimes(changed).map(({ label }) => label)).toEqual([first, last]);
      const request = {
        ...changed,
        requestedPickupAt: null,
        requestedDropoffAt: null,
      } as unknown as BookingRequestView;
      expect(requestFacts(request).map(({ label }) => label)).toEqual(expect.arrayContaining([first, last]));
      expect(actionCopy("submit_return", changed).label).toBe(action);
    },
  );

  it("handoff texts promise the exact address only while the handoff can still happen", () => {
    expect(placeText(BOOKING)).toContain("once the request is approved");
    expect(placeText(booking({ status: "declined" }))).toBe("Maplewood, NJ");
  });
});

const TRUCK_VISIT = { ...BOOKING, item: { ...BOOKING.item, isFoodTruck: true } };

describe("texts of handoff codes", () => {
  it("texts of handoff codes say what the code does", () => {
    expect(cardText("pickup", BOOKING)).toBe(
      "When you meet, one of you shows a code and the other enters it. Then the rental starts right away.",
    );
    expect(showText("return", { ...BOOKING, role: "owner" })).toBe(
      "Only show it when you’re together. When Omar enters it, the return is confirmed right away.",
    );
  });

  it("texts of handoff codes tell only a renter who picks up that they can't cancel anymore", () => {
    expect(enterText("pickup", BOOKING)).toBe(
      "Ask Maya to open this booking and show the code. When you confirm, the rental starts right away, and you can’t cancel anymore.",
    );
    expect(enterText("pickup", { ...BOOKING, role: "owner" })).not.toContain("cancel");
    expect(enterText("return", BOOKING)).not.toContain("cancel");
  });

  it("texts of handoff codes don't speak of handoff and return to people who booked a food truck", () => {
    for (const kind of ["pickup", "return"] as const) {
      const words = [
        ...Object.values(codeCopy(kind, TRUCK_VISIT)),
        cardText(kind, TRUCK_VISIT),
        enterText(kind, TRUCK_VISIT),
      ].join(" ");
      expect(words).not.toMatch(/handoff|return|rental/i);
    }
  });

  it("texts of handoff codes name a person without a name by their role", () => {
    expect(otherName({ ...BOOKING, owner: { ...BOOKING.owner, firstName: "" } })).toBe("the owner");
  });
});

describe("a handoff by code", () => {
  it("a handoff by code is confirmed by the status that follows, not by a cancellation", () => {
    expect(isConfirmed("pickup", "in_possession")).toBe(true);
    expect(isConfirmed("pickup", "canceled")).toBe(false);
    expect(isConfirmed("return", "return_submitted")).toBe(true);
    expect(isConfirmed("return", "in_possession")).toBe(false);
  });
});
