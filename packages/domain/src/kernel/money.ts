import { accept, type Result, refuse } from "./result.ts";

/** Whole cents. Fractions exist only inside `percentOf`, which is the one place that rounds. */
export type Cents = number & { readonly __brand: "cents" };

export type AmountRefusal = "not_an_amount" | "amount_negative" | "amount_too_precise" | "amount_too_large";

const RATE_STEPS = 10_000;
const WHOLE = 100n * BigInt(RATE_STEPS);
const HALF = WHOLE / 2n;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** For amounts the program made itself; what people typed goes through `centsFromDecimal`. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole cents: ${value}`);
  return (value === 0 ? 0 : value) as Cents;
}

/** 8.875 is 8.875 %. Rounds once, half away from zero, in integers: 1.14 % of 25.00 is a tie that floats miss. */
export function percentOf(amount: Cents, percent: number): Cents {
  const product = BigInt(amount) * BigInt(rateSteps(percent));
  return cents(Number((product < 0n ? product - HALF : product + HALF) / WHOLE));
}

/** Forms and JSON send "25.00", "25.5" or 25. What is not exactly cents is refused, never rounded. */
export function centsFromDecimal(input: string | number): Result<Cents, AmountRefusal> {
  const [, minus, whole, fraction = ""] = DECIMAL.exec(String(input)) ?? [];
  if (whole === undefined) return refuse("not_an_amount");
  if (minus) return refuse("amount_negative");
  if (fraction.length > 2) return refuse("amount_too_precise");
  const value = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return Number.isSafeInteger(value) ? accept(cents(value)) : refuse("amount_too_large");
}

/** The wire's decimal text, always with two places: 2500 is "25.00". */
export function decimalFromCents(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Rates are stored with four decimals: in ten-thousandths of a percent they are whole. Finer is a bug upstream. */
function rateSteps(percent: number): number {
  const steps = Math.round(percent * RATE_STEPS);
  if (!Number.isSafeInteger(steps) || steps / RATE_STEPS !== percent) {
    throw new RangeError(`not a percent of at most four decimals: ${percent}`);
  }
  return steps;
}
