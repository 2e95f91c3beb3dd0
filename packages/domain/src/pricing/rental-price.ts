import { countOf, dollarText } from "../kernel/amount-text.ts";
import { type Cents, cents } from "../kernel/money.ts";
import { accept, type Result, refuse } from "../kernel/result.ts";
import { ownerLine, type Price, priceOf, type Rates } from "./price-lines.ts";

export type ItemFees = {
  readonly dailyRateCents: Cents;
  readonly setupFlatFeeCents: Cents;
  readonly setupPerUnitFeeCents: Cents;
  readonly cleaningFeeCents: Cents;
  readonly deliveryFeeCents: Cents;
  readonly depositCents: Cents;
};

type Rental = { readonly days: number; readonly quantity: number; readonly isDelivered: boolean };

type RentalPrice = Price & {
  readonly days: number;
  readonly quantity: number;
  /** Held separately from the total, for all units. */
  readonly depositCents: Cents;
};

/** The rate per day and unit; setup, cleaning and delivery once; insurance on the rental line only. */
export function rentalPrice(fees: ItemFees, { days, quantity, isDelivered }: Rental, rates: Rates): RentalPrice {
  const rental = ownerLine("rental", fees.dailyRateCents, days * quantity);
  const setup = cents(fees.setupFlatFeeCents + fees.setupPerUnitFeeCents * quantity);
  const lines = [
    rental,
    ownerLine("setup", setup, 1),
    ownerLine("cleaning", fees.cleaningFeeCents, 1),
    ownerLine("delivery", isDelivered ? fees.deliveryFeeCents : cents(0), 1),
  ];
  const price = priceOf(lines, rental.amountCents, rates);
  return { ...price, days, quantity, depositCents: cents(fees.depositCents * quantity) };
}

type PricedStay = { readonly unitCents: number; readonly days: number; readonly quantity: number };

/** "$25.00 × 3 days", with the number of units if there are several. */
export const rentalLabel = ({ unitCents, days, quantity }: PricedStay): string =>
  [dollarText(unitCents), countOf(days, "day"), ...(quantity > 1 ? [quantity] : [])].join(" × ");

/** Limits of a single card charge, in cents. */
const MIN_CENTS = 50;
const MAX_CENTS = 99_999_999;

export function checkTotal(total: Cents): Result<Cents, "total_too_low" | "total_too_high"> {
  if (total < MIN_CENTS) return refuse("total_too_low");
  return total > MAX_CENTS ? refuse("total_too_high") : accept(total);
}

/** A deposit is held on a card like a total, but may be zero. */
export function checkDeposit(deposit: Cents): Result<Cents, "deposit_too_low" | "deposit_too_high"> {
  if (deposit > 0 && deposit < MIN_CENTS) return refuse("deposit_too_low");
  return deposit > MAX_CENTS ? refuse("deposit_too_high") : accept(deposit);
}
