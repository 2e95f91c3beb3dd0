import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { localDay, namedObject, wholeNumber } from "../fields.ts";
import { command, reason } from "./booking-commands.ts";
import { bookingDetailView, bookingParams, shortText } from "./bookings.ts";
import { priceBreakdown } from "./quotes.ts";

const reasonView = z.object({ code: z.string(), message: z.string() }).nullable();

const extensionOptionsView = namedObject("ExtensionOptions", {
  refusal: reasonView.describe("Why this rental can't be extended now, whatever the day"),
  options: z
    .array(z.object({ endDate: z.string(), endAt: z.iso.datetime(), price: priceBreakdown }))
    .describe("The days to which the rental can be extended, soonest first"),
  limit: reasonView.describe("Why it can't be extended beyond the last of these days"),
  isInstant: z.boolean().describe("Whether it is approved without the owner's decision"),
  decideBy: z.iso.datetime().describe("When the owner's time to decide would end"),
});
export type ExtensionOptionsView = z.infer<typeof extensionOptionsView>;

export const requestExtensionBody = z.object({
  endDate: localDay("Please choose a day").describe("The new last day"),
  totalCents: wholeNumber("Total", { least: 1, most: 100_000_000 }).describe("The total the renter was shown"),
  message: shortText(500).default(""),
});

const extensionId = z.uuid({ error: "This is not an extension" }).describe("Rejected if it is no longer open");

export const getExtensionOptions = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/extension",
  summary: "Get the days to which you can extend a rental, with their prices",
  access: "signed-in",
  params: bookingParams,
  response: extensionOptionsView,
  errors: ["not_found", "action_not_allowed"],
});

export const requestExtension = endpoint({
  method: "POST",
  path: "/api/bookings/:bookingId/extension",
  summary: "Hold more days. The owner is asked once their payment is authorized",
  access: "signed-in",
  limits: [{ per: "account", times: 60, seconds: 3600 }],
  params: bookingParams,
  body: requestExtensionBody,
  response: bookingDetailView,
  errors: [
    "validation_failed",
    "not_found",
    "action_not_allowed",
    "price_changed",
    "units_unavailable",
    "not_bookable",
  ],
});

export const approveExtension = endpoint({
  ...command(
    "approve-extension",
    "Approve a request for more days and charge the renter's card",
    z.object({ extensionId }),
  ),
  errors: ["validation_failed", "not_found", "action_not_allowed", "units_unavailable"],
});
export const declineExtension = endpoint(
  command(
    "decline-extension",
    "Decline a request for more days and release the hold on the card",
    z.object({ extensionId, reason: reason("Please give a reason") }),
  ),
);
export const withdrawExtension = endpoint(
  command(
    "withdraw-extension",
    "Withdraw your request for more days and release the hold on the card",
    z.object({ extensionId }),
  ),
);
