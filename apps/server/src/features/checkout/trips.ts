import { daysBetween, type LocalDate } from "@nexby/domain/kernel/calendar";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";
import { items } from "../../schema/listings.ts";
import { isFoodTruck } from "../listings/public.ts";
import { decidedSettings, settingsOfText } from "../operations/public.ts";
import { chooseTaxRate, ratesOfState } from "../taxes/public.ts";
import { COMMISSION, commissionOf } from "./checkout.queries.ts";
import { priceOfDays, taxPlaceOf } from "./offer.ts";

const PRICED = {
  id: items.id,
  dailyRateCents: items.dailyRateCents,
  depositCents: items.depositAmountCents,
  cleaningFeeCents: items.cleaningFeeCents,
  deliveryFeeCents: items.deliveryFeeCents,
  setupFlatFeeCents: items.setupFlatFeeCents,
  setupPerUnitFeeCents: items.setupPerUnitFeeCents,
  allowQuantity: items.allowQuantity,
  quantityMinPerBooking: items.quantityMinPerBooking,
  offerPickup: items.offerPickup,
  offerMeetup: items.offerMeetup,
  offerDelivery: items.offerDelivery,
  deliveryRadius: items.deliveryRadius,
  city: items.city,
  county: items.county,
  state: items.state,
  zipCode: items.zipCode,
  ...COMMISSION,
  isFoodTruck: isFoodTruck(items.id),
  decided: decidedSettings(),
  /** A page has few states, so each state's rates come with its first item only. */
  rates: sql<Rates | null>`case
    when row_number() over (partition by ${items.state}) = 1 then ${ratesOfState(items.state)} end`,
};

type Rates = Parameters<typeof chooseTaxRate>[0];

const pricedItems = prepared((db: Db) =>
  db
    .select(PRICED)
    .from(items)
    .where(sql`${items.id} = any (${sql.placeholder("ids")}::uuid[])`)
    .prepare("priced_items"),
);

type TripQuery = { startDate: LocalDate; endDate: LocalDate; quantity: number | null };
/** The price of an item for the dates of a search. */
export type Trip = { days: number; quantity: number; totalCents: number };

/**
 * The price of each item for these dates, as its quote says without further choices. Food trucks are left out, because
 * their price depends on guests and distance.
 */
export async function findTrips(
  db: Db,
  ids: readonly string[],
  { startDate, endDate, quantity }: TripQuery,
): Promise<ReadonlyMap<string, Trip>> {
  const rows = await pricedItems(db).execute({ ids });
  const days = daysBetween(startDate, endDate) + 1;
  const ratesByState = new Map(rows.flatMap(({ state, rates }) => (rates ? [[state, rates] as const] : [])));
  return new Map(
    rows
      .filter((row) => !row.isFoodTruck)
      .map((row) => {
        const rules = Object.assign(row, { commission: commissionOf(row) });
        const units = quantity ?? (row.allowQuantity ? row.quantityMinPerBooking : 1);
        const place = taxPlaceOf({ destination: null, rules });
        const tax = chooseTaxRate(ratesByState.get(row.state) ?? [], place, startDate, "rental");
        const request = { quantity: units, exchangeType: undefined, hasInsurance: false };
        const price = priceOfDays({ request, rules, tax, settings: settingsOfText(row.decided ?? "{}") }, days);
        return [row.id, { days, quantity: units, totalCents: price.totalCents }];
      }),
  );
}
