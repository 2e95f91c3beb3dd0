import { inverseOf, type Posting } from "@nexby/domain/ledger/accounts";
import { chargebackLost, chargebackOpened, chargebackWon } from "@nexby/domain/ledger/postings";
import type { ProviderDispute } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { notifyAdmins } from "../../accounts/public.ts";
import { findBalance, findTransaction, post } from "../../ledger/public.ts";
import type { ChargebackNews } from "../../notifications/public.ts";
import {
  type Chargeback,
  ensureChargeback,
  findChargebacksOf,
  type Payment,
  updateChargeback,
} from "../payments.queries.ts";
import {
  findOwedRefunds,
  findRefundsTakenBy,
  leaveRefundToChargeback,
  type Refund,
  updateRefund,
} from "../refunds.queries.ts";
import { postMovement } from "./sync-refunds.ts";

/** A lost chargeback can still be won on appeal. */
const RANKS: Record<Chargeback["status"], number> = { open: 0, under_review: 1, closed: 2, lost: 2, won: 3 };

/** Saves the payment's chargebacks and returns their combined effect on the payment. */
export async function applyDisputes(
  tx: Db,
  payment: Payment,
  disputes: readonly ProviderDispute[],
): Promise<"none" | "open" | "lost"> {
  for (const dispute of disputes) await applyDispute(tx, payment, dispute);
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
  const newStatus = RANKS[status] > RANKS[row.status] ? status : row.status;
  // An inquiry can become a chargeback, but not the reverse.
  const changes = { status: newStatus, isInquiry: row.isInquiry && isInquiry, evidenceDueAt };
  await updateChargeback(tx, row.id, changes);
  await notifyChargeback(tx, payment, { before: isNew ? null : row, after: { ...row, ...changes } });
  if (newStatus === "lost" && row.lostCents === 0)
    await writeOff(tx, payment, { ...row, lostCents: withdrawnCents(dispute) });
  if (newStatus === "won" && row.lostCents > 0) await restore(tx, payment, row);
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

const withdrawnCents = ({ movements }: ProviderDispute): number =>
  -movements.reduce((sum, { amountCents }) => sum + amountCents, 0);

const lostKeyOf = ({ id }: Pick<Chargeback, "id">) => `chargebacks:${id}:lost`;

/** Posts a lost chargeback. Money we owed the renter anyway isn't a loss. */
async function writeOff(
  tx: Db,
  payment: Payment,
  chargeback: Pick<Chargeback, "id" | "providerDisputeId" | "lostCents">,
): Promise<void> {
  const { lostCents } = chargeback;
  if (lostCents <= 0) return;
  const { refunds, postings } = await lossOf(tx, payment, lostCents);
  const event = { kind: "chargeback_lost" as const, bookingId: payment.bookingId, occurredAt: await readClock(tx) };
  await post(tx, { ...event, sourceKey: lostKeyOf(chargeback), postings });
  for (const refund of refunds) await leaveRefundToChargeback(tx, refund, chargeback.providerDisputeId);
  await updateChargeback(tx, chargeback.id, { lostCents });
}

type Loss = { refunds: Refund[]; postings: Posting[] };

/** The platform bears the rest; our team decides whether the owner is liable. */
async function lossOf(tx: Db, payment: Payment, lostCents: number): Promise<Loss> {
  const decided = await findOwedRefunds(tx, payment.id);
  const depositCents = Math.min(await unassignedDepositOf(tx, payment, decided), lostCents);
  const refunds: Refund[] = [];
  let left = lostCents - depositCents;
  for (const refund of decided) {
    const isUnpaid = refund.status === "decided" || refund.status === "failed";
    if (!isUnpaid || refund.amountCents > left) continue;
    refunds.push(refund);
    left -= refund.amountCents;
  }
  const postings = [
    ...chargebackLost(depositCents, "deposit_liability"),
    ...chargebackLost(lostCents - depositCents - left, "refunds_payable"),
    ...chargebackLost(left),
  ];
  return { refunds, postings };
}

/**
 * The part of this deposit not yet assigned. Another deposit of the same booking may be held too, so it is capped by
 * this one's own amount.
 */
async function unassignedDepositOf(tx: Db, payment: Payment, decided: readonly Refund[]): Promise<number> {
  const { kind, bookingId, capturedCents } = payment;
  if (kind !== "deposit") return 0;
  const held = -(await findBalance(tx, { account: "deposit_liability", bookingId }));
  const own = decided.reduce((rest, { amountCents }) => rest - amountCents, capturedCents);
  return Math.max(Math.min(held, own), 0);
}

/** Won on appeal: reverses the loss and makes the refunds owed again. */
async function restore(tx: Db, { bookingId }: Payment, chargeback: Chargeback): Promise<void> {
  const lossTransaction = await findTransaction(tx, lostKeyOf(chargeback));
  if (!lossTransaction) throw new Error(`Nothing was written off for chargeback ${chargeback.id}`);
  const event = { kind: "chargeback_lost" as const, bookingId, occurredAt: await readClock(tx) };
  await post(tx, {
    ...event,
    sourceKey: `${lostKeyOf(chargeback)}_no_more`,
    postings: inverseOf(lossTransaction.postings),
  });
  const refunds = await findRefundsTakenBy(tx, chargeback);
  for (const { id } of refunds) await updateRefund(tx, id, { status: "failed", failureReason: null, settledAt: null });
  await updateChargeback(tx, chargeback.id, { lostCents: 0 });
}

type ChargebackState = Pick<Chargeback, "status" | "isInquiry">;

/** Compares saved states, so that each change is announced once whatever events reported it. */
function newsOf(before: ChargebackState | null, { status, isInquiry }: ChargebackState): ChargebackNews | null {
  if (status === "lost" || status === "won") return before?.status === status ? null : status;
  if (status === "closed") return null;
  if (isInquiry) return before === null ? "inquiry" : null;
  return before === null || before.isInquiry ? "opened" : null;
}

type Change = { before: ChargebackState | null; after: Chargeback };

/** Admins submit evidence in the provider's dashboard. */
async function notifyChargeback(tx: Db, { bookingId }: Payment, { before, after }: Change): Promise<void> {
  const news = newsOf(before, after);
  if (news === null) return;
  const isOpen = news === "inquiry" || news === "opened";
  const data = {
    bookingId,
    paymentId: after.paymentId,
    chargebackId: after.id,
    news,
    amountCents: after.amountCents,
    evidenceDueAt: isOpen ? (after.evidenceDueAt?.toISOString() ?? null) : null,
  };
  const provider = `At the provider: ${after.providerDisputeId}, ${after.reason.replaceAll("_", " ")}.`;
  await notifyAdmins(tx, { kind: "admin_chargeback", data }, [provider]);
}
