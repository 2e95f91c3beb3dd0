import { type Cents, cents, percentOf } from "../kernel/money.ts";

/** Who finally gets a line's money. */
export const PAYEES = ["owner", "platform", "insurer", "tax"] as const;
type Payee = (typeof PAYEES)[number];

export const LINE_CODES = [
  "rental",
  "setup",
  "cleaning",
  "delivery",
  "food",
  "appearance",
  "travel",
  "insurance",
  "service_fee",
  "tax",
] as const;
export type LineCode = (typeof LINE_CODES)[number];

/** One row of a price, as it is shown and stored. */
export type PriceLine = {
  readonly code: LineCode;
  readonly unitCents: Cents;
  readonly units: number;
  readonly amountCents: Cents;
  readonly isTaxable: boolean;
  readonly payee: Payee;
};

/** What an owner asks for. Delivery is a service apart from the rental and mostly untaxed; everything else is taxed. */
const IS_TAXABLE: Record<OwnerLineCode, boolean> = {
  rental: true,
  setup: true,
  cleaning: true,
  delivery: false,
  food: true,
  appearance: true,
  travel: true,
};
type OwnerLineCode = Exclude<LineCode, "insurance" | "service_fee" | "tax">;

export function ownerLine(code: OwnerLineCode, unitCents: Cents, units: number): PriceLine {
  const amountCents = cents(unitCents * units);
  return { code, unitCents, units, amountCents, isTaxable: IS_TAXABLE[code], payee: "owner" };
}

/** A line whose amount is not a whole number of equal units, such as a share or a distance. */
export function singleLine(code: LineCode, amountCents: Cents, payee: Payee, isTaxable: boolean): PriceLine {
  return { code, unitCents: amountCents, units: 1, amountCents, isTaxable, payee };
}

/** The percentages that apply to a booking; 5 is 5 %. */
export type Rates = {
  readonly listerCommissionRate: number;
  readonly renterCommissionRate: number;
  readonly taxRate: number;
  /** Zero when the renter wants none. */
  readonly insuranceRate: number;
};

export type Price = {
  readonly lines: readonly PriceLine[];
  /** Everything the owner asks for, before commission. */
  readonly ownerSubtotalCents: Cents;
  readonly insuranceCents: Cents;
  readonly serviceFeeCents: Cents;
  readonly taxBaseCents: Cents;
  readonly taxCents: Cents;
  /** What the renter pays. The deposit stands beside it. */
  readonly totalCents: Cents;
  readonly commissionCents: Cents;
  readonly ownerEarningsCents: Cents;
  readonly platformCommissionCents: Cents;
};

const sumOf = (lines: readonly PriceLine[]): Cents =>
  cents(lines.reduce((sum, { amountCents }) => sum + amountCents, 0));

const withAmount = (lines: readonly PriceLine[]) => lines.filter(({ amountCents }) => amountCents > 0);

/**
 * Puts a price together from what the owner asks for. Each share is rounded once; the commission is taken from all of
 * the owner's lines, so that it cannot be dodged by moving the rate into fees. The parts add up to the total.
 */
export function priceOf(ownerLines: readonly PriceLine[], insured: Cents, rates: Rates): Price {
  const subtotal = sumOf(ownerLines);
  const insurance = percentOf(insured, rates.insuranceRate);
  const serviceFee = percentOf(subtotal, rates.renterCommissionRate);
  const taxBase = cents(sumOf(ownerLines.filter(({ isTaxable }) => isTaxable)) + serviceFee);
  const tax = percentOf(taxBase, rates.taxRate);
  const commission = percentOf(subtotal, rates.listerCommissionRate);
  return {
    lines: withAmount([
      ...ownerLines,
      singleLine("insurance", insurance, "insurer", false),
      singleLine("service_fee", serviceFee, "platform", true),
      singleLine("tax", tax, "tax", false),
    ]),
    ownerSubtotalCents: subtotal,
    insuranceCents: insurance,
    serviceFeeCents: serviceFee,
    taxBaseCents: taxBase,
    taxCents: tax,
    totalCents: cents(subtotal + insurance + serviceFee + tax),
    commissionCents: commission,
    ownerEarningsCents: cents(subtotal - commission),
    platformCommissionCents: cents(commission + serviceFee),
  };
}
