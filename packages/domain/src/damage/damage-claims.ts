import { HOUR } from "../kernel/duration.ts";
import { type Piece, valueOfPieces } from "../listings/kit.ts";
import { DAMAGE_CONSENT_FROM } from "../payments/later-charges.ts";
import type { DamageType } from "./damage-claim-statuses.ts";

/** The renter is told this long before their card is charged for damage. */
export const DAMAGE_NOTICE_MS = 48 * HOUR;

type AgreedItem = {
  /** Per unit; null if the owner named none. */
  readonly replacementValueCents: number | null;
  readonly quantity: number;
  /** Of all booked units. */
  readonly pieces: readonly Piece[];
};

/**
 * The most that damage or loss can cost, as the renter agrees to it at checkout: the replacement value, or the prices of
 * all pieces if the owner named none. Zero if only the deposit can pay.
 */
export const damageLimitOf = ({ replacementValueCents, quantity, pieces }: AgreedItem): number =>
  Math.min(Math.max((replacementValueCents ?? 0) * quantity, valueOfPieces(pieces)), MAX_CENTS);

/** The largest amount that can be stored. */
export const MAX_CENTS = 2_147_483_647;

export type AgreedLimit = {
  /** Undefined for bookings made before there was a limit beyond the deposit. */
  readonly damageLimitCents: number | undefined;
  readonly chargeConsentVersion: number | null;
  /** What the deposit can still pay. */
  readonly depositThereCents: number;
};

/** The most an admin can decide. Without the renter's consent, only the deposit can pay. */
export function decidableDamage({ damageLimitCents, chargeConsentVersion, depositThereCents }: AgreedLimit): number {
  const hasConsent = chargeConsentVersion !== null && chargeConsentVersion >= DAMAGE_CONSENT_FROM;
  return hasConsent ? Math.max(depositThereCents, damageLimitCents ?? 0) : depositThereCents;
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
