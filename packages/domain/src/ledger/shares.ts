import { type Cents, cents } from "../kernel/money.ts";

/** How a payment is divided, in cents. */
export type Shares = {
  readonly ownerCents: number;
  readonly platformCents: number;
  readonly insuranceCents: number;
  readonly taxCents: number;
};

type SharedAmount = "ownerEarningsCents" | "platformCommissionCents" | "insuranceCents" | "taxCents";

export const sharesOfPrice = (price: Readonly<Record<SharedAmount, number>>): Shares => ({
  ownerCents: price.ownerEarningsCents,
  platformCents: price.platformCommissionCents,
  insuranceCents: price.insuranceCents,
  taxCents: price.taxCents,
});

export const totalOfShares = (shares: Shares): Cents =>
  cents(shares.ownerCents + shares.platformCents + shares.insuranceCents + shares.taxCents);

const NAMES = ["ownerCents", "platformCents", "insuranceCents", "taxCents"] as const;

/**
 * Splits an amount over the remaining shares in proportion. Leftover cents go to the largest remainders (the first on a
 * tie), so the parts add up to the amount and none exceeds its share; integers are used because a product of cents
 * exceeds float precision.
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
    return { name, whole: Number(product / total), remainder: product % total };
  });
  let leftover = amount - parts.reduce((sum, { whole }) => sum + whole, 0);
  const byRemainder = [...parts].sort((one, other) => Number(other.remainder - one.remainder));
  const split = { ownerCents: 0, platformCents: 0, insuranceCents: 0, taxCents: 0 };
  for (const { name, whole, remainder } of byRemainder) {
    const extra = leftover > 0 && remainder > 0n ? 1 : 0;
    split[name] = whole + extra;
    leftover -= extra;
  }
  return split;
}

export const lessShares = (from: Shares, taken: Shares): Shares => ({
  ownerCents: cents(from.ownerCents - taken.ownerCents),
  platformCents: cents(from.platformCents - taken.platformCents),
  insuranceCents: cents(from.insuranceCents - taken.insuranceCents),
  taxCents: cents(from.taxCents - taken.taxCents),
});
