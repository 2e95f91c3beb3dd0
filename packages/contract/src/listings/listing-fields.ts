import { CANCELLATION_POLICIES, ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import {
  areNamedOnce,
  isKitTooExpensive,
  MAX_PIECE_COUNT,
  MAX_PIECE_NAME,
  MAX_PIECES,
} from "@nexby/domain/listings/kit";
import { areTiersContiguous, FOOD_TRUCK_MODES, isEveryHeadcountPriced } from "@nexby/domain/pricing/food-truck-price";
import { z } from "zod";
import {
  amount,
  centsAmount,
  decimalNumber,
  hasNoUserInfo,
  namedObject,
  oneLine,
  optionalAmount,
  orNull,
  USER_INFO_MESSAGE,
  wholeNumber,
} from "../fields.ts";

const TIERS_MESSAGE = "Price tiers must follow each other without gaps, and only the last one can be open-ended";
const UNPRICED_MESSAGE =
  "Without a price per person, price tiers must start at or below the minimum number of guests, and the last one must be open-ended";
const MENU_LINK_MESSAGE = "The menu link must start with https://";

const guests = (name: string) => wholeNumber(name, { least: 1, most: 100_000 });

const priceTier = z.object({
  min: guests("First number of guests"),
  max: guests("Last number of guests").nullable(),
  perPersonPriceCents: centsAmount("Price per person"),
});

/** A food truck's prices and requirements. Each listing has at most one. */
export const foodTruckFields = z
  .object({
    enabledModes: z.enum(FOOD_TRUCK_MODES, { error: "Please choose how guests pay" }).default("BOTH"),
    perPersonPriceCents: centsAmount("Price per person").prefault(0),
    perPersonMinHeadcount: guests("Minimum number of guests").default(1),
    tieredPricing: z
      .array(priceTier, { error: TIERS_MESSAGE })
      .max(20, "Please use at most 20 price tiers")
      .refine(areTiersContiguous, TIERS_MESSAGE)
      .default([]),
    appearanceFeeCents: centsAmount("Appearance fee").prefault(0),
    baseTravelFeeCents: centsAmount("Travel fee").prefault(0),
    travelFeePerMileCents: centsAmount("Travel fee per mile").prefault(0),
    travelRadiusMiles: decimalNumber("Travel radius", { least: 0, most: 3000 }).nullable().default(null),
    prepLeadTimeHours: wholeNumber("Preparation time", { least: 0, most: 8760 }).default(24),
    setupTimeMinutes: wholeNumber("Setup time", { least: 0, most: 1440 }).default(30),
    powerRequirements: z
      .string({ error: "Please describe the power requirements as text" })
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
      .pipe(
        z
          .url({ protocol: /^https$/, hostname: z.regexes.domain, error: MENU_LINK_MESSAGE })
          .refine(hasNoUserInfo, USER_INFO_MESSAGE),
      )
      .nullable()
      .default(null),
    menuFileKey: z
      .string({ error: "Please upload the menu again" })
      .max(200)
      .nullable()
      .default(null)
      .describe("The key that the menu upload returned"),
  })
  .superRefine((truck, context) => {
    const reject = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    const sells = (mode: string) => truck.enabledModes === "BOTH" || truck.enabledModes === mode;
    if (sells("PER_PERSON") && !isEveryHeadcountPriced(truck)) {
      if (truck.tieredPricing.length === 0) reject("perPersonPriceCents", "Price per person is required");
      else reject("tieredPricing", UNPRICED_MESSAGE);
    }
    if (sells("APPEARANCE") && truck.onsiteSales && truck.appearanceFeeCents === 0) {
      reject("appearanceFeeCents", "Appearance fee is required");
    }
    if (truck.enabledModes === "APPEARANCE" && !truck.onsiteSales) {
      reject("onsiteSales", "An appearance requires on-site sales");
    }
  });

/** A food truck as the public sees it. */
export const foodTruckView = namedObject("FoodTruck", {
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
  menuFileUrl: z.string().nullable().describe("The URL of the uploaded menu"),
});
export type FoodTruckView = z.infer<typeof foodTruckView>;

const IMAGES_MESSAGE = "At least 3 images are required";
const NO_CATEGORY_MESSAGE = "At least one category is required";
const MANY_CATEGORIES_MESSAGE = "Maximum 3 categories allowed";
const HANDOFF_MESSAGE = "Choose at least one way to hand off the item";

const text = (name: string, most: number) =>
  z
    .string({ error: `${name} must be text` })
    .trim()
    .max(most, `${name} must be at most ${most} characters`);
const lineOf = (name: string, most: number) =>
  oneLine(`${name} is required`, most, `${name} must be at most ${most} characters`);
const yesNo = z.boolean({ error: "Please choose yes or no" });
const days = (name: string) => wholeNumber(name, { least: 1, most: 365 });
const units = (name: string) => wholeNumber(name, { least: 1, most: 10_000 });

const images = z
  .array(z.string({ error: IMAGES_MESSAGE }).max(500), { error: IMAGES_MESSAGE })
  .min(3, IMAGES_MESSAGE)
  .max(20, "Maximum 20 images allowed")
  .refine((list) => new Set(list).size === list.length, "Each image can be used once");

const piece = z.object({
  name: lineOf("Name of the piece", MAX_PIECE_NAME),
  count: wholeNumber("Number of pieces", { least: 1, most: MAX_PIECE_COUNT }),
  priceCents: centsAmount("Price of the piece").prefault(0),
});

const categoryIds = z
  .array(z.uuid({ error: "Please choose categories from the list" }), { error: NO_CATEGORY_MESSAGE })
  .min(1, NO_CATEGORY_MESSAGE)
  .max(3, MANY_CATEGORIES_MESSAGE)
  .refine((list) => new Set(list).size === list.length, "Each category can be chosen once");

/** All listing fields an owner decides, as a form or a client sends them. */
const fields = {
  title: lineOf("Title", 200),
  description: text("Description", 5000),
  categoryIds: categoryIds.describe("The first sets the commission"),
  condition: z.enum(ITEM_CONDITIONS, { error: "Please choose a condition" }),
  images: images.describe("The URLs that photo uploads returned, cover first"),
  isAvailable: yesNo.describe("False while the listing is paused"),

  dailyRate: amount("Daily rate").refine((rate) => rate > 0, "Daily rate must be more than zero"),
  depositAmount: optionalAmount("Deposit"),
  lateReturnFee: optionalAmount("Late return fee"),
  cleaningFee: optionalAmount("Cleaning fee"),
  setupFlatFeeCents: centsAmount("Setup fee"),
  setupPerUnitFeeCents: centsAmount("Setup fee per unit"),
  replacementValueCents: orNull(centsAmount("Replacement value")),
  pieces: z
    .array(piece, { error: "Please list the pieces" })
    .max(MAX_PIECES, `Please list at most ${MAX_PIECES} kinds of pieces`)
    .refine(areNamedOnce, "Each piece can be listed once")
    .describe("The pieces of one unit, if it is a kit. Food trucks have none"),

  location: lineOf("Street address", 200).describe("Address, ZIP code or town. Only the town is public"),
  latitude: orNull(decimalNumber("Latitude", { least: -90, most: 90 })),
  longitude: orNull(decimalNumber("Longitude", { least: -180, most: 180 })),

  offerPickup: yesNo,
  offerMeetup: yesNo,
  offerDelivery: yesNo,
  deliveryFee: optionalAmount("Delivery fee"),
  deliveryRadius: orNull(decimalNumber("Delivery radius", { least: 0, most: 3000 })).describe("Miles"),

  minRentalDays: days("Shortest rental"),
  maxRentalDays: orNull(days("Longest rental")),
  cancellationPolicy: z.enum(CANCELLATION_POLICIES, { error: "Please choose a cancellation policy" }),
  availabilityNotes: orNull(text("Availability notes", 200)),
  isInstant: yesNo.describe("Whether requests are approved as soon as the card is authorized"),

  allowQuantity: yesNo,
  quantityTotal: units("Number of units"),
  quantityMinPerBooking: units("Fewest units per booking"),
  quantityMaxPerBooking: orNull(units("Most units per booking")),
  turnaroundMinutes: wholeNumber("Time between rentals", { least: 0, most: 10_080 }),

  foodTruck: foodTruckFields.nullable().describe("Only for food trucks"),
};

/** A partial update: omitted fields stay unchanged. */
export const listingChange = z.object(fields).partial();

/** A complete listing with its defaults. */
const wholeListing = z.object({
  ...fields,
  description: fields.description.default(""),
  condition: fields.condition.default("used"),
  isAvailable: fields.isAvailable.default(true),
  setupFlatFeeCents: fields.setupFlatFeeCents.prefault(0),
  setupPerUnitFeeCents: fields.setupPerUnitFeeCents.prefault(0),
  pieces: fields.pieces.default([]),
  offerPickup: fields.offerPickup.default(true),
  offerMeetup: fields.offerMeetup.default(false),
  offerDelivery: fields.offerDelivery.default(false),
  minRentalDays: fields.minRentalDays.default(1),
  cancellationPolicy: fields.cancellationPolicy.optional().describe("Defaults to the platform's setting"),
  isInstant: fields.isInstant.default(false),
  allowQuantity: fields.allowQuantity.default(true),
  quantityTotal: fields.quantityTotal.default(1),
  quantityMinPerBooking: fields.quantityMinPerBooking.default(1),
  turnaroundMinutes: fields.turnaroundMinutes.default(0),
  foodTruck: fields.foodTruck.default(null),
});
type WholeListing = z.output<typeof wholeListing>;

const RULES: readonly { field: keyof WholeListing; message: string; isBroken(listing: WholeListing): boolean }[] = [
  {
    field: "maxRentalDays",
    message: "Longest rental can't be shorter than the shortest",
    isBroken: ({ minRentalDays, maxRentalDays }) => maxRentalDays !== null && maxRentalDays < minRentalDays,
  },
  {
    field: "quantityMinPerBooking",
    message: "Fewest units per booking can't be more than the number of units",
    isBroken: ({ quantityMinPerBooking, quantityTotal }) => quantityMinPerBooking > quantityTotal,
  },
  {
    field: "quantityMaxPerBooking",
    message: "Most units per booking can't be less than the fewest",
    isBroken: ({ quantityMinPerBooking, quantityMaxPerBooking }) =>
      quantityMaxPerBooking !== null && quantityMaxPerBooking < quantityMinPerBooking,
  },
  {
    field: "pieces",
    message: "All pieces together can cost at most the replacement value, or $100,000 without one",
    isBroken: ({ pieces, replacementValueCents }) => isKitTooExpensive(pieces, replacementValueCents),
  },
  {
    field: "latitude",
    message: "Please send both latitude and longitude",
    isBroken: ({ latitude, longitude }) => (latitude === null) !== (longitude === null),
  },
  {
    field: "offerPickup",
    message: HANDOFF_MESSAGE,
    isBroken: ({ offerPickup, offerMeetup, offerDelivery, foodTruck }) =>
      !(offerPickup || offerMeetup || offerDelivery || foodTruck),
  },
];

/** Conflicts between fields that are each valid on their own. */
export const contradictionsOf = (listing: WholeListing) =>
  RULES.filter(({ isBroken }) => isBroken(listing)).map(({ field, message }) => ({ field, message }));

/** A complete listing: each field is validated by itself, then all together. */
export const listingBody = wholeListing.superRefine((listing, context) => {
  for (const { field, message } of contradictionsOf(listing)) {
    context.addIssue({ code: "custom", path: [field], message });
  }
});
export type Listing = z.output<typeof listingBody>;
export type ListingInput = z.input<typeof listingBody>;
