import { inverseOf, type Posting } from "@nexby/domain/ledger/posting";
import { chargebackLost, chargebackOpened, chargebackWon } from "@nexby/domain/ledger/postings";
import type { ProviderDispute } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { findBalance, post } from "../../ledger/public.ts";
import { type Chargeback, ensureChargeback, findChargebacksOf, updateChargeback } from "../chargebacks.repository.ts";
import type { Payment } from "../payments.repository.ts";
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
  const row = await ensureChargeback(tx, {
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
  await updateChargeback(tx, row.id, { status: now, isInquiry: row.isInquiry && isInquiry, evidenceDueAt });
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

/** A deposit that is still the renter's is no loss: they have got it back. Whether an owner is to blame, people decide. */
async function lossPostings(tx: Db, payment: Payment, lostCents: number): Promise<Posting[]> {
  const { bookingId } = payment;
  const held = payment.kind === "deposit" ? -(await findBalance(tx, { account: "deposit_liability", bookingId })) : 0;
  const ofDeposit = Math.min(Math.max(held, 0), lostCents);
  return [...chargebackLost(ofDeposit, "deposit_liability"), ...chargebackLost(lostCents - ofDeposit)];
}

async function writeOff(tx: Db, payment: Payment, { id, lostCents }: Chargeback): Promise<void> {
  if (lostCents <= 0) return;
  const postings = await lossPostings(tx, payment, lostCents);
  const event = { kind: "chargeback_lost" as const, bookingId: payment.bookingId, occurredAt: await readClock(tx) };
  await post(tx, { ...event, sourceKey: `chargebacks:${id}:lost`, postings });
  await updateChargeback(tx, id, { lostCents });
}

async function restore(tx: Db, { bookingId, kind }: Payment, { id, lostCents }: Chargeback): Promise<void> {
  const written = await findBalance(tx, { account: "chargeback_loss", bookingId });
  const ofLoss = kind === "deposit" ? Math.min(Math.max(written, 0), lostCents) : lostCents;
  const postings = inverseOf([
    ...chargebackLost(lostCents - ofLoss, "deposit_liability"),
    ...chargebackLost(ofLoss, "chargeback_loss"),
  ]);
  const event = { kind: "chargeback_lost" as const, bookingId, occurredAt: await readClock(tx) };
  await post(tx, { ...event, sourceKey: `chargebacks:${id}:lost_no_more`, postings });
  await updateChargeback(tx, id, { lostCents: 0 });
}
