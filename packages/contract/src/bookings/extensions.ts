import { EXTENSION_STATUSES } from "@nexby/domain/extensions/extension-transitions";
import { z } from "zod";
import { localDay, namedObject, wholeNumber } from "../fields.ts";
import { priceBreakdown } from "./quotes.ts";

const instant = z.iso.datetime();

/** More days that the renter asked for. The owner sees it once the renter's card is authorized. */
export const extensionView = namedObject("Extension", {
  id: z.uuid(),
  status: z.enum(EXTENSION_STATUSES),
  endDate: z.string().describe("The new last day"),
  endAt: instant,
  previousEndAt: instant.describe("The end of the rental when the renter asked"),
  price: priceBreakdown.describe("For the additional days. Part of the booking's price once approved"),
  ownerEarningsCents: z
    .int()
    .nonnegative()
    .nullable()
    .describe("What the owner earns more. Shown to the owner and admins only"),
  message: z.string().nullable().describe("From the renter"),
  declineReason: z.string().nullable(),
  expiresAt: instant.describe("Until when the renter can pay a draft, or the owner can decide on a request"),
  requestedAt: instant.nullable(),
  decidedAt: instant.nullable(),
});
export type ExtensionView = z.infer<typeof extensionView>;

const reasonView = z.object({ code: z.string(), message: z.string() }).nullable();

export const extensionOptionsView = namedObject("ExtensionOptions", {
  refusal: reasonView.describe("Why this rental can't be extended now, whatever the day"),
  options: z
    .array(z.object({ endDate: z.string(), endAt: instant, price: priceBreakdown }))
    .describe("The days to which the rental can be extended, soonest first"),
  limit: reasonView.describe("Why it can't be extended beyond the last of these days"),
  isInstant: z.boolean().describe("Whether it is approved without the owner's decision"),
  decideBy: instant.describe("When the owner's time to decide would end"),
});
export type ExtensionOptionsView = z.infer<typeof extensionOptionsView>;

const text = (most: number) => z.string().trim().max(most, `Please use at most ${most} characters`);

export const requestExtensionBody = z.object({
  endDate: localDay("Please choose a day").describe("The new last day"),
  totalCents: wholeNumber("Total", { least: 1, most: 100_000_000 }).describe("The total the renter was shown"),
  message: text(500).default(""),
});

const extensionId = z.uuid({ error: "This is not an extension" }).describe("Rejected if it is no longer open");

export const extensionBody = z.object({ extensionId });

export const declineExtensionBody = z.object({
  extensionId,
  reason: z
    .string({ error: "Please give a reason" })
    .trim()
    .min(1, "Please give a reason")
    .max(500, "Please use at most 500 characters"),
});
