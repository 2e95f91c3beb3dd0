import { type Cents, cents } from "../kernel/money.ts";
import {
  LINE_CODES,
  type LineCode,
  ownerLine,
  type Price,
  priceOf,
  type Rates,
  TAXABLE_LINES,
  TAXED_LINES,
} from "../pricing/price-lines.ts";
import { rentalLabel } from "../pricing/rental-price.ts";

type AgreedLine = {
  readonly code: LineCode;
  readonly label: string;
  readonly unitCents: number;
  readonly units: number;
  readonly amountCents: number;
  readonly taxable: boolean;
};

/** A price as stored with a booking or an extension. */
type AgreedPrice = {
  readonly days: number;
  readonly quantity: number;
  readonly lines: readonly AgreedLine[];
  readonly ownerSubtotalCents: number;
  readonly serviceFeeCents: number;
  readonly insuranceCents: number;
  readonly tax: { readonly rate: number; readonly baseCents: number; readonly amountCents: number };
  readonly totalCents: number;
  readonly commission: { readonly rate: number; readonly amountCents: number };
  readonly ownerEarningsCents: number;
  /** The percentages that no line shows. Missing in prices from before extensions. */
  readonly rates?: AgreedRates | undefined;
};

export type AgreedRates = { readonly serviceFee: number; readonly insurance: number };

const lineOf = ({ lines }: AgreedPrice, code: LineCode) => lines.find((line) => line.code === code);

/** Two decimals, as rates are set. */
const percentage = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100);

/** Older prices don't name these rates, so they are derived from the amounts. */
const ratesOf = (price: AgreedPrice): AgreedRates =>
  price.rates ?? {
    serviceFee: percentage(price.serviceFeeCents, price.ownerSubtotalCents),
    insurance: percentage(price.insuranceCents, lineOf(price, "rental")?.amountCents ?? 0),
  };

/** The agreed rates, whatever the item, its category and the place charge today. */
function termsOf(price: AgreedPrice): { dailyRateCents: Cents; rates: Rates } {
  const { serviceFee, insurance } = ratesOf(price);
  return {
    dailyRateCents: cents(lineOf(price, "rental")?.unitCents ?? 0),
    rates: {
      listerCommissionRate: price.commission.rate,
      renterCommissionRate: serviceFee,
      insuranceRate: insurance,
      taxRate: price.tax.rate,
      taxedLines: TAXABLE_LINES.filter((code) => lineOf(price, code)?.taxable ?? TAXED_LINES.includes(code)),
    },
  };
}

/** Only what grows with the days: no second setup, cleaning or delivery. Each line is rounded once. */
export function extensionPrice(agreed: AgreedPrice, addedDays: number): Price {
  const { dailyRateCents, rates } = termsOf(agreed);
  const rental = ownerLine("rental", dailyRateCents, addedDays * agreed.quantity);
  return priceOf([rental], rental.amountCents, rates);
}

/** The booking's price with an extension: a sum of the lines of both, which is never rounded again. */
export function lengthenedPrice<Agreed extends AgreedPrice>(agreed: Agreed, added: AgreedPrice): Agreed {
  const days = agreed.days + added.days;
  const sum = (
    field: "ownerSubtotalCents" | "serviceFeeCents" | "insuranceCents" | "totalCents" | "ownerEarningsCents",
  ) => agreed[field] + added[field];
  const price = {
    ...agreed,
    days,
    lines: LINE_CODES.flatMap((code) => {
      const lines = [lineOf(agreed, code), lineOf(added, code)].filter((line) => line !== undefined);
      return lines.length > 0 ? [sumOfLines(lines, { days, quantity: agreed.quantity })] : [];
    }),
    ownerSubtotalCents: sum("ownerSubtotalCents"),
    serviceFeeCents: sum("serviceFeeCents"),
    insuranceCents: sum("insuranceCents"),
    tax: {
      ...agreed.tax,
      baseCents: agreed.tax.baseCents + added.tax.baseCents,
      amountCents: agreed.tax.amountCents + added.tax.amountCents,
    },
    totalCents: sum("totalCents"),
    commission: { ...agreed.commission, amountCents: agreed.commission.amountCents + added.commission.amountCents },
    ownerEarningsCents: sum("ownerEarningsCents"),
  };
  // Fields that this function doesn't know, such as a line's payee, are copied from the agreed price.
  return price as Agreed;
}

type Stay = { readonly days: number; readonly quantity: number };

function sumOfLines([first, ...others]: readonly AgreedLine[], stay: Stay): AgreedLine {
  if (!first) throw new RangeError("nothing to add up");
  if (others.length === 0) return first;
  const amountCents = others.reduce((sum, line) => sum + line.amountCents, first.amountCents);
  if (first.code !== "rental") return { ...first, unitCents: amountCents, units: 1, amountCents };
  const units = others.reduce((sum, line) => sum + line.units, first.units);
  const label = rentalLabel({ unitCents: first.unitCents, ...stay });
  return { ...first, label, units, amountCents };
}
