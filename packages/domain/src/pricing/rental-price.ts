import { type Cents, cents } from "../kernel/money.ts";
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
