import type { items } from "../features/listings/public.ts";
import catalogue from "./catalogue.json" with { type: "json" };
import type { DemoPersonKey } from "./people.ts";

type Listed = "id" | "ownerId" | "title" | "description" | "dailyRateCents" | "location" | "latitude";

export type DemoItem = {
  slug: string;
  title: string;
  description: string;
  /** Slugs, the first one leading. */
  categories: readonly string[];
  owner: DemoPersonKey;
  dailyRateCents: number;
  location: string;
  latitude: number;
  longitude: number;
  reviews: { count: number; ratingSum: number };
  terms: Partial<Omit<typeof items.$inferInsert, Listed>>;
};

/** What is for rent in the demo town, newest first. Photos are in `photos/<slug>-1` to `-3`. */
export const DEMO_ITEMS = catalogue as readonly DemoItem[];
