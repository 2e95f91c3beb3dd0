import type { ItemDetailView } from "@nexby/contract/listings/items";
import type { FoodTruckView } from "@nexby/contract/listings/listing-fields";
import { describe, expect, test } from "vitest";
import { ITEM } from "../../testing/item.fixture.ts";
import { cardItemOf, INVALID_ITEM, shortNameOf, whereaboutsOf } from "./components/item-card.tsx";
import { factsOf, priceStepsOf, truckFactsOf } from "./copy.ts";

const TRUCK: FoodTruckView = {
  enabledModes: "BOTH",
  offeredModes: ["PER_PERSON", "APPEARANCE"],
  perPersonPriceCents: 1800,
  perPersonMinHeadcount: 40,
  tieredPricing: [],
  appearanceFeeCents: 30_000,
  baseTravelFeeCents: 5000,
  travelFeePerMileCents: 250,
  travelRadiusMiles: 30,
  prepLeadTimeHours: 48,
  setupTimeMinutes: 30,
  powerRequirements: "One 20 A outlet",
  includesPaperGoods: true,
  onsiteSales: true,
  menuUrl: null,
  menuFileKey: null,
  menuFileUrl: null,
};
const factsFor = (changes: Partial<FoodTruckView>) =>
  Object.fromEntries(truckFactsOf({ ...TRUCK, ...changes }).map(({ label, value }) => [label, value]));

test("[FOOD-01] a listing lists all of a truck's terms and requirements", () => {
  expect(factsFor({})).toEqual({
    "Paid by you": "$18 per guest, at least 40 guests",
    "Paid by your guests": "$300 per day; guests pay for their own food",
    Travel: "$50 plus $2.50 per mile, up to 30 miles",
    "Advance notice": "Book at least 48 hours ahead",
    Setup: "30 minutes before serving",
    Power: "One 20 A outlet",
    "Paper goods": "Plates, napkins and utensils included",
  });
});

test("a listing leaves out terms that do not apply", () => {
  const tier = { min: 1, max: null, perPersonPriceCents: 1500 };
  const facts = factsFor({
    offeredModes: ["PER_PERSON"],
    tieredPricing: [tier],
    perPersonMinHeadcount: 1,
    baseTravelFeeCents: 0,
    travelFeePerMileCents: 0,
    travelRadiusMiles: null,
    powerRequirements: null,
  });
  expect(facts).not.toHaveProperty("Paid by your guests");
  expect(facts).toMatchObject({
    "Paid by you": "Depends on the number of guests",
    Travel: "Free",
    Power: "Not needed",
  });
});

test("a food truck has no late return fee", () => {
  const late = { lateReturnFee: "15.00" };
  expect(fact("late", late)).toBe("$15 per day late");
  expect(fact("late", { ...late, foodTruck: TRUCK })).toBeUndefined();
});

test("[FOOD-01] price tiers cover every billed number of guests", () => {
  const step = (min: number, max: number | null, perPersonPriceCents: number) => ({ min, max, perPersonPriceCents });
  const tieredPricing = [step(75, 149, 1600)];
  expect(priceStepsOf({ ...TRUCK, tieredPricing })).toEqual([
    step(40, 74, 1800),
    step(75, 149, 1600),
    step(150, null, 1800),
  ]);
  const all = [step(1, 39, 1900), step(40, null, 1700)];
  expect(priceStepsOf({ ...TRUCK, tieredPricing: all })).toEqual([step(40, null, 1700)]);
});

function fact(topic: string, changes: Partial<ItemDetailView> = {}): string | undefined {
  return factsOf({ ...ITEM, ...changes }).find((candidate) => candidate.topic === topic)?.value;
}

describe("listing facts", () => {
  test("listing facts name the fees, and say when there is none", () => {
    expect(fact("deposit")).toBe("None");
    expect(fact("deposit", { depositAmount: "150.00" })).toBe("$150, refundable");
    expect(fact("cleaning", { cleaningFee: "12.50" })).toBe("$12.50 per rental");
    expect(fact("late")).toBeUndefined();
    expect(fact("late", { lateReturnFee: "20.00" })).toBe("$20 per day late");
    expect(fact("setup")).toBeUndefined();
    expect(fact("setup", { setupFlatFeeCents: 2500, setupPerUnitFeeCents: 150 })).toBe(
      "$25 per rental plus $1.50 per unit",
    );
  });

  test("listing facts mention instant book when the owner enabled it", () => {
    expect(fact("instant")).toBeUndefined();
    expect(fact("instant", { isInstant: true })).toBe("Confirmed right away, without waiting for a reply");
  });

  test.each([
    [{}, "Pickup"],
    [{ offerMeetup: true }, "Pickup or meetup"],
    [{ offerPickup: false, offerDelivery: true, deliveryRadius: 5 }, "Delivery within 5 mi (free)"],
    [{ offerMeetup: true, offerDelivery: true, deliveryFee: "12.00" }, "Pickup, meetup, or delivery ($12)"],
    [{ offerPickup: false }, "As agreed"],
  ])("listing facts list the handoff options of %o", (changes, handover) =>
    expect(fact("exchange", changes)).toBe(handover),
  );

  test.each([
    [{}, "1 day or more"],
    [{ minRentalDays: 2 }, "2 days or more"],
    [{ maxRentalDays: 14 }, "1 to 14 days"],
    [{ minRentalDays: 3, maxRentalDays: 3 }, "3 days"],
  ])("listing facts show the rental length for %o", (changes, days) => expect(fact("days", changes)).toBe(days));

  test.each([
    [{}, "One per booking"],
    [{ quantityTotal: 4, quantityMaxPerBooking: 2 }, "4 total, 1 to 2 per booking"],
    [{ quantityTotal: 4, quantityMinPerBooking: 4 }, "4 total, 4 per booking"],
    [{ quantityTotal: 4, allowQuantity: false }, "One per booking"],
  ])("listing facts show the quantity for %o", (changes, quantity) => expect(fact("quantity", changes)).toBe(quantity));
});

const TENT = {
  id: "7",
  title: "Tent",
  description: "For six",
  images: ["/photos/1", "/photos/2"],
  dailyRate: "18.00",
  location: "Maplewood, NJ",
  isAvailable: false,
  condition: "like_new",
  latitude: 40.7,
  longitude: -74.2,
  averageRating: 4.5,
  reviewCount: 3,
};

describe("[CARD-03] item card data", () => {
  test("the item card data keeps valid fields unchanged", () =>
    expect(cardItemOf({ ...TENT, ownerId: "1" })).toEqual(TENT));

  test.each([
    null,
    undefined,
    "tent",
    {},
    { id: "7" },
    { title: "Tent" },
    { id: "", title: "Tent" },
    { id: "7", title: "" },
    { id: "7", title: "  " },
    { id: null, title: "Tent" },
  ])("the item card data is null without an id and a title: %o", (raw) => expect(cardItemOf(raw)).toBeNull());

  test("the item card data has an error text for invalid items", () => expect(INVALID_ITEM).toBe("Invalid item data"));

  test("item card data defaults to available and used", () => {
    const plain = cardItemOf({ id: "7", title: "Tent" });
    expect(plain).toMatchObject({ isAvailable: true, condition: "used" });
    expect(plain).toMatchObject({ images: [], dailyRate: null, averageRating: null, reviewCount: 0 });
    expect(cardItemOf({ ...TENT, condition: "shiny", isAvailable: null })).toMatchObject({
      isAvailable: true,
      condition: "used",
    });
  });

  test.each([
    [18, "18.00"],
    ["18", "18.00"],
    ["18.50", "18.50"],
    [0, "0.00"],
    ["free", null],
    [null, null],
    [Number.NaN, null],
  ])("item card data normalizes the rate %j", (dailyRate, shown) =>
    expect(cardItemOf({ ...TENT, dailyRate })?.dailyRate).toBe(shown),
  );
});

const MAPLEWOOD = { latitude: 40.7279, longitude: -74.2656 };
const item = { location: "South Orange, NJ", latitude: 40.7489, longitude: -74.2613 };

test("[LOC-01] a listing shows the distance in miles from a known place", () =>
  expect(whereaboutsOf(item, MAPLEWOOD)).toBe("1.5 mi away"));

test("a listing shows the town without a place or without the item's position", () => {
  expect(whereaboutsOf(item, null)).toBe("South Orange, NJ");
  expect(whereaboutsOf({ ...item, latitude: null }, MAPLEWOOD)).toBe("South Orange, NJ");
  expect(whereaboutsOf({ ...item, longitude: null }, MAPLEWOOD)).toBe("South Orange, NJ");
});

test("a listing shortens last names to an initial", () => {
  expect(shortNameOf({ firstName: "Maya", lastName: "rivera" })).toBe("Maya R.");
  expect(shortNameOf({ firstName: "Maya", lastName: "" })).toBe("Maya");
});
