import type { saveFoodTruck } from "../features/food-trucks/public.ts";
import type { items } from "../features/listings/public.ts";
import catalogue from "./catalogue.json" with { type: "json" };
import type { DemoPersonKey } from "./people.ts";
import type { DemoTown } from "./towns.ts";

type Listed = "id" | "ownerId" | "title" | "description" | "dailyRateCents" | "location" | "latitude";

export type DemoItem = {
  slug: string;
  title: string;
  description: string;
  /** Slugs, the first one leading. */
  categories: readonly string[];
  owner: DemoPersonKey;
  dailyRateCents: number;
  location: DemoTown;
  latitude: number;
  longitude: number;
  reviews: { count: number; ratingSum: number };
  /** Folders of `photos/`, cover first; where none are named, those of its slug. */
  photos?: readonly string[];
  foodTruck?: NonNullable<Parameters<typeof saveFoodTruck>[2]>;
  terms: Partial<Omit<typeof items.$inferInsert, Listed>>;
};

/** What is for rent in the demo town, newest first. */
export const DEMO_ITEMS = catalogue as readonly DemoItem[];
