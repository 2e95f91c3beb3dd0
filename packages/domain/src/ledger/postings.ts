import { credit, debit, inverseOf, type LedgerAccount, moving, type Posting } from "./accounts.ts";
import { type Shares, totalOfShares } from "./shares.ts";

/** A payment of the rental arrives. Until the booking is closed, our part of it is not earned. */
export const captured = (shares: Shares, ownerId: string): Posting[] =>
  moving(
    debit("stripe_balance", totalOfShares(shares)),
    credit("owner_payable", shares.ownerCents, ownerId),
    credit("platform_fee_unearned", shares.platformCents),
    credit("insurance_payable", shares.insuranceCents),
    credit("tax_payable", shares.taxCents),
  );

/** What the provider keeps of the movement it belongs to: posted together with it, as the provider does. */
export const providerFee = (feeCents: number): Posting[] =>
  moving(debit("stripe_fees", feeCents), credit("stripe_balance", feeCents));

type OwnersCharge = { readonly amountCents: number; readonly commissionCents: number; readonly ownerId: string };

/** Charged for the owner, and ours in part; earned at once, since the rental is over. */
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

/** For damage, or for a late fee that the card did not pay. */
export const depositToOwner = (charge: OwnersCharge): Posting[] => forOwner("deposit_liability", charge);

/** Owed to the renter again; the provider's refund settles it. */
export const depositReturned = (amountCents: number): Posting[] =>
  moving(debit("deposit_liability", amountCents), credit("refunds_payable", amountCents));

/** What of a booking is still there to be given back. */
export type StillHeld = { readonly ownerPayableCents: number; readonly platformFeeUnearnedCents: number };

/**
 * A refund is owed from now on. The owner's part comes from what we still owe them; what they have been paid already
 * becomes their debt. Ours comes from what is not earned yet, then from revenue.
 */
export function refundDecided(shares: Shares, ownerId: string, held: StillHeld): Posting[] {
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

/** The cardholder's bank has given back what we owe them: as far as that goes, what it took is no loss. */
export const refundTakenByBank = (shares: Shares, ownerId: string, held: StillHeld): Posting[] => [
  ...refundDecided(shares, ownerId, held),
  ...moving(debit("refunds_payable", totalOfShares(shares)), credit("chargeback_loss", totalOfShares(shares))),
];

/**
 * A refund will not be made after all: everybody has their part again. The owner's first pays what they owe by now; ours
 * is earned when the books close.
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

/** A kindness at our own cost. */
export const goodwillGiven = (amountCents: number): Posting[] =>
  moving(debit("goodwill", amountCents), credit("refunds_payable", amountCents));

export const refundSettled = (amountCents: number): Posting[] =>
  moving(debit("refunds_payable", amountCents), credit("stripe_balance", amountCents));

/** The bank sent it back: we have the money, and owe it again. */
export const refundFailed = (amountCents: number): Posting[] => inverseOf(refundSettled(amountCents));

export const transferred = (amountCents: number, ownerId: string): Posting[] =>
  moving(debit("owner_payable", amountCents, ownerId), credit("stripe_balance", amountCents));

export const transferReversed = (amountCents: number, ownerId: string): Posting[] =>
  inverseOf(transferred(amountCents, ownerId));

/** The cardholder's bank took the money; whose loss it is shows when it decides. The fee never comes back. */
export const chargebackOpened = (amountCents: number, feeCents: number): Posting[] =>
  moving(
    debit("chargeback_receivable", amountCents),
    debit("stripe_fees", feeCents),
    credit("stripe_balance", amountCents + feeCents),
  );

export const chargebackWon = (amountCents: number): Posting[] =>
  moving(debit("stripe_balance", amountCents), credit("chargeback_receivable", amountCents));

/** Lost by us; or the renter only got what we owed them anyway: their deposit, a refund not yet made. */
export const chargebackLost = (
  amountCents: number,
  against: "chargeback_loss" | "deposit_liability" | "refunds_payable" = "chargeback_loss",
): Posting[] => moving(debit(against, amountCents), credit("chargeback_receivable", amountCents));

/** Lost by the owner who caused it: from what we still owe them, the rest is their debt. */
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

/** An owner's debt is paid from what they earned. */
export const ownerDebtNetted = (amountCents: number, ownerId: string): Posting[] =>
  moving(debit("owner_payable", amountCents, ownerId), credit("owner_receivable", amountCents, ownerId));

export const platformPaidOut = (amountCents: number): Posting[] =>
  moving(debit("platform_bank", amountCents), credit("stripe_balance", amountCents));

export const platformPayoutReturned = (amountCents: number): Posting[] => inverseOf(platformPaidOut(amountCents));

/** The last act of a booking: our part is earned. Posted with nothing to earn as well, since it marks the end. */
export const closed = (unearnedCents: number): Posting[] => [
  debit("platform_fee_unearned", unearnedCents),
  credit("platform_revenue", unearnedCents),
];

const upTo = (there: number, wanted: number): [taken: number, rest: number] => {
  const taken = Math.min(Math.max(there, 0), wanted);
  return [taken, wanted - taken];
};
