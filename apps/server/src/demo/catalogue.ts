import { TEST_CARDS } from "@nexby/card-sandbox";
import type { saveFoodTruck } from "../features/listings/food-trucks.queries.ts";
import type { items } from "../schema/listings.ts";
import catalogue from "./catalogue.json" with { type: "json" };
import type { DemoPersonKey, DemoTown } from "./people.ts";
import type { DemoReview } from "./reviews.ts";

type Listed = "id" | "ownerId" | "title" | "description" | "dailyRateCents" | "location" | "latitude";

export type DemoItem = {
  slug: string;
  title: string;
  description: string;
  /** Slugs; the first is the main category. */
  categories: readonly string[];
  owner: DemoPersonKey;
  dailyRateCents: number;
  /** House number and street; made up. */
  street: string;
  location: DemoTown;
  latitude: number;
  longitude: number;
  /** Newest first. */
  reviews: readonly DemoReview[];
  /** Folders of `photos/`, cover first; defaults to those named after the slug. */
  photos?: readonly string[];
  foodTruck?: NonNullable<Parameters<typeof saveFoodTruck>[2]>;
  terms: Partial<Omit<typeof items.$inferInsert, Listed>>;
};

/** Things that owners lend without a question. */
const INSTANT = new Set([
  "camping-lantern",
  "cooler",
  "hand-truck",
  "kettlebell-set",
  "moving-boxes-large",
  "wheelbarrow",
]);

/** Newest first. */
export const DEMO_ITEMS = (catalogue as readonly DemoItem[]).map((item) =>
  INSTANT.has(item.slug) ? { ...item, terms: { ...item.terms, isInstant: true } } : item,
);

const { number: good } = TEST_CARDS.pm_card_visa;

/** Test cards, valid with any future date and any three digits. The sandbox has more. */
export const DEMO_CARDS = [
  { number: good, about: "works" },
  { number: TEST_CARDS.pm_card_chargeDeclined.number, about: "is declined" },
  { number: TEST_CARDS.pm_card_chargeDeclinedInsufficientFunds.number, about: "has insufficient funds" },
  { number: TEST_CARDS.pm_card_authenticationRequired.number, about: "requires authentication" },
  { number: TEST_CARDS.pm_card_chargeCustomerFail.number, about: "can be saved, but fails when charged" },
  { number: TEST_CARDS.pm_card_createDispute.number, about: "works, then is charged back a day later" },
].map(({ number, about }) => ({ number: number.replace(/(\d{4})(?=\d)/g, "$1 "), about }));
