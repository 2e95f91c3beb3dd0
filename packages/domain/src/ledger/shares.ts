import { type Cents, cents } from "../kernel/money.ts";
import type { Price } from "../pricing/price-lines.ts";

/** Whose a payment is, in cents. */
export type Shares = {
  readonly ownerCents: number;
  readonly platformCents: number;
  readonly insuranceCents: number;
  readonly taxCents: number;
};

type PricedShares = Pick<Price, "ownerEarningsCents" | "platformCommissionCents" | "insuranceCents" | "taxCents">;

export const sharesOfPrice = (price: PricedShares): Shares => ({
  ownerCents: price.ownerEarningsCents,
  platformCents: price.platformCommissionCents,
  insuranceCents: price.insuranceCents,
  taxCents: price.taxCents,
});

export const totalOfShares = (shares: Shares): Cents =>
  cents(shares.ownerCents + shares.platformCents + shares.insuranceCents + shares.taxCents);

const NAMES = ["ownerCents", "platformCents", "insuranceCents", "taxCents"] as const;

/**
 * Takes an amount from what is left of a payment, from each share in proportion. Each cent that proportion cannot place
 * goes where the largest fraction was cut off (of equals the first): the parts add up to the amount, and none is more
 * than what is left of it. In integers, since a product of cents outgrows a float.
 */
export function splitByShares(amount: number, left: Shares): Shares {
  const total = BigInt(totalOfShares(left));
  const taken = BigInt(cents(amount));
  if (NAMES.some((name) => left[name] < 0) || taken < 0n || taken > total) {
    throw new RangeError(`cannot take ${amount} from ${JSON.stringify(left)}`);
  }
  if (total === 0n) return left;
  const parts = NAMES.map((name) => {
    const product = taken * BigInt(left[name]);
    return { name, whole: Number(product / total), cutOff: product % total };
  });
  let missing = amount - parts.reduce((sum, { whole }) => sum + whole, 0);
  const byCutOff = [...parts].sort((one, other) => Number(other.cutOff - one.cutOff));
  const split = { ownerCents: 0, platformCents: 0, insuranceCents: 0, taxCents: 0 };
  for (const { name, whole, cutOff } of byCutOff) {
    const extra = missing > 0 && cutOff > 0n ? 1 : 0;
    split[name] = whole + extra;
    missing -= extra;
  }
  return split;
}

export const lessShares = (from: Shares, taken: Shares): Shares => ({
  ownerCents: cents(from.ownerCents - taken.ownerCents),
  platformCents: cents(from.platformCents - taken.platformCents),
  insuranceCents: cents(from.insuranceCents - taken.insuranceCents),
  taxCents: cents(from.taxCents - taken.taxCents),
});
