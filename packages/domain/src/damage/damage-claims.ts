import { HOUR } from "../kernel/duration.ts";
import { MAX_CENTS } from "../kernel/money.ts";
import { type Piece, valueOfPieces } from "../listings/kit.ts";
import { DAMAGE_CONSENT_FROM } from "../payments/later-charges.ts";
import type { DamageType } from "./damage-claim-statuses.ts";
import { type LossTerms, partOfUnits, type Units } from "./loss-terms.ts";

/** The renter gets this much notice before their card is charged for damage. */
export const DAMAGE_NOTICE_MS = 48 * HOUR;

type AgreedItem = {
  /** Per unit; null if the owner named none. */
  readonly replacementValueCents: number | null;
  readonly quantity: number;
  /** For all booked units. */
  readonly pieces: readonly Piece[];
};

/**
 * The most that damage or loss can cost, as the renter agrees to it at checkout: the replacement value, or the prices of
 * all pieces if the owner named none. Zero if only the deposit can pay.
 */
export const damageLimitOf = ({ replacementValueCents, quantity, pieces }: AgreedItem): number =>
  Math.min(Math.max((replacementValueCents ?? 0) * quantity, valueOfPieces(pieces)), MAX_CENTS);

export type AgreedLimit = {
  /** Undefined for bookings made before there was a limit beyond the deposit. */
  readonly damageLimitCents: number | undefined;
  readonly chargeConsentVersion: number | null;
  /** The amount that the deposit can still pay. */
  readonly depositThereCents: number;
};

/** The most an admin can decide. Without the renter's consent, only the deposit can pay. */
export function decidableDamage({ damageLimitCents, chargeConsentVersion, depositThereCents }: AgreedLimit): number {
  const hasConsent = chargeConsentVersion !== null && chargeConsentVersion >= DAMAGE_CONSENT_FROM;
  return hasConsent ? Math.max(depositThereCents, damageLimitCents ?? 0) : depositThereCents;
}

type LostRental = {
  readonly loss: LossTerms | undefined;
  readonly units: Units;
  /** As calculated, and what is left of it after waivers. */
  readonly lateFee: { readonly cappedCents: number; readonly owedCents: number };
};

/**
 * The most an admin can decide for lost units: together with the late fee, they cost at most their value and the fee as
 * it was calculated. Terms from before this limit stay as they were agreed.
 */
export function decidableLoss(limit: AgreedLimit, { loss, units, lateFee }: LostRental): number {
  if (!loss) return decidableDamage(limit);
  const agreed = loss.isNamedByOwner ? { ...limit, damageLimitCents: loss.valueCents } : limit;
  const leftCents = partOfUnits(loss.valueCents, units) + lateFee.cappedCents - lateFee.owedCents;
  return Math.min(decidableDamage(agreed), leftCents);
}

type DividedDamage = { readonly depositCents: number; readonly cardCents: number };

/** The deposit pays first. The rest is charged to the card. */
export function divideDamage(decidedCents: number, depositThereCents: number): DividedDamage {
  const depositCents = Math.min(decidedCents, Math.max(depositThereCents, 0));
  return { depositCents, cardCents: decidedCents - depositCents };
}

/** An item that never came back can't be photographed. */
export const needsClaimPhoto = (damageType: DamageType): boolean => damageType !== "lost";

/** The item's condition at return, as a claim of this type describes it. */
export const returnConditionOf = (damageType: DamageType): "damaged" | "other" =>
  damageType === "cosmetic" || damageType === "broken" ? "damaged" : "other";
