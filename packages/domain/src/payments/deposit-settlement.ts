/** Claims on a deposit, in the order in which it pays them. */
export type DepositClaims = {
  readonly damageCents: number;
  /** The part of a late fee that no card paid. */
  readonly lateFeeCents: number;
};

export type DepositSettlement = DepositClaims & {
  /** What the owner gets from the deposit: the sum of both. */
  readonly keptCents: number;
  readonly returnedCents: number;
  /** What the deposit could not pay. */
  readonly unpaid: DepositClaims;
};

/** A deposit is settled once: damage first, then the late fee, and the rest is returned. */
export function settleDeposit(availableCents: number, claims: DepositClaims): DepositSettlement {
  const damageCents = Math.min(claims.damageCents, Math.max(availableCents, 0));
  const lateFeeCents = Math.min(claims.lateFeeCents, Math.max(availableCents, 0) - damageCents);
  const keptCents = damageCents + lateFeeCents;
  return {
    damageCents,
    lateFeeCents,
    keptCents,
    returnedCents: Math.max(availableCents, 0) - keptCents,
    unpaid: { damageCents: claims.damageCents - damageCents, lateFeeCents: claims.lateFeeCents - lateFeeCents },
  };
}
