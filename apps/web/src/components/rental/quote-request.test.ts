import type { ItemDetailView } from "@nexby/contract/listings/items";
import { describe, expect, test } from "vitest";
import { fullChoice, mostUnits, quoteRequest, readChoice } from "./rental-choice.ts";

const ITEM = {
  allowQuantity: true,
  quantityTotal: 5,
  quantityMinPerBooking: 2,
  quantityMaxPerBooking: 4,
  offerPickup: false,
  offerMeetup: true,
  offerDelivery: true,
  deliveryRadius: 5,
  foodTruck: null,
} as ItemDetailView;
const TRUCK = {
  ...ITEM,
  foodTruck: { offeredModes: ["APPEARANCE"], perPersonMinHeadcount: 40 },
} as unknown as ItemDetailView;

const asked = (item: ItemDetailView, search: string) => quoteRequest(item, fullChoice(item, readChoice(search)));
const DATES = { startDate: "2026-06-04", endDate: "2026-06-06", hasInsurance: false };

describe("what is asked of the server", () => {
  test("nothing without both dates", () => {
    expect(asked(ITEM, "quantity=2")).toBeNull();
    expect(asked(ITEM, "from=2026-06-04")).toBeNull();
  });

  test("what the owner offers where nothing, or something else, was chosen", () => {
    const dates = "from=2026-06-04&to=2026-06-06";
    expect(asked(ITEM, dates)).toEqual({ ...DATES, quantity: 2, exchangeType: "meetup" });
    expect(asked(ITEM, `${dates}&exchange=pickup&quantity=99&place=07040`)).toEqual({
      ...DATES,
      quantity: 4,
      exchangeType: "meetup",
    });
    expect(asked(ITEM, `${dates}&exchange=delivery&place=07040&insurance=yes`)).toEqual({
      ...DATES,
      hasInsurance: true,
      quantity: 2,
      exchangeType: "delivery",
      destination: "07040",
    });
  });

  test("of a food truck its mode, guests and place", () => {
    expect(asked(TRUCK, "from=2026-06-04&to=2026-06-06&mode=PER_PERSON&place=+x+")).toEqual({
      ...DATES,
      foodTruck: { mode: "APPEARANCE", headcount: 40 },
    });
  });

  test("one unit where the owner rents out one at a time", () => {
    expect(mostUnits({ ...ITEM, allowQuantity: false })).toBe(1);
    expect(fullChoice({ ...ITEM, allowQuantity: false }, readChoice("quantity=3")).quantity).toBe(1);
  });
});
