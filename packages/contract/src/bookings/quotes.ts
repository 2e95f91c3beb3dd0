import { daysBetween } from "@nexby/domain/kernel/calendar";
import { CANCELLATION_POLICIES, EXCHANGE_TYPES } from "@nexby/domain/listings/item-terms";
import { LINE_CODES, PAYEES } from "@nexby/domain/pricing/price-lines";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { localDay, namedObject, wholeNumber } from "../fields.ts";

const END_MESSAGE = "End date must be after or equal to start date";

/** What a late return costs, as agreed at checkout. */
export const lateFeeTermsView = namedObject("LateFeeTerms", {
  ruleId: z.uuid().nullable().describe("The rule that applied"),
  baseCents: z.int().nonnegative().describe("The amount that the first day's fee is a percentage of, per unit"),
  basePercent: z.string().describe("The percentage, such as 100.00"),
  gracePeriodHours: z.int().nonnegative().describe("Hours after the end without a fee"),
  dailyEscalationRate: z.string().describe("Each further day costs this percent of the first day's fee more"),
  escalationCapDays: z.int().positive().describe("The daily fee stops growing on this day"),
  maxFeeCents: z.int().nonnegative().nullable().describe("The most the fee can be"),
  replacementValueCents: z.int().nonnegative().nullable().describe("Per unit. The fee never exceeds it"),
});

/** What a loss costs, as agreed at checkout. */
export const lossTermsView = namedObject("LossTerms", {
  valueCents: z
    .int()
    .nonnegative()
    .describe(
      "For all units: their replacement value or pieces, the deposit without either, or else the most the owner can name",
    ),
  isNamedByOwner: z.boolean().describe("Whether the owner names the amount when units are lost"),
  maxCents: z.int().nonnegative().describe("The most that the loss of all units and its late fee can cost together"),
});

/** A kind of piece in a kit, as renters see it and agree to it. */
export const pieceView = namedObject("Piece", {
  name: z.string(),
  count: z.int().positive(),
  priceCents: z.int().nonnegative().describe("What each missing one costs"),
});

/** A price breakdown as displayed, agreed to and stored. All amounts are in cents. */
export const priceBreakdown = namedObject("PriceBreakdown", {
  version: z.literal(1),
  currency: z.literal("USD"),
  days: z.int().positive(),
  quantity: z.int().positive(),
  lines: z.array(
    z.object({
      code: z.enum(LINE_CODES),
      label: z.string(),
      unitCents: z.int(),
      units: z.number(),
      amountCents: z.int(),
      taxable: z.boolean(),
      payee: z.enum(PAYEES),
    }),
  ),
  ownerSubtotalCents: z.int(),
  serviceFeeCents: z.int(),
  insuranceCents: z.int(),
  tax: z.object({
    rate: z.number().describe("Percent"),
    baseCents: z.int(),
    amountCents: z.int(),
    jurisdiction: z.string().nullable(),
    rateId: z.uuid().nullable().optional().describe("The tax rate that was applied"),
    state: z.string().nullable().optional().describe("The state whose rate was looked up. Null if unknown"),
    isAllRefunded: z
      .boolean()
      .optional()
      .describe("Whether a cancellation refunds all tax, or only the tax on the refunded amount"),
  }),
  totalCents: z.int().positive(),
  depositCents: z.int().nonnegative().describe("Not included in the total"),
  policy: z.enum(CANCELLATION_POLICIES),
  insurance: z
    .object({ insurer: z.string(), termsUrl: z.string() })
    .optional()
    .describe("Who insures the rental, and by which terms. Missing without insurance"),
  lateFee: lateFeeTermsView
    .nullable()
    .optional()
    .describe("Null when a late return costs nothing. Missing from bookings made before there were late fees"),
  damageLimitCents: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      "The replacement value of all booked units, or the prices of their pieces. Damage or loss can cost up to this, or up to the deposit if that is more",
    ),
  loss: lossTermsView
    .optional()
    .describe("Missing for food trucks, and from bookings made before a loss had terms of its own"),
  pieces: z
    .array(pieceView)
    .optional()
    .describe("The pieces of all booked units and what each missing one costs. Only for kits"),
});
export type PriceBreakdown = z.infer<typeof priceBreakdown>;

const MAX_RENTAL_DAYS = 365;

const destination = z
  .string({ error: "Please enter an address, ZIP code or town" })
  .trim()
  .min(2, "Please enter an address, ZIP code or town")
  .max(200, "Please use at most 200 characters");

export const quoteRequest = z
  .object({
    startDate: localDay(),
    endDate: localDay(),
    quantity: wholeNumber("Quantity", { least: 1, most: 10_000 }).default(1),
    exchangeType: z.enum(EXCHANGE_TYPES, { error: "Please choose how to get the item" }).optional(),
    hasInsurance: z.boolean({ error: "Please choose yes or no" }).default(false),
    destination: destination.optional().describe("The delivery address, or where the food truck should come"),
    foodTruck: z
      .object({
        mode: z.enum(["PER_PERSON", "APPEARANCE"], { error: "Please choose how guests pay" }),
        headcount: wholeNumber("Number of guests", { least: 1, most: 100_000 }),
      })
      .optional(),
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, { path: ["endDate"], error: END_MESSAGE })
  .refine(({ startDate, endDate }) => daysBetween(startDate, endDate) < MAX_RENTAL_DAYS, {
    path: ["endDate"],
    error: `A rental can be at most ${MAX_RENTAL_DAYS} days`,
  });
export type QuoteRequest = z.input<typeof quoteRequest>;

const hours = z.object({ from: z.string(), to: z.string() });

const quoteView = namedObject("Quote", {
  isBookable: z.boolean(),
  refusal: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe("Why it can't be booked with these options"),
  price: priceBreakdown.nullable().describe("Null when these options have no price"),
  insurance: z
    .object({
      rate: z.number().describe("Percent of the rental"),
      amountCents: z.int().nonnegative().describe("Its cost, whether chosen or not"),
      insurer: z.string().describe("The company that insures the rental"),
      termsUrl: z.string().describe("Its terms"),
    })
    .nullable()
    .describe("Null when insurance isn't offered or there is no price yet"),
  stay: z
    .object({ startAt: z.iso.datetime(), endAt: z.iso.datetime() })
    .nullable()
    .describe("From the earliest pickup to the latest return. Null when the dates aren't available"),
  ownerHours: z
    .object({ pickup: hours, return: hours })
    .describe("When the owner hands over and takes back items, such as 09:00 to 18:00 in the item's time zone"),
});
export type QuoteView = z.infer<typeof quoteView>;

export const quoteItem = endpoint({
  method: "POST",
  path: "/api/items/:itemId/quote",
  summary: "Quote the price of a rental",
  access: "public",
  limits: [{ per: "address", times: 240, seconds: 60 }],
  params: z.object({ itemId: z.uuid() }),
  body: quoteRequest,
  response: quoteView,
  isOutcomeSecret: true,
  errors: ["validation_failed", "insurance_not_offered", "not_found", "service_unavailable"],
});

const MAX_CALENDAR_DAYS = 370;

export const getItemCalendar = endpoint({
  method: "GET",
  path: "/api/items/:itemId/calendar",
  summary: "Get an item's available units per day",
  access: "public",
  params: z.object({ itemId: z.uuid() }),
  query: z.object({
    from: localDay().optional().describe("Defaults to today in the item's time zone"),
    days: wholeNumber("Days", { least: 1, most: MAX_CALENDAR_DAYS }).default(62),
  }),
  response: z.object({
    timezone: z.string(),
    today: z.string().describe("Today in the item's time zone"),
    days: z.array(
      z.object({
        date: z.string(),
        free: z.int().nonnegative().describe("Units available until a rental ending that day is returned"),
        freeOvernight: z.int().nonnegative().describe("Units available until the next morning"),
        isHandoffDay: z.boolean().describe("Whether a rental can start or end that day"),
      }),
    ),
  }),
  errors: ["validation_failed", "not_found"],
});
