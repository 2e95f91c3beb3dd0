import type { ExtensionView } from "@nexby/contract/bookings/extensions";
import type { BookingExtension } from "../../schema/rentals.ts";
import type { Shown } from "./booking-details.queries.ts";

const text = (instant: Date | null) => instant?.toISOString() ?? null;

/** Only the renter knows of extensions that were never requested. */
export const presentExtensions = (extensions: readonly BookingExtension[], role: Shown["role"]): ExtensionView[] =>
  extensions
    .filter(({ requestedAt }) => role === "renter" || requestedAt !== null)
    .map(({ priceBreakdown, ...extension }) => ({
      ...extension,
      endAt: extension.endAt.toISOString(),
      previousEndAt: extension.previousEndAt.toISOString(),
      price: priceBreakdown,
      ownerEarningsCents: role === "renter" ? null : priceBreakdown.ownerEarningsCents,
      expiresAt: extension.expiresAt.toISOString(),
      requestedAt: text(extension.requestedAt),
      decidedAt: text(extension.decidedAt),
    }));
