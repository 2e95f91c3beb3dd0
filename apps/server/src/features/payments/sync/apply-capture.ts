import type { LedgerKind } from "@nexby/domain/ledger/accounts";
import type { Posting } from "@nexby/domain/ledger/posting";
import { captured, damageCaptured, depositCaptured, lateFeeCaptured } from "@nexby/domain/ledger/postings";
import type { ProviderPayment } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { capturedShares } from "../payment-shares.ts";
import type { Payment } from "../payments.repository.ts";
import { postMovement } from "./post-movement.ts";

/** The captured money arrives in the ledger as soon as the provider has it on our balance. */
export async function applyCapture(tx: Db, payment: Payment, told: ProviderPayment): Promise<string | null> {
  const movement = told.charge?.movement;
  if (!movement) return null;
  const { kind, postings } = captureOf(payment, told.capturedCents);
  await postMovement(tx, { movement, kind, bookingId: payment.bookingId, postings });
  return movement.id;
}

function captureOf(payment: Payment, amountCents: number): { kind: LedgerKind; postings: Posting[] } {
  const { ownerId } = payment;
  if (payment.kind === "deposit") return { kind: "deposit_capture", postings: depositCaptured(amountCents) };
  const shares = capturedShares(payment, amountCents);
  const charge = { amountCents, commissionCents: shares.platformCents, ownerId };
  if (payment.kind === "late_fee") return { kind: "late_fee", postings: lateFeeCaptured(charge) };
  if (payment.kind === "damage") return { kind: "damage", postings: damageCaptured(charge) };
  return { kind: "capture", postings: captured(shares, ownerId) };
}
