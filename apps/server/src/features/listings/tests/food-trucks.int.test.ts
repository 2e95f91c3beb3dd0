import { foodTruckFields } from "@nexby/contract/listings/listing-fields";
import { expect, test } from "vitest";
import { createItem } from "../../../testing/factories.ts";
import { describeTable } from "../../../testing/listings/catalogue.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { presentFoodTruck } from "../listings.presenter.ts";
import { findFoodTruck, saveFoodTruck } from "../listings.queries.ts";

const MISSING_ID = "0190a0a0-0000-7000-8000-000000000000";
const cents = { type: "integer", default: 0 };
const optionalText = { type: "text", nullable: true } as const;

describeTable({
  table: "food_truck_settings",
  ids: "[DATA-09]",
  fields: {
    itemId: { type: "uuid" },
    enabledModes: { type: "text", default: "BOTH" },
    perPersonPriceCents: cents,
    perPersonMinHeadcount: { type: "integer", default: 1 },
    tieredPricing: { type: "jsonb", default: "[]" },
    appearanceFeeCents: cents,
    baseTravelFeeCents: cents,
    travelFeePerMileCents: cents,
    travelRadiusMiles: { type: "double precision", nullable: true },
    prepLeadTimeHours: { type: "integer", default: 24 },
    setupTimeMinutes: { type: "integer", default: 30 },
    powerRequirements: optionalText,
    includesPaperGoods: { type: "boolean", default: false },
    onsiteSales: { type: "boolean", default: true },
    menuUrl: optionalText,
    menuFileKey: optionalText,
  },
  validRow: async (db) => ({ item_id: await createItem(db) }),
  refused: {
    unique: { food_truck_settings_pkey: { "second settings for one listing": {} } },
    reference: { food_truck_settings_item_id_items_id_fk: { "an unknown listing": { item_id: MISSING_ID } } },
    check: {
      food_truck_settings_modes_are_known: { "an unknown mode": { enabled_modes: "BUFFET" } },
      food_truck_settings_amounts_are_not_negative: {
        "a negative price": { per_person_price_cents: -1 },
        "a negative appearance fee": { appearance_fee_cents: -1 },
        "a negative travel fee": { base_travel_fee_cents: -1 },
        "a negative fee per mile": { travel_fee_per_mile_cents: -1 },
        "a negative lead time": { prep_lead_time_hours: -1 },
        "a negative set-up time": { setup_time_minutes: -1 },
        "a minimum headcount of 0": { per_person_min_headcount: 0 },
        "a negative radius": { travel_radius_miles: -0.1 },
      },
      food_truck_settings_menu_is_https: { "a menu by plain http": { menu_url: "http://menu.example" } },
    },
  },
});

const database = useTestDatabase();

test("[FOOD-01] a listing's food truck settings are stored, replaced and deleted", async () => {
  const { db } = database();
  const itemId = await createItem(db);
  expect(await findFoodTruck(db, itemId)).toBeNull();

  const fields = foodTruckFields.parse({
    perPersonPriceCents: "1800",
    appearanceFeeCents: 30_000,
    setupTimeMinutes: 45,
  });
  await saveFoodTruck(db, itemId, fields);
  expect(await findFoodTruck(db, itemId)).toEqual({ itemId, ...fields });

  const tieredPricing = [
    { min: 1, max: 49, perPersonPriceCents: 1900 },
    { min: 50, max: null, perPersonPriceCents: 1600 },
  ];
  const menuFileKey = "menus/someone/menu.pdf";
  await saveFoodTruck(db, itemId, foodTruckFields.parse({ tieredPricing, onsiteSales: false, menuFileKey }));
  const changed = await findFoodTruck(db, itemId);
  expect(changed).toMatchObject({ tieredPricing, appearanceFeeCents: 0, setupTimeMinutes: 30 });
  expect(changed && presentFoodTruck(changed)).toMatchObject({
    offeredModes: ["PER_PERSON"],
    menuFileUrl: "/media/menus/someone/menu.pdf",
  });

  await saveFoodTruck(db, itemId, null);
  expect(await findFoodTruck(db, itemId)).toBeNull();
});
