import { type Cents, cents, percentOf } from "../kernel/money.ts";

/** The final recipient of a line's amount. */
export const PAYEES = ["owner", "platform", "insurer", "tax"] as const;
type Payee = (typeof PAYEES)[number];

/** Every line except the tax itself. */
export const TAXABLE_LINES = [
  "rental",
  "setup",
  "cleaning",
  "delivery",
  "food",
  "appearance",
  "travel",
  "insurance",
  "service_fee",
] as const;
export type TaxableLine = (typeof TAXABLE_LINES)[number];

export const LINE_CODES = [...TAXABLE_LINES, "tax"] as const;
export type LineCode = (typeof LINE_CODES)[number];

/** Taxed by default. Delivery and insurance are separate services, mostly untaxed. */
export const TAXED_LINES: readonly TaxableLine[] = TAXABLE_LINES.filter(
  (code) => code !== "delivery" && code !== "insurance",
);

/** A row of a price, as displayed and stored. */
export type PriceLine = {
  readonly code: LineCode;
  readonly unitCents: Cents;
  readonly units: number;
  readonly amountCents: Cents;
  readonly isTaxable: boolean;
  readonly payee: Payee;
};

/** A line before it is decided whether it is taxed. */
export type Untaxed = Omit<PriceLine, "isTaxable">;
type OwnerLineCode = Exclude<LineCode, "insurance" | "service_fee" | "tax">;

export function ownerLine(code: OwnerLineCode, unitCents: Cents, units: number): Untaxed {
  return { code, unitCents, units, amountCents: cents(unitCents * units), payee: "owner" };
}

/** A line whose amount is not a multiple of a unit price, such as a percentage or a distance. */
export function singleLine(code: LineCode, amountCents: Cents, payee: Payee): Untaxed {
  return { code, unitCents: amountCents, units: 1, amountCents, payee };
}

/** Percentages that apply to a booking; 5 means 5%. */
export type Rates = {
  readonly listerCommissionRate: number;
  readonly renterCommissionRate: number;
  readonly taxRate: number;
  /** Zero without insurance. */
  readonly insuranceRate: number;
  /** Defaults to `TAXED_LINES`. */
  readonly taxedLines?: readonly TaxableLine[];
};

export type Price = {
  readonly lines: readonly PriceLine[];
  /** Sum of the owner's lines, before commission. */
  readonly ownerSubtotalCents: Cents;
  readonly insuranceCents: Cents;
  readonly serviceFeeCents: Cents;
  readonly taxBaseCents: Cents;
  readonly taxCents: Cents;
  /** The renter's total, not including the deposit. */
  readonly totalCents: Cents;
  readonly commissionCents: Cents;
  readonly ownerEarningsCents: Cents;
  readonly platformCommissionCents: Cents;
};

const sumOf = (lines: readonly Untaxed[]): Cents => cents(lines.reduce((sum, { amountCents }) => sum + amountCents, 0));

const withAmount = (lines: readonly PriceLine[]) => lines.filter(({ amountCents }) => amountCents > 0);

/**
 * Builds a price from the owner's lines, rounding each share once; the parts add up to the total. The commission
 * applies to all owner lines, so that it cannot be avoided by moving the rate into fees.
 */
export function priceOf(ownerLines: readonly Untaxed[], insured: Cents, rates: Rates): Price {
  const taxed: ReadonlySet<LineCode> = new Set(rates.taxedLines ?? TAXED_LINES);
  const subtotal = sumOf(ownerLines);
  const insurance = percentOf(insured, rates.insuranceRate);
  const serviceFee = percentOf(subtotal, rates.renterCommissionRate);
  const lines = [
    ...ownerLines,
    singleLine("insurance", insurance, "insurer"),
    singleLine("service_fee", serviceFee, "platform"),
  ].map((line) => ({ ...line, isTaxable: taxed.has(line.code) }));
  const taxBase = sumOf(lines.filter(({ isTaxable }) => isTaxable));
  const tax = percentOf(taxBase, rates.taxRate);
  const commission = percentOf(subtotal, rates.listerCommissionRate);
  return {
    lines: withAmount([...lines, { ...singleLine("tax", tax, "tax"), isTaxable: false }]),
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
