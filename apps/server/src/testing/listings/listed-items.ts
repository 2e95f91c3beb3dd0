import { type FoundItemView, listItems } from "@nexby/contract/listings/items";
import { afterAll, beforeAll } from "vitest";
import { seedDemo } from "../../demo/seed.ts";
import type { Db } from "../../platform/db/db.ts";
import { call } from "../call.ts";
import { startTestApp, type TestApp } from "../test-app.ts";
import { useTestDatabase } from "../test-database.ts";

/** Matches no record: no generated id starts like this. */
export const MISSING_ID = "0190a0a0-0000-7000-8000-000000000000";

/** URL of the next page from the Link header. */
export const nextOf = (headers: Headers) => /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];

/** The query of a URL as an endpoint's query parameters. */
export const queryOf = (path: string) => Object.fromEntries(new URL(path, "http://path.only").searchParams);

export const titlesOf = (views: readonly { title: string }[]) => views.map(({ title }) => title).sort();

/** The demo's people and listings. */
export const DEMO = { name: "nexby_demo", fill: (db: Db) => seedDemo(db, "a secret of this test") };

/** A server with the demo's listings and helpers to read them as a client. */
export function useListedItems() {
  const database = useTestDatabase(DEMO);
  let app: TestApp | undefined;
  beforeAll(async () => {
    app = await startTestApp({ db: database().db });
  });
  afterAll(() => app?.close());
  const origin = () => app?.origin ?? "";

  /** Follows the Link headers to the last page. */
  const walk = async (
    query: Record<string, string>,
    betweenPages: () => Promise<unknown> = async () => undefined,
  ): Promise<FoundItemView[][]> => {
    const pages: FoundItemView[][] = [];
    for (let next: Record<string, string> | undefined = query; next; ) {
      const { body, headers } = await call(origin(), listItems, { query: next });
      pages.push(body);
      const link = nextOf(headers);
      next = link === undefined ? undefined : queryOf(link);
      await betweenPages();
    }
    return pages;
  };
  const allItems = async () => (await walk({ limit: "100" })).flat();
  const itemTitled = async (title: string) => {
    const found = (await allItems()).find((item) => item.title === title);
    if (!found) throw new Error(`${title} is not listed`);
    return found;
  };
  return { database, origin, walk, allItems, itemTitled };
}

export const CAMPING = "019b76da-a800-755e-b98b-a08da6edd737";

/** A complete listing as an owner sends it; replace the photos with the sender's own. */
export const LISTING = {
  title: "Two-person kayak",
  description: "Stable and quick.",
  categoryIds: [CAMPING],
  condition: "like_new",
  images: ["/media/one/full.webp", "/media/two/full.webp", "/media/three/full.webp"],
  isAvailable: true,
  dailyRate: "25.00",
  depositAmount: "100",
  lateReturnFee: 15,
  cleaningFee: "",
  setupFlatFeeCents: 500,
  setupPerUnitFeeCents: "100",
  replacementValueCents: 90_000,
  location: "07040",
  latitude: null,
  longitude: null,
  offerPickup: true,
  offerMeetup: true,
  offerDelivery: true,
  deliveryFee: "12.50",
  deliveryRadius: "10",
  minRentalDays: 1,
  maxRentalDays: 14,
  cancellationPolicy: "moderate",
  availabilityNotes: "Not in heavy rain",
  allowQuantity: true,
  quantityTotal: 2,
  quantityMinPerBooking: 1,
  quantityMaxPerBooking: 2,
  turnaroundMinutes: 60,
  foodTruck: null,
};
