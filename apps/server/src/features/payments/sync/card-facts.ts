import type { ProviderPayment } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Payment } from "../payments.repository.ts";
import type { Snapshot } from "./snapshot.ts";

/** What the bank's answer tells of the card it was paid with. */
export function cardFactsOf({ payment: { charge }, areCardsReal }: Snapshot): Partial<Payment> {
  if (!charge) return {};
  const { card, risk, checks } = charge;
  return {
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    cardFunding: card?.funding ?? null,
    cardFingerprint: areCardsReal ? (card?.fingerprint ?? null) : null,
    riskLevel: risk.level,
    riskScore: risk.score,
    cvcCheck: checks.cvc,
    postalCodeCheck: checks.postalCode,
  };
}

/** A card that was refused counts once, however often we hear of it. */
export async function failureOf(tx: Db, before: Payment, { failure }: ProviderPayment): Promise<Partial<Payment>> {
  const chargeId = failure?.chargeId ?? null;
  if (chargeId === null || chargeId === before.lastFailedChargeId) return {};
  return { failedTries: before.failedTries + 1, lastFailedAt: await readClock(tx), lastFailedChargeId: chargeId };
}
