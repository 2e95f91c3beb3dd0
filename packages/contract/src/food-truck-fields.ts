import { areTiersContiguous, FOOD_TRUCK_MODES, isEveryHeadcountPriced } from "@nexby/domain/pricing/food-truck-price";
import { z } from "zod";
import { centsAmount, decimalNumber, wholeNumber } from "./amounts.ts";

const TIERS_MESSAGE = "Price steps must follow each other without a gap, and only the last may be open";
const UNPRICED_MESSAGE =
  "Without a price per person, price steps must begin at the minimum number of guests or below, and the last must be open";
const MENU_LINK_MESSAGE = "The link to the menu must be an https address";

const guests = (name: string) => wholeNumber(name, { least: 1, most: 100_000 });

const priceTier = z.object({
  min: guests("The first number of guests"),
  max: guests("The last number of guests").nullable(),
  perPersonPriceCents: centsAmount("Price per person"),
});

/** How a food truck asks for its price, and what it needs. One per listing. */
export const foodTruckFields = z
  .object({
    enabledModes: z.enum(FOOD_TRUCK_MODES, { error: "Please choose how guests pay" }).default("BOTH"),
    perPersonPriceCents: centsAmount("Price per person").prefault(0),
    perPersonMinHeadcount: guests("Minimum number of guests").default(1),
    tieredPricing: z
      .array(priceTier, { error: TIERS_MESSAGE })
      .max(20, "Please use at most 20 price steps")
      .refine(areTiersContiguous, TIERS_MESSAGE)
      .default([]),
    appearanceFeeCents: centsAmount("Appearance fee").prefault(0),
    baseTravelFeeCents: centsAmount("Travel fee").prefault(0),
    travelFeePerMileCents: centsAmount("Travel fee per mile").prefault(0),
    travelRadiusMiles: decimalNumber("Travel radius", { least: 0, most: 3000 }).nullable().default(null),
    prepLeadTimeHours: wholeNumber("Preparation time", { least: 0, most: 8760 }).default(24),
    setupTimeMinutes: wholeNumber("Set-up time", { least: 0, most: 1440 }).default(30),
    powerRequirements: z
      .string({ error: "Please describe the power in words" })
      .trim()
      .max(500, "Please use at most 500 characters")
      .nullable()
      .default(null),
    includesPaperGoods: z.boolean({ error: "Please choose yes or no" }).default(false),
    onsiteSales: z.boolean({ error: "Please choose yes or no" }).default(true),
    menuUrl: z
      .string({ error: MENU_LINK_MESSAGE })
      .trim()
      .max(2000, MENU_LINK_MESSAGE)
      .pipe(z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: MENU_LINK_MESSAGE }))
      .nullable()
      .default(null),
    menuFileKey: z
      .string({ error: "Please upload the menu again" })
      .max(200)
      .nullable()
      .default(null)
      .describe("As an upload of a menu answered it"),
  })
  .superRefine((truck, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    const sells = (mode: string) => truck.enabledModes === "BOTH" || truck.enabledModes === mode;
    if (sells("PER_PERSON") && !isEveryHeadcountPriced(truck)) {
      if (truck.tieredPricing.length === 0) refuse("perPersonPriceCents", "Price per person is required");
      else refuse("tieredPricing", UNPRICED_MESSAGE);
    }
    if (sells("APPEARANCE") && truck.onsiteSales && truck.appearanceFeeCents === 0) {
      refuse("appearanceFeeCents", "Appearance fee is required");
    }
    if (truck.enabledModes === "APPEARANCE" && !truck.onsiteSales) {
      refuse("onsiteSales", "An appearance lives on what guests buy at the truck");
    }
  });

/** As everybody sees it. */
export const foodTruckView = z.object({
  enabledModes: z.enum(FOOD_TRUCK_MODES),
  offeredModes: z.array(z.enum(FOOD_TRUCK_MODES).exclude(["BOTH"])),
  perPersonPriceCents: z.int().nonnegative(),
  perPersonMinHeadcount: z.int().positive(),
  tieredPricing: z.array(
    z.object({ min: z.int(), max: z.int().nullable(), perPersonPriceCents: z.int().nonnegative() }),
  ),
  appearanceFeeCents: z.int().nonnegative(),
  baseTravelFeeCents: z.int().nonnegative(),
  travelFeePerMileCents: z.int().nonnegative(),
  travelRadiusMiles: z.number().nullable(),
  prepLeadTimeHours: z.int().nonnegative(),
  setupTimeMinutes: z.int().nonnegative(),
  powerRequirements: z.string().nullable(),
  includesPaperGoods: z.boolean(),
  onsiteSales: z.boolean(),
  menuUrl: z.string().nullable(),
  menuFileKey: z.string().nullable(),
  menuFileUrl: z.string().nullable().describe("Where the uploaded menu can be read"),
});
export type FoodTruckView = z.infer<typeof foodTruckView>;
