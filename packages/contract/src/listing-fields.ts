import { CANCELLATION_POLICIES, ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { z } from "zod";
import { amount, centsAmount, decimalNumber, optionalAmount, wholeNumber } from "./amounts.ts";
import { foodTruckFields } from "./food-truck-fields.ts";
import { orNull } from "./or-null.ts";

const IMAGES_MESSAGE = "At least 3 images are required";
const NO_CATEGORY_MESSAGE = "At least one category is required";
const MANY_CATEGORIES_MESSAGE = "Maximum 3 categories allowed";
const EXCHANGE_MESSAGE = "Choose at least one way to hand the item over";

const text = (name: string, most: number) =>
  z
    .string({ error: `${name} must be text` })
    .trim()
    .max(most, `${name} must be at most ${most} characters`);
const requiredText = (name: string, most: number) =>
  z
    .string({ error: `${name} is required` })
    .trim()
    .min(1, `${name} is required`)
    .max(most, `${name} must be at most ${most} characters`);
const yesNo = z.boolean({ error: "Please choose yes or no" });
const days = (name: string) => wholeNumber(name, { least: 1, most: 365 });
const units = (name: string) => wholeNumber(name, { least: 1, most: 10_000 });

const images = z
  .array(z.string({ error: IMAGES_MESSAGE }).max(500), { error: IMAGES_MESSAGE })
  .min(3, IMAGES_MESSAGE)
  .max(20, "Maximum 20 images allowed")
  .refine((list) => new Set(list).size === list.length, "Each image can be used once");

const categoryIds = z
  .array(z.uuid({ error: "Please choose categories from the list" }), { error: NO_CATEGORY_MESSAGE })
  .min(1, NO_CATEGORY_MESSAGE)
  .max(3, MANY_CATEGORIES_MESSAGE)
  .refine((list) => new Set(list).size === list.length, "Each category can be chosen once");

/** Every field of a listing an owner decides, as a form or a client sends it. */
const fields = {
  title: requiredText("Title", 200),
  description: text("Description", 5000),
  categoryIds: categoryIds.describe("The first sets the commission"),
  condition: z.enum(ITEM_CONDITIONS, { error: "Please choose a condition" }),
  images: images.describe("Addresses as uploads answered them, cover first"),
  isAvailable: yesNo.describe("False while the listing is paused"),

  dailyRate: amount("Daily rate").refine((rate) => rate > 0, "Daily rate must be more than zero"),
  depositAmount: optionalAmount("Deposit"),
  lateReturnFee: optionalAmount("Late return fee"),
  cleaningFee: optionalAmount("Cleaning fee"),
  setupFlatFeeCents: centsAmount("Set-up fee"),
  setupPerUnitFeeCents: centsAmount("Set-up fee per unit"),
  replacementValueCents: orNull(centsAmount("Replacement value")),

  location: requiredText("Location", 200).describe("Address, ZIP or town; the public sees the town only"),
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
  isInstant: yesNo.describe("True where a request is accepted as soon as it is paid for"),

  allowQuantity: yesNo,
  quantityTotal: units("Number of units"),
  quantityMinPerBooking: units("Fewest units per booking"),
  quantityMaxPerBooking: orNull(units("Most units per booking")),
  turnaroundMinutes: wholeNumber("Time between rentals", { least: 0, most: 10_080 }),

  foodTruck: foodTruckFields.nullable().describe("Only for food trucks"),
};

/** A change of a listing: what is left out stays as it is. */
export const listingChange = z.object(fields).partial();

/** A whole listing, with what counts where nothing is said. */
const wholeListing = z.object({
  ...fields,
  description: fields.description.default(""),
  condition: fields.condition.default("used"),
  isAvailable: fields.isAvailable.default(true),
  setupFlatFeeCents: fields.setupFlatFeeCents.prefault(0),
  setupPerUnitFeeCents: fields.setupPerUnitFeeCents.prefault(0),
  offerPickup: fields.offerPickup.default(true),
  offerMeetup: fields.offerMeetup.default(false),
  offerDelivery: fields.offerDelivery.default(false),
  minRentalDays: fields.minRentalDays.default(1),
  cancellationPolicy: fields.cancellationPolicy
    .optional()
    .describe("The platform's default where an owner chooses none"),
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
    message: "Longest rental must not be shorter than the shortest",
    isBroken: ({ minRentalDays, maxRentalDays }) => maxRentalDays !== null && maxRentalDays < minRentalDays,
  },
  {
    field: "quantityMinPerBooking",
    message: "Fewest units per booking must not be more than there are",
    isBroken: ({ quantityMinPerBooking, quantityTotal }) => quantityMinPerBooking > quantityTotal,
  },
  {
    field: "quantityMaxPerBooking",
    message: "Most units per booking must not be less than the fewest",
    isBroken: ({ quantityMinPerBooking, quantityMaxPerBooking }) =>
      quantityMaxPerBooking !== null && quantityMaxPerBooking < quantityMinPerBooking,
  },
  {
    field: "latitude",
    message: "Latitude and longitude belong together",
    isBroken: ({ latitude, longitude }) => (latitude === null) !== (longitude === null),
  },
  {
    field: "offerPickup",
    message: EXCHANGE_MESSAGE,
    isBroken: ({ offerPickup, offerMeetup, offerDelivery, foodTruck }) =>
      !(offerPickup || offerMeetup || offerDelivery || foodTruck),
  },
];

/** What the fields contradict each other in, though each is right by itself. */
export const contradictionsOf = (listing: WholeListing) =>
  RULES.filter(({ isBroken }) => isBroken(listing)).map(({ field, message }) => ({ field, message }));

/** A whole listing: every field by itself, then what they say together. */
export const listingBody = wholeListing.superRefine((listing, context) => {
  for (const { field, message } of contradictionsOf(listing)) {
    context.addIssue({ code: "custom", path: [field], message });
  }
});
export type Listing = z.output<typeof listingBody>;
export type ListingInput = z.input<typeof listingBody>;
