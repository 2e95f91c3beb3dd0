import { type AvailableDay, availableDaysOf } from "@nexby/domain/bookings/calendar-days";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { agreedLateFee } from "../late-fee-rules/public.ts";
import { findFoodTruck, locatePlace } from "../listings/public.ts";
import { chooseTaxRate, findTaxRate } from "../taxes/public.ts";
import { daysOf, findItemFacts, type ItemFacts } from "./checkout.queries.ts";
import {
  assertInsurable,
  handoffTypeOf,
  itemRulesOf,
  type Offer,
  offerFor,
  type QuoteRequest,
  taxPlaceOf,
} from "./offer.ts";

/** Read-only. */
export async function quoteRental(
  db: Db,
  geocoding: GeocodingPort,
  { itemId, viewerId }: { itemId: string; viewerId: string | null },
  request: QuoteRequest,
): Promise<Offer> {
  const facts = await findItemFacts(db, itemId, { ...daysOf(request), viewerId, bookerId: viewerId });
  if (!facts) throw new AppError("not_found", "Item not found");
  assertInsurable(facts.rules.settings, request);
  return quoteBy(db, geocoding, facts, request);
}

/** Quotes from facts that are already loaded. */
export async function quoteBy(
  db: Db,
  geocoding: GeocodingPort,
  facts: ItemFacts,
  request: QuoteRequest,
): Promise<Offer> {
  const { startDate } = request;
  const { rules, holds } = facts;
  const { now, settings } = rules;
  const truck = rules.isFoodTruck ? await findFoodTruck(db, rules.id) : null;
  const isDelivered = handoffTypeOf(rules, request.exchangeType) === "delivery";
  const address = isDelivered ? request.destination : undefined;
  const destination = address === undefined ? null : await locatePlace(geocoding, address);
  const taxedKind = truck ? "food" : "rental";
  const place = taxPlaceOf({ destination, rules });
  const tax = destination
    ? await findTaxRate(db, place, startDate, taxedKind)
    : chooseTaxRate(facts.rates, place, startDate, taxedKind);
  // A food truck leaves with its crew, so it cannot be returned late.
  const lateFee = truck
    ? null
    : agreedLateFee(facts.lateFeeRules, { ...rules, valueCents: rules.replacementValueCents });
  const offer = offerFor({ request, rules, truck, holds, now, destination, tax, settings, lateFee });
  const isUnknown = offer.refusal === "destination_missing" && address !== undefined;
  return isUnknown ? { ...offer, refusal: "destination_unknown" } : offer;
}

type Calendar = { timezone: string; today: LocalDate; days: AvailableDay[] };

/** Available units per day, by the same rules as quotes and bookings. */
export async function getItemCalendar(
  db: Db,
  { itemId, viewerId }: { itemId: string; viewerId: string | null },
  { from, days }: { from?: LocalDate | undefined; days: number },
): Promise<Calendar> {
  const facts = await findItemFacts(db, itemId, { from: from ?? null, days, viewerId, bookerId: viewerId });
  if (!facts) throw new AppError("not_found", "Item not found");
  const { rules, holds } = facts;
  const { now } = rules;
  const truck = rules.isFoodTruck ? await findFoodTruck(db, itemId) : null;
  const today = localDateOf(now, rules.timezone);
  const firstDate = from ?? today;
  const lastDate = addDays(firstDate, days - 1);
  const item = itemRulesOf(rules, truck);
  return {
    timezone: rules.timezone,
    today,
    days: availableDaysOf({ item, owner: rules.owner, firstDate, lastDate, holds, now }),
  };
}
