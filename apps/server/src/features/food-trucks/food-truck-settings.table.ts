import { FOOD_TRUCK_MODES } from "@nexby/domain/pricing/food-truck-price";
import { sql } from "drizzle-orm";
import { boolean, check, doublePrecision, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { cents } from "../../platform/db/columns.ts";
import { oneOf } from "../../platform/db/one-of.ts";
import { items } from "../listings/items.table.ts";

type StoredTier = { min: number; max: number | null; perPersonPriceCents: number };

/** How a food truck asks for its price, and what it needs. One per listing. */
export const foodTruckSettings = pgTable(
  "food_truck_settings",
  {
    itemId: uuid()
      .primaryKey()
      .references(() => items.id, { onDelete: "cascade" }),
    enabledModes: text({ enum: FOOD_TRUCK_MODES }).notNull().default("BOTH"),
    perPersonPriceCents: cents().notNull().default(0),
    perPersonMinHeadcount: integer().notNull().default(1),
    tieredPricing: jsonb().$type<StoredTier[]>().notNull().default([]),
    appearanceFeeCents: cents().notNull().default(0),
    baseTravelFeeCents: cents().notNull().default(0),
    travelFeePerMileCents: cents().notNull().default(0),
    travelRadiusMiles: doublePrecision(),
    prepLeadTimeHours: integer().notNull().default(24),
    setupTimeMinutes: integer().notNull().default(30),
    powerRequirements: text(),
    includesPaperGoods: boolean().notNull().default(false),
    onsiteSales: boolean().notNull().default(true),
    menuUrl: text(),
    menuFileKey: text(),
  },
  (table) => [
    check("food_truck_settings_modes_are_known", oneOf(table.enabledModes, FOOD_TRUCK_MODES)),
    check(
      "food_truck_settings_amounts_are_not_negative",
      sql`least(${table.perPersonPriceCents}, ${table.appearanceFeeCents}, ${table.baseTravelFeeCents},
        ${table.travelFeePerMileCents}, ${table.prepLeadTimeHours}, ${table.setupTimeMinutes}) >= 0
        and ${table.perPersonMinHeadcount} >= 1 and coalesce(${table.travelRadiusMiles} >= 0, true)`,
    ),
    check("food_truck_settings_menu_is_https", sql`${table.menuUrl} ~ '^https://'`),
  ],
);
