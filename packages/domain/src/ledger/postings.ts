import { type Cents, cents } from "../kernel/money.ts";
import { credit, debit, inverseOf, type LedgerAccount, moving, type Posting } from "./accounts.ts";

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

/** A rental or an extension is captured. Our share stays unearned until the booking is closed. */
export const captured = (shares: Shares, ownerId: string): Posting[] =>
  moving(
    debit("stripe_balance", totalOfShares(shares)),
    credit("owner_payable", shares.ownerCents, ownerId),
    credit("platform_fee_unearned", shares.platformCents),
    credit("insurance_payable", shares.insuranceCents),
    credit("tax_payable", shares.taxCents),
  );

/** The provider's fee, posted together with the movement it belongs to, as the provider does. */
export const providerFee = (feeCents: number): Posting[] =>
  moving(debit("stripe_fees", feeCents), credit("stripe_balance", feeCents));

type OwnersCharge = { readonly amountCents: number; readonly commissionCents: number; readonly ownerId: string };

/** Charged on the owner's behalf, minus our commission; earned at once because the rental is over. */
const forOwner = (from: LedgerAccount, { amountCents, commissionCents, ownerId }: OwnersCharge): Posting[] =>
  moving(
    debit(from, amountCents),
    credit("owner_payable", amountCents - commissionCents, ownerId),
    credit("platform_revenue", commissionCents),
  );

export const lateFeeCaptured = (charge: OwnersCharge): Posting[] => forOwner("stripe_balance", charge);
export const damageCaptured = (charge: OwnersCharge): Posting[] => forOwner("stripe_balance", charge);

export const depositCaptured = (amountCents: number): Posting[] =>
  moving(debit("stripe_balance", amountCents), credit("deposit_liability", amountCents));

/** For damage, or for a late fee the card did not pay. */
export const depositToOwner = (charge: OwnersCharge): Posting[] => forOwner("deposit_liability", charge);

/** Owed to the renter until the provider's refund settles it. */
export const depositReturned = (amountCents: number): Posting[] =>
  moving(debit("deposit_liability", amountCents), credit("refunds_payable", amountCents));

/** Balances of a booking that a refund can still draw on. */
export type HeldBalances = { readonly ownerPayableCents: number; readonly platformFeeUnearnedCents: number };

/**
 * A refund becomes payable. The owner's share comes from what we still owe them, and the part already paid out becomes
 * their debt; our share comes from unearned fees, then from revenue.
 */
export function refundDecided(shares: Shares, ownerId: string, held: HeldBalances): Posting[] {
  const [fromPayable, owed] = upTo(held.ownerPayableCents, shares.ownerCents);
  const [unearned, earned] = upTo(held.platformFeeUnearnedCents, shares.platformCents);
  return moving(
    debit("owner_payable", fromPayable, ownerId),
    debit("owner_receivable", owed, ownerId),
    debit("platform_fee_unearned", unearned),
    debit("platform_revenue", earned),
    debit("insurance_payable", shares.insuranceCents),
    debit("tax_payable", shares.taxCents),
    credit("refunds_payable", totalOfShares(shares)),
  );
}

/** The cardholder's bank already returned money we owed as a refund, so that part of the chargeback is no loss. */
export const refundTakenByBank = (shares: Shares, ownerId: string, held: HeldBalances): Posting[] => [
  ...refundDecided(shares, ownerId, held),
  ...moving(debit("refunds_payable", totalOfShares(shares)), credit("chargeback_loss", totalOfShares(shares))),
];

/**
 * A decided refund is withdrawn and every share is restored. The owner's share first pays their current debt; ours is
 * earned when the books close.
 */
export function refundWithdrawn(shares: Shares, ownerId: string, ownerDebtCents: number): Posting[] {
  const [paid, payable] = upTo(ownerDebtCents, shares.ownerCents);
  return moving(
    debit("refunds_payable", totalOfShares(shares)),
    credit("owner_receivable", paid, ownerId),
    credit("owner_payable", payable, ownerId),
    credit("platform_fee_unearned", shares.platformCents),
    credit("insurance_payable", shares.insuranceCents),
    credit("tax_payable", shares.taxCents),
  );
}

/** A refund at our own cost. */
export const goodwillGiven = (amountCents: number): Posting[] =>
  moving(debit("goodwill", amountCents), credit("refunds_payable", amountCents));

export const refundSettled = (amountCents: number): Posting[] =>
  moving(debit("refunds_payable", amountCents), credit("stripe_balance", amountCents));

/** The bank returned the refund: we have the money and owe it again. */
export const refundFailed = (amountCents: number): Posting[] => inverseOf(refundSettled(amountCents));

/** The card can't take the refund, so an admin paid it from the platform's own bank account. */
export const refundPaidByAdmin = (amountCents: number): Posting[] =>
  moving(debit("refunds_payable", amountCents), credit("platform_bank", amountCents));

export const transferred = (amountCents: number, ownerId: string): Posting[] =>
  moving(debit("owner_payable", amountCents, ownerId), credit("stripe_balance", amountCents));

export const transferReversed = (amountCents: number, ownerId: string): Posting[] =>
  inverseOf(transferred(amountCents, ownerId));

/** The cardholder's bank took the money; its decision determines who bears the loss. The fee is never returned. */
export const chargebackOpened = (amountCents: number, feeCents: number): Posting[] =>
  moving(
    debit("chargeback_receivable", amountCents),
    debit("stripe_fees", feeCents),
    credit("stripe_balance", amountCents + feeCents),
  );

export const chargebackWon = (amountCents: number): Posting[] =>
  moving(debit("stripe_balance", amountCents), credit("chargeback_receivable", amountCents));

/** Lost by the platform, or settled against money owed to the renter anyway: a deposit or a refund not yet made. */
export const chargebackLost = (
  amountCents: number,
  against: "chargeback_loss" | "deposit_liability" | "refunds_payable" = "chargeback_loss",
): Posting[] => moving(debit(against, amountCents), credit("chargeback_receivable", amountCents));

/** Lost by the owner who caused it: taken from what we still owe them, and the rest becomes their debt. */
export function chargebackLostByOwner(amountCents: number, ownerId: string, ownerPayableCents: number): Posting[] {
  const [fromPayable, owed] = upTo(ownerPayableCents, amountCents);
  return moving(
    debit("owner_payable", fromPayable, ownerId),
    debit("owner_receivable", owed, ownerId),
    credit("chargeback_receivable", amountCents),
  );
}

export const ownerPenalty = (amountCents: number, ownerId: string): Posting[] =>
  moving(debit("owner_receivable", amountCents, ownerId), credit("platform_revenue", amountCents));

/** Pays an owner's debt from their earnings. */
export const ownerDebtNetted = (amountCents: number, ownerId: string): Posting[] =>
  moving(debit("owner_payable", amountCents, ownerId), credit("owner_receivable", amountCents, ownerId));

export const platformPaidOut = (amountCents: number): Posting[] =>
  moving(debit("platform_bank", amountCents), credit("stripe_balance", amountCents));

export const platformPayoutReturned = (amountCents: number): Posting[] => inverseOf(platformPaidOut(amountCents));

/** The final posting of a booking: our share is earned. Posted even with nothing to earn, because it marks the end. */
export const closed = (unearnedCents: number): Posting[] => [
  debit("platform_fee_unearned", unearnedCents),
  credit("platform_revenue", unearnedCents),
];

const upTo = (available: number, requested: number): [taken: number, rest: number] => {
  const taken = Math.min(Math.max(available, 0), requested);
  return [taken, requested - taken];
};
