import { findBalance } from "../ledger/public.ts";
import { type Sides, sumUnposted } from "./compare-movements.ts";
import type { Found } from "./difference.ts";

export type ComparedBalance = {
  providerCents: number;
  ledgerCents: number;
  /** Moved at the provider in the last minutes, not posted yet. */
  onItsWayCents: number;
};

const MOST_TRIES = 5;

/**
 * What the provider has for us against what the ledger says. Both go on moving: only figures that were the same before
 * and after are compared. Null when they never stood still.
 */
export async function compareBalance(sides: Sides, since: Date, found: Found): Promise<ComparedBalance | null> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = await bothTotals(sides);
    const onItsWayCents = await sumUnposted(sides, { from: since });
    const after = await bothTotals(sides);
    if (before.providerCents !== after.providerCents || before.ledgerCents !== after.ledgerCents) continue;
    const compared = { ...after, onItsWayCents };
    if (compared.providerCents !== compared.ledgerCents + onItsWayCents) {
      const note = `${onItsWayCents} is on its way, the rest is not explained by it`;
      const { providerCents, ledgerCents } = compared;
      const subject = "stripe_balance";
      await found([{ kind: "balance_differs", subject, providerCents, ledgerCents, note, occurredAt: null }]);
    }
    return compared;
  }
  return null;
}

async function bothTotals({ db, payments }: Sides) {
  const { availableCents, pendingCents } = await payments.fetchBalance();
  const ledgerCents = await findBalance(db, { account: "stripe_balance" });
  return { providerCents: availableCents + pendingCents, ledgerCents };
}
