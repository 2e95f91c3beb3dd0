import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { depositThere } from "@nexby/domain/bookings/derived-statuses";
import type { BookingSnapshot } from "@nexby/domain/bookings/snapshot";
import { decidableDamage } from "@nexby/domain/damage/damage-claims";
import type { Booking } from "../../schema/bookings.ts";
import type { BookingDetails } from "./booking-details.queries.ts";

const text = (instant: Date | null) => instant?.toISOString() ?? null;

/** The most an admin can decide now, by what the renter agreed to at checkout. */
export const damageLimitNow = (
  { priceBreakdown, chargeConsentVersion }: Pick<Booking, "priceBreakdown" | "chargeConsentVersion">,
  snapshot: BookingSnapshot,
): number =>
  decidableDamage({
    damageLimitCents: priceBreakdown.damageLimitCents,
    chargeConsentVersion,
    depositThereCents: depositThere(snapshot),
  });

export function presentDamageClaim({ claim, claimPhotos }: BookingDetails): BookingDetailView["claim"] {
  if (!claim) return null;
  return {
    ...claim,
    amountCents: claim.claimedCents,
    notes: claim.description,
    photos: claimPhotos.map(({ filesRemovedAt, ...photo }) => ({ ...photo, isRemoved: filesRemovedAt !== null })),
    answeredAt: text(claim.answeredAt),
    chargeableAt: text(claim.chargeableAt),
    payBy: text(claim.payBy),
  };
}
