import { readClock } from "../../../platform/clock.ts";
import type { JobHandler } from "../../../platform/jobs/job.ts";
import { finalReason, isForgotten, keyFor, type PaymentDeps, queueFollowing, withStoredKey } from "../payment-job.ts";
import { findPayment } from "../payments.queries.ts";
import type { Subjects } from "../provider-subjects.ts";
import { syncTransfer } from "../sync/sync-transfer.ts";
import {
  failTransfer,
  findTransfer,
  recordTransferAttempt,
  renewTransferKey,
  type Transfer,
} from "../transfers.queries.ts";

type Deps = PaymentDeps & { subjects: Subjects };

/** Passes money on to an owner, or takes it back, once. A failure is written down; who asked may ask again. */
export const runTransfer = (deps: Deps): JobHandler => ({
  run: async ({ payload }) => {
    const transfer = await findTransfer(deps.db, String(payload.id));
    if (transfer?.status !== "pending") return;
    try {
      await syncTransfer(deps, await (transfer.kind === "transfer" ? send(deps, transfer) : takeBack(deps, transfer)));
    } catch (error) {
      const reason = finalReason(error);
      if (reason === null) throw error;
      if (OF_THE_ACCOUNT.has(reason)) await lookAtAccount(deps, transfer);
      await deps.db.transaction(async (tx) => {
        await failTransfer(tx, transfer.id, reason);
        await queueFollowing(tx, transfer.bookingId);
      });
    }
  },
});

const OF_THE_ACCOUNT = new Set(["insufficient_capabilities_for_transfer", "account_invalid", "resource_missing"]);

/**
 * The event that told of it may be lost, and those of payout accounts cannot be listed. Before the failure is written
 * down: while the provider does not answer, the job comes back for both.
 */
async function lookAtAccount(deps: Deps, { accountId }: Transfer): Promise<void> {
  try {
    await deps.subjects.account?.(deps, { objectId: accountId, accountId: null });
  } catch (error) {
    // What the provider does not know it cannot tell of; the transfer has failed all the same.
    if (finalReason(error) === null) throw error;
  }
}

/** The transfer's id at the provider. */
async function send(deps: PaymentDeps, transfer: Transfer): Promise<string> {
  const { db, payments } = deps;
  const { id: transferId, bookingId, accountId, amountCents, paymentId } = transfer;
  if (transfer.firstTriedAt) {
    const made = (await payments.listTransfers(bookingId)).find((it) => it.transferId === transferId);
    if (made) return made.id;
  }
  const payment = paymentId === null ? null : await findPayment(db, paymentId);
  const chargeId = payment?.providerChargeId ?? null;
  const made = await keyed(deps, transfer, (key) =>
    payments.createTransfer({ key, transferId, bookingId, accountId, amountCents, chargeId }),
  );
  return made.id;
}

/** The id of what it was taken back from. */
async function takeBack(deps: PaymentDeps, reversal: Transfer): Promise<string> {
  const { db, payments } = deps;
  const { id: transferId, amountCents, reversesId } = reversal;
  const reversed = reversesId === null ? null : await findTransfer(db, reversesId);
  const providerTransferId = reversed?.providerId;
  if (!providerTransferId) throw new Error(`Nothing was sent that ${transferId} could take back`);
  if (reversal.firstTriedAt) {
    const made = await payments.listReversals(providerTransferId);
    if (made.some((it) => it.transferId === transferId)) return providerTransferId;
  }
  await keyed(deps, reversal, (key) => payments.createReversal({ key, transferId, providerTransferId, amountCents }));
  return providerTransferId;
}

/** Looked up just before, and not there: when the provider has forgotten the key, another cannot send it twice. */
async function keyed<T>({ db, payments }: PaymentDeps, row: Transfer, call: (key: string) => Promise<T>): Promise<T> {
  const nextKey = keyFor(payments.environment, row.id, row.kind, row.attempt + 1);
  const isOld = isForgotten(row, await readClock(db));
  if (isOld) await renewTransferKey(db, row, nextKey);
  const asked = isOld ? { ...row, attempt: row.attempt + 1, idempotencyKey: nextKey } : row;
  await recordTransferAttempt(db, asked.id);
  const keyAfter = keyFor(payments.environment, asked.id, asked.kind, asked.attempt + 1);
  return withStoredKey(
    () => call(asked.idempotencyKey),
    () => renewTransferKey(db, asked, keyAfter),
  );
}
