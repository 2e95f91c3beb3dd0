import { ownerDebtNetted, transferReversed, transferred } from "@nexby/domain/ledger/postings";
import { sql } from "drizzle-orm";
import type { ProviderReversal, ProviderTransfer } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { post } from "../../ledger/public.ts";
import { lockBookingPayments } from "../booking-money.queries.ts";
import type { PaymentDeps } from "../payment-job.ts";
import {
  findOpenDebt,
  findTransfer,
  lockOwnerDebt,
  lockTransfer,
  type Transfer,
  updateTransfer,
} from "../transfers.queries.ts";
import { queueBookingUpdate } from "./sync-payment.ts";
import { postMovement } from "./sync-refunds.ts";

/** Saves the current state of a transfer and its reversals at the provider. */
export async function syncTransfer({ db, payments }: PaymentDeps, providerTransferId: string): Promise<boolean> {
  const [providerTransfer, reversals] = await Promise.all([
    payments.fetchTransfer(providerTransferId),
    payments.listReversals(providerTransferId),
  ]);
  return db.transaction(async (tx) => {
    const transfer = await lockTransferRow(tx, providerTransfer.transferId, reversals.length > 0);
    if (!transfer) return false;
    await applyTransfer(tx, transfer, providerTransfer);
    for (const reversal of reversals) await applyReversal(tx, reversal);
    await queueBookingUpdate(tx, transfer.bookingId);
    return true;
  });
}

/** Locks the row this transfer was created for. Null if it isn't ours. */
async function lockTransferRow(tx: Db, id: string | null, isDebtPaid: boolean): Promise<Transfer | null> {
  const known = id === null ? null : await findTransfer(tx, id);
  if (!known) return null;
  await (isDebtPaid ? lockOwnerDebt(tx, known) : lockBookingPayments(tx, known.bookingId));
  return lockTransfer(tx, known.id);
}

async function applyTransfer(tx: Db, transfer: Transfer, providerTransfer: ProviderTransfer): Promise<void> {
  const { bookingId, ownerId, amountCents } = transfer;
  if (providerTransfer.movement) {
    const postings = transferred(amountCents, ownerId);
    await postMovement(tx, { movement: providerTransfer.movement, kind: "transfer", bookingId, postings });
  }
  await markPaid(tx, transfer, providerTransfer.id);
}

async function applyReversal(tx: Db, providerReversal: ProviderReversal): Promise<void> {
  const reversal = await lockTransferRow(tx, providerReversal.transferId, true);
  if (!reversal) return;
  const { bookingId, ownerId, amountCents } = reversal;
  if (providerReversal.movement) {
    const postings = transferReversed(amountCents, ownerId);
    const { movement } = providerReversal;
    const isNew = await postMovement(tx, { movement, kind: "transfer_reversal", bookingId, postings });
    if (isNew) await netDebt(tx, reversal);
  }
  await markPaid(tx, reversal, providerReversal.id);
}

/** The reversed amount pays the owner's debt for the booking. */
async function netDebt(tx: Db, reversal: Transfer): Promise<void> {
  const { id, bookingId, ownerId, amountCents } = reversal;
  const paidCents = Math.min(await findOpenDebt(tx, reversal), amountCents);
  if (paidCents === 0) return;
  await post(tx, {
    sourceKey: `transfers:${id}:netted`,
    kind: "owner_debt_netted",
    bookingId,
    occurredAt: await readClock(tx),
    postings: ownerDebtNetted(paidCents, ownerId),
  });
}

async function markPaid(tx: Db, { id }: Transfer, providerId: string): Promise<void> {
  const paidAt = sql`coalesce(paid_at, app_now())`;
  await updateTransfer(tx, id, { status: "paid", providerId, failureReason: null, paidAt });
}
