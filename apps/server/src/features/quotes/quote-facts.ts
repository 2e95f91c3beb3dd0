import type { PlatformSettings } from "@nexby/contract/platform-settings";
import type { quoteItem } from "@nexby/contract/quotes";
import type { ItemRules } from "@nexby/domain/bookings/availability";
import type { Hold } from "@nexby/domain/bookings/occupancy";
import type { TaxPlace } from "@nexby/domain/tax/tax-rate";
import type { z } from "zod";
import type { FoodTruckRow } from "../food-trucks/public.ts";
import type { Place } from "../places/public.ts";
import type { FoundTaxRate } from "../taxes/public.ts";
import type { ItemRulesRow } from "./quotes.repository.ts";

export type QuoteRequest = z.output<typeof quoteItem.body>;

/** Everything a quote depends on, as it was found. */
export type QuoteFacts = {
  request: QuoteRequest;
  rules: ItemRulesRow;
  truck: FoodTruckRow | null;
  holds: readonly Hold[];
  now: Date;
  /** Where it is brought to; null when nobody said, or nobody knows the place. */
  destination: Place | null;
  tax: FoundTaxRate | null;
  settings: Pick<PlatformSettings, "insuranceRate" | "taxedLines" | "refundsAllTax">;
};

/** Tax is owed where the item is handed over: where it is brought to, or else where it is. */
export const taxPlaceOf = ({ destination, rules }: Pick<QuoteFacts, "destination" | "rules">): TaxPlace =>
  destination ?? { ...rules, state: rules.state ?? "" };

/** What the item asks of a rental; of a food truck also the time it needs before. */
export const itemRulesOf = (rules: ItemRulesRow, truck: FoodTruckRow | null): ItemRules => ({
  ...rules,
  ...(truck && { leadHours: truck.prepLeadTimeHours, setupMinutes: truck.setupTimeMinutes }),
});
