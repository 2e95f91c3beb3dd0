import { LOST_AFTER_DAYS } from "../bookings/deadlines.ts";
import { MAX_CENTS } from "../kernel/money.ts";
import { type LateFeeTerms, lateFeeOfDays } from "../late-fees/late-fee.ts";

/** The terms the renter accepts at checkout for units that don't come back. Plain JSON, stored with the price. */
export type LossTerms = {
  /** The price of all units: their replacement value or pieces, the deposit without either, or the most the owner may name. */
  readonly valueCents: number;
  /** The owner named no value and asks for no deposit, so they name an amount when units are lost. */
  readonly isNamedByOwner: boolean;
  /** The most that the loss of all units and its late fee can cost together. */
  readonly maxCents: number;
};

type AgreedItem = {
  /** The replacement value or the pieces of all units. */
  readonly damageLimitCents: number;
  readonly depositCents: number;
  readonly quantity: number;
  readonly lateFee: LateFeeTerms | null;
  /** The most an owner can name for a lost unit. */
  readonly nameableCents: number;
};

/** The value, and the late fee until the units are considered lost. */
export function lossTermsOf({
  damageLimitCents,
  depositCents,
  quantity,
  lateFee,
  nameableCents,
}: AgreedItem): LossTerms {
  const knownCents = damageLimitCents || depositCents;
  const valueCents = knownCents || Math.min(nameableCents * quantity, MAX_CENTS);
  const feeCents = lateFee === null ? 0 : lateFeeOfDays(lateFee, quantity, LOST_AFTER_DAYS);
  return { valueCents, isNamedByOwner: knownCents === 0, maxCents: Math.min(valueCents + feeCents, MAX_CENTS) };
}

export type Units = { readonly lost: number; readonly quantity: number };

/** The lost units' part of an amount for all units. */
export const partOfUnits = (amountCents: number, { lost, quantity }: Units): number =>
  Math.floor((amountCents * lost) / quantity);
