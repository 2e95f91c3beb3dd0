import type { TaxPlace } from "@nexby/domain/tax/tax-rate";
import type { GeocodingPort } from "../../../adapters/geocoding/geocoding.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findFoodTruck } from "../../food-trucks/public.ts";
import { listHolds } from "../../inventory/public.ts";
import { locatePlace, type Place } from "../../places/public.ts";
import { getSettings } from "../../settings/public.ts";
import { findTaxRate } from "../../taxes/public.ts";
import { occupiedAround } from "../occupied-around.ts";
import { type Offer, offerFor } from "../offer.ts";
import type { QuoteRequest } from "../quote-facts.ts";
import { findItemRules, type ItemRulesRow } from "../quotes.repository.ts";

/** What a rental would cost, and whether it can be booked. Changes nothing. */
export async function quoteRental(
  db: Db,
  geocoding: GeocodingPort,
  itemId: string,
  request: QuoteRequest,
): Promise<Offer> {
  const rules = await findItemRules(db, itemId);
  if (!rules) throw new AppError("not_found", "Item not found");
  const { now } = rules;
  const truck = rules.isFoodTruck ? await findFoodTruck(db, itemId) : null;
  const isBrought = truck !== null || request.exchangeType === "delivery";
  const named = isBrought ? request.destination : undefined;
  const destination = named === undefined ? null : await locatePlace(geocoding, named);
  const [holds, tax, settings] = await Promise.all([
    listHolds(db, occupiedAround(rules, request.startDate, request.endDate)),
    findTaxRate(db, taxPlaceOf(rules, destination), request.startDate, truck ? "food" : "rental"),
    getSettings(db),
  ]);
  const offer = offerFor({ request, rules, truck, holds, now, destination, tax, settings });
  const isUnknown = offer.refusal === "destination_missing" && named !== undefined;
  return isUnknown ? { ...offer, refusal: "destination_unknown" } : offer;
}

/** Tax is owed where the item is handed over: where it is brought to, or else where it is. */
const taxPlaceOf = (rules: ItemRulesRow, destination: Place | null): TaxPlace =>
  destination ?? { ...rules, state: rules.state ?? "" };
