import { accept, type Result, refuse } from "./result.ts";

/** An amount in whole cents. Rates are applied and rounded only in `applyRates`. */
export type Cents = number & { readonly __brand: "cents" };

/** Ten-thousandths of a percent, as integers because sums of float rates drift: 100 + 3 * 33.3 is not 199.9. */
export type Rate = bigint;
export const WHOLE_RATE: Rate = 1_000_000n;

export type AmountRefusal = "not_an_amount" | "amount_negative" | "amount_too_precise" | "amount_too_large";

const RATE_DECIMALS = 4;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** For amounts computed by the program; user input goes through `centsFromDecimal`. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole cents: ${value}`);
  return (value === 0 ? 0 : value) as Cents;
}

/** Parses "33.30" or 8.875 percent. Rates are stored with at most four decimals; a finer one is a bug in the caller. */
export function rateFromPercent(percent: string | number): Rate {
  const [, minus, whole, fraction = ""] = DECIMAL.exec(String(percent)) ?? [];
  if (whole === undefined || minus || fraction.length > RATE_DECIMALS) {
    throw new RangeError(`not a percent of at most four decimals: ${percent}`);
  }
  return BigInt(whole + fraction.padEnd(RATE_DECIMALS, "0"));
}

/** Multiplies by every rate, then rounds once, half away from zero. Floats get ties such as 1.14% of 25.00 wrong. */
export function applyRates(amount: Cents, ...rates: readonly Rate[]): Cents {
  const product = rates.reduce((value, rate) => value * rate, BigInt(amount));
  const whole = WHOLE_RATE ** BigInt(rates.length);
  const half = whole / 2n;
  return cents(Number((product < 0n ? product - half : product + half) / whole));
}

/** `percent` is a percentage: 8.875 means 8.875%. */
export const percentOf = (amount: Cents, percent: string | number): Cents =>
  applyRates(amount, rateFromPercent(percent));

/** Parses "25.00", "25.5" or 25 from forms and JSON. Anything that is not exact cents is rejected, never rounded. */
export function centsFromDecimal(input: string | number): Result<Cents, AmountRefusal> {
  const [, minus, whole, fraction = ""] = DECIMAL.exec(String(input)) ?? [];
  if (whole === undefined) return refuse("not_an_amount");
  if (minus) return refuse("amount_negative");
  if (fraction.length > 2) return refuse("amount_too_precise");
  const value = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return Number.isSafeInteger(value) ? accept(cents(value)) : refuse("amount_too_large");
}

/** Decimal text for JSON, always with two places: 2500 is "25.00". */
export function decimalFromCents(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The largest amount that can be stored. */
export const MAX_CENTS = 2_147_483_647;
