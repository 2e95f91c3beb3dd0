import { type Cents, cents } from "../kernel/money.ts";
import { accept, type Result, refuse } from "../kernel/result.ts";
import { ownerLine, type Price, priceOf, type Rates } from "./price-lines.ts";

/** What an owner has decided about money. */
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
  /** Held beside the total, per unit. */
  readonly depositCents: Cents;
};

/** What a rental costs: the rate per day and unit, setup, cleaning and delivery once, insurance on the rental alone. */
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

/** What a card can be charged at once, in cents. */
const LEAST = 50;
const MOST = 99_999_999;

export function checkTotal(total: Cents): Result<Cents, "total_too_low" | "total_too_high"> {
  if (total < LEAST) return refuse("total_too_low");
  return total > MOST ? refuse("total_too_high") : accept(total);
}

/** A deposit is held on a card like a total, but there need not be one. */
export function checkDeposit(deposit: Cents): Result<Cents, "deposit_too_low" | "deposit_too_high"> {
  if (deposit > 0 && deposit < LEAST) return refuse("deposit_too_low");
  return deposit > MOST ? refuse("deposit_too_high") : accept(deposit);
}
