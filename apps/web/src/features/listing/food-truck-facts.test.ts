import type { FoodTruckView } from "@nexby/contract/listings/listing-fields";
import { expect, test } from "vitest";
import { priceStepsOf, truckFactsOf } from "./copy.ts";

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

test("[FOOD-01] lists all of a truck's terms and requirements", () => {
  expect(factsFor({})).toEqual({
    "Paid by you": "$18 per guest, at least 40 guests",
    "Paid by your guests": "$300 a day for coming; guests pay for what they eat",
    Travel: "$50 plus $2.50 per mile, up to 30 miles",
    "Ahead of time": "Book at least 48 hours before",
    "Setting up": "30 minutes before it opens",
    Power: "One 20 A outlet",
    "Paper goods": "Plates and napkins included",
  });
});

test("leaves out terms that do not apply", () => {
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
    "Paid by you": "By the number of guests",
    Travel: "Free",
    Power: "Needs none of yours",
  });
});

test("[FOOD-01] price steps cover every billed number of guests", () => {
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
