import { getItemCalendar, type QuoteRequest, type QuoteView, quoteItem } from "@nexby/contract/bookings/quotes";
import type { Endpoint } from "@nexby/contract/endpoint";
import { moveBy } from "@nexby/domain/kernel/distance";
import type { GeocodingPort } from "../../../adapters/geocoding/geocoding.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { platformSettings, taxRates } from "../../../schema/content.ts";
import { categories, itemCategories, type items } from "../../../schema/listings.ts";
import { call } from "../../../testing/call.ts";
import { createItem } from "../../../testing/factories.ts";
import type { TestApp } from "../../../testing/test-app.ts";

const METRES_PER_MILE = 1609.344;
const CENTRE = { latitude: 30.2672, longitude: -97.7431 };

/** Resolves only texts like "12.3 miles" or "12.3 miles, GA", measured from the item. */
export const milesAway: GeocodingPort = {
  async search(text) {
    const [, miles, state = "TX"] = /^([\d.]+) miles(?:, ([A-Z]{2}))?$/.exec(text) ?? [];
    if (miles === undefined) return [];
    const place = moveBy(CENTRE, Number(miles) * METRES_PER_MILE, 0);
    return [{ label: text, city: "Elsewhere", county: null, state, zipCode: null, ...place }];
  },
  nearest: async () => null,
};

type Rates = { lister?: string; renter?: string };

/** An item at CENTRE in a category with these rates. Its exact position is a mile away from the public one. */
export async function createPricedItem(
  db: Db,
  overrides: Partial<typeof items.$inferInsert>,
  { lister = "5", renter = "0" }: Rates = {},
): Promise<string> {
  const exact = moveBy(CENTRE, METRES_PER_MILE, 90);
  const itemId = await createItem(db, {
    state: "TX",
    city: "Austin",
    county: "Travis",
    ...exact,
    publicLatitude: CENTRE.latitude,
    publicLongitude: CENTRE.longitude,
    ...overrides,
  });
  const key = `quotes-${newId()}`;
  const [first, second] = [newId(), newId()];
  await db.insert(categories).values([
    { id: first, name: key, slug: key, position: 900, listerCommissionRate: lister, renterCommissionRate: renter },
    { id: second, name: `${key}-2`, slug: `${key}-2`, position: 901, renterCommissionRate: "50" },
  ]);
  await db.insert(itemCategories).values([
    { itemId, categoryId: second, position: 2 },
    { itemId, categoryId: first, position: 1 },
  ]);
  return itemId;
}

export async function setTaxRate(db: Db, state: string, taxRate: string, taxType = "sales"): Promise<void> {
  const effectiveDate = "2000-01-01";
  await db.insert(taxRates).values({ state, taxRate, taxType, effectiveDate, jurisdiction: `${state} ${taxType}` });
}

export const INSURER = { insurerName: "Example Mutual", insuranceTermsUrl: "https://insurer.example/terms" };

/** From now on, checkout offers insurance for 10% of the rental. */
export async function configureInsurer(db: Db): Promise<void> {
  await db.insert(platformSettings).values(Object.entries(INSURER).map(([key, value]) => ({ key, value })));
}

export function quoteClientOf(app: () => TestApp) {
  const request = async <E extends Endpoint>(endpoint: E, itemId: string, rest: object) =>
    (await call(app().origin, endpoint, { params: { itemId }, ...rest })).body;
  return {
    quote: (itemId: string, body: QuoteRequest): Promise<QuoteView> => request(quoteItem, itemId, { body }),
    calendar: (itemId: string, from: string, days = 31) =>
      request(getItemCalendar, itemId, { query: { from, days: String(days) } }),
  };
}

export const amountsOf = ({ price }: QuoteView) =>
  Object.fromEntries(price?.lines.map(({ code, amountCents }) => [code, amountCents]) ?? []);
