import { ownerDebtNetted, transferReversed, transferred } from "@nexby/domain/ledger/postings";
import { sql } from "drizzle-orm";
import type { ProviderReversal, ProviderTransfer } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { post } from "../../ledger/public.ts";
import { lockBookingPayments } from "../booking-money.queries.ts";
import { type PaymentDeps, queueFollowing } from "../payment-job.ts";
import {
  findOpenDebt,
  findTransfer,
  lockOwnerDebt,
  lockTransfer,
  type Transfer,
  updateTransfer,
} from "../transfers.queries.ts";
import { postMovement } from "./sync-refunds.ts";

/** Asks the provider how a transfer stands, with what was taken back of it, and writes that down. */
export async function syncTransfer({ db, payments }: PaymentDeps, providerTransferId: string): Promise<boolean> {
  const [told, reversals] = await Promise.all([
    payments.fetchTransfer(providerTransferId),
    payments.listReversals(providerTransferId),
  ]);
  return db.transaction(async (tx) => {
    const transfer = await lockOurs(tx, told.transferId, reversals.length > 0);
    if (!transfer) return false;
    await applyTransfer(tx, transfer, told);
    for (const reversal of reversals) await applyReversal(tx, reversal);
    await queueFollowing(tx, transfer.bookingId);
    return true;
  });
}

/** Whose row it was made for, if it is one of ours. */
async function lockOurs(tx: Db, id: string | null, isDebtPaid: boolean): Promise<Transfer | null> {
  const known = id === null ? null : await findTransfer(tx, id);
  if (!known) return null;
  await (isDebtPaid ? lockOwnerDebt(tx, known) : lockBookingPayments(tx, known.bookingId));
  return lockTransfer(tx, known.id);
}

async function applyTransfer(tx: Db, transfer: Transfer, told: ProviderTransfer): Promise<void> {
  const { bookingId, ownerId, amountCents } = transfer;
  if (told.movement) {
    const postings = transferred(amountCents, ownerId);
    await postMovement(tx, { movement: told.movement, kind: "transfer", bookingId, postings });
  }
  await notePaid(tx, transfer, told.id);
}

async function applyReversal(tx: Db, told: ProviderReversal): Promise<void> {
  const reversal = await lockOurs(tx, told.transferId, true);
  if (!reversal) return;
  const { bookingId, ownerId, amountCents } = reversal;
  if (told.movement) {
    const postings = transferReversed(amountCents, ownerId);
    const { movement } = told;
    const isNew = await postMovement(tx, { movement, kind: "transfer_reversal", bookingId, postings });
    if (isNew) await netDebt(tx, reversal);
  }
  await notePaid(tx, reversal, told.id);
}

/** What came back pays what its owner owed for the booking. */
async function netDebt(tx: Db, reversal: Transfer): Promise<void> {
  const { id, bookingId, ownerId, amountCents } = reversal;
  const paid = Math.min(await findOpenDebt(tx, reversal), amountCents);
  if (paid === 0) return;
  await post(tx, {
    sourceKey: `transfers:${id}:netted`,
    kind: "owner_debt_netted",
    bookingId,
    occurredAt: await readClock(tx),
    postings: ownerDebtNetted(paid, ownerId),
  });
}

async function notePaid(tx: Db, { id }: Transfer, providerId: string): Promise<void> {
  const paidAt = sql`coalesce(paid_at, app_now())`;
  await updateTransfer(tx, id, { status: "paid", providerId, failureReason: null, paidAt });
}
