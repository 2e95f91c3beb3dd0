import type { ItemDetailView } from "@nexby/contract/listings/items";
import { describe, expect, test } from "vitest";
import { withQuery } from "../../lib/paths.ts";
import { choiceQuery, fullChoice, mostUnits, quoteRequest, readChoice } from "./rental-choice.ts";

const NOTHING = readChoice("");

test("reads no choice from an empty query", () => {
  expect(NOTHING).toEqual({
    from: null,
    to: null,
    quantity: null,
    exchange: null,
    place: "",
    hasInsurance: false,
    mode: null,
    guests: null,
  });
});

test.each([
  "from=2026-06-04&to=2026-06-06&quantity=2&exchange=delivery&place=12+Elm+St%2C+07040&insurance=yes",
  "from=2026-06-04&to=2026-06-04&place=07040&mode=PER_PERSON&guests=60",
  "from=2026-06-04",
])("%s is read and written back unchanged", (search) => {
  expect(withQuery("/listings/1", choiceQuery(readChoice(search)))).toBe(`/listings/1?${search}`);
});

test.each([
  "from=2026-02-30",
  "to=2026-06-04",
  "quantity=0",
  "quantity=-1",
  "quantity=1e3",
  "quantity=100000",
  "exchange=catapult",
  "mode=BOTH",
  "guests=many",
  "insurance=1",
])("%s is ignored", (search) => {
  expect(readChoice(search)).toEqual(NOTHING);
});

test("drops an end before the start", () => {
  expect(readChoice("from=2026-06-04&to=2026-06-03")).toMatchObject({ from: "2026-06-04", to: null });
});

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

const requestFor = (item: ItemDetailView, search: string) => quoteRequest(item, fullChoice(item, readChoice(search)));
const DATES = { startDate: "2026-06-04", endDate: "2026-06-06", hasInsurance: false };

describe("quote request", () => {
  test("is null without both dates", () => {
    expect(requestFor(ITEM, "quantity=2")).toBeNull();
    expect(requestFor(ITEM, "from=2026-06-04")).toBeNull();
  });

  test("falls back to the owner's offer when nothing or something else was chosen", () => {
    const dates = "from=2026-06-04&to=2026-06-06";
    expect(requestFor(ITEM, dates)).toEqual({ ...DATES, quantity: 2, exchangeType: "meetup" });
    expect(requestFor(ITEM, `${dates}&exchange=pickup&quantity=99&place=07040`)).toEqual({
      ...DATES,
      quantity: 4,
      exchangeType: "meetup",
    });
    expect(requestFor(ITEM, `${dates}&exchange=delivery&place=07040&insurance=yes`)).toEqual({
      ...DATES,
      hasInsurance: true,
      quantity: 2,
      exchangeType: "delivery",
      destination: "07040",
    });
  });

  test("has the mode, guests and place of a food truck", () => {
    expect(requestFor(TRUCK, "from=2026-06-04&to=2026-06-06&mode=PER_PERSON&place=+x+")).toEqual({
      ...DATES,
      foodTruck: { mode: "APPEARANCE", headcount: 40 },
    });
  });

  test("is for one unit when the owner rents out one at a time", () => {
    expect(mostUnits({ ...ITEM, allowQuantity: false })).toBe(1);
    expect(fullChoice({ ...ITEM, allowQuantity: false }, readChoice("quantity=3")).quantity).toBe(1);
  });
});
