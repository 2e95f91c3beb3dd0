import { chargebackOpened, chargebackWon } from "@nexby/domain/ledger/postings";
import type { ProviderDispute } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { type Chargeback, ensureChargeback, findChargebacksOf, updateChargeback } from "../chargebacks.repository.ts";
import type { Payment } from "../payments.repository.ts";
import { tellOfChargeback } from "../tell-of-chargeback.ts";
import { restore, writeOff } from "./chargeback-loss.ts";
import { postMovement } from "./post-movement.ts";

/** A lost one may be won after all, by an appeal. */
const RANKS: Record<Chargeback["status"], number> = { open: 0, under_review: 1, closed: 2, lost: 2, won: 3 };

/** Writes down how a payment's chargebacks stand; answers how that leaves the payment. */
export async function applyDisputes(
  tx: Db,
  payment: Payment,
  told: readonly ProviderDispute[],
): Promise<"none" | "open" | "lost"> {
  for (const dispute of told) await applyDispute(tx, payment, dispute);
  const chargebacks = (await findChargebacksOf(tx, payment.id)).filter(({ isInquiry }) => !isInquiry);
  if (chargebacks.some(({ status }) => status === "open" || status === "under_review")) return "open";
  return chargebacks.some(({ status }) => status === "lost") ? "lost" : "none";
}

async function applyDispute(tx: Db, payment: Payment, dispute: ProviderDispute): Promise<void> {
  const { status, isInquiry, amountCents, evidenceDueAt, reason } = dispute;
  const { row, isNew } = await ensureChargeback(tx, {
    id: newId(),
    paymentId: payment.id,
    providerDisputeId: dispute.id,
    amountCents,
    isInquiry,
    status,
    reason,
    evidenceDueAt,
    openedAt: dispute.createdAt,
  });
  await postMovements(tx, payment, dispute);
  const now = RANKS[status] > RANKS[row.status] ? status : row.status;
  // A question can become a chargeback, never the other way.
  const changes = { status: now, isInquiry: row.isInquiry && isInquiry, evidenceDueAt };
  await updateChargeback(tx, row.id, changes);
  await tellOfChargeback(tx, payment, { before: isNew ? null : row, after: { ...row, ...changes } });
  if (now === "lost" && row.lostCents === 0) await writeOff(tx, payment, { ...row, lostCents: takenBy(dispute) });
  if (now === "won" && row.lostCents > 0) await restore(tx, payment, row);
}

async function postMovements(tx: Db, { bookingId }: Payment, { movements }: ProviderDispute): Promise<void> {
  for (const movement of movements) {
    const { amountCents } = movement;
    const isWithdrawal = amountCents < 0;
    await postMovement(tx, {
      movement,
      kind: isWithdrawal ? "chargeback_opened" : "chargeback_won",
      bookingId,
      postings: isWithdrawal ? chargebackOpened(-amountCents, 0) : chargebackWon(amountCents),
    });
  }
}

const takenBy = ({ movements }: ProviderDispute): number =>
  -movements.reduce((sum, { amountCents }) => sum + amountCents, 0);
