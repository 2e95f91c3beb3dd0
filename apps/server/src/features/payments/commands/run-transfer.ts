import { readClock } from "../../../platform/clock.ts";
import type { JobHandler } from "../../../platform/jobs/job.ts";
import { isKeyExpired, keyFor, type PaymentDeps, refusalOf, withStoredKey } from "../payment-job.ts";
import { findPayment } from "../payments.queries.ts";
import type { Subjects } from "../provider-events.ts";
import { recordRefusal } from "../sync/sync-payment.ts";
import { syncTransfer } from "../sync/sync-transfer.ts";
import {
  failTransfer,
  findTransfer,
  recordTransferAttempt,
  renewTransferKey,
  type Transfer,
} from "../transfers.queries.ts";

type Deps = PaymentDeps & { subjects: Subjects };

/** Sends or reverses a transfer once. A failure is recorded, and the booking may request it again. */
export const runTransfer = (deps: Deps): JobHandler => ({
  run: async ({ payload }) => {
    const transfer = await findTransfer(deps.db, String(payload.id));
    if (transfer?.status !== "pending") return;
    const reason = await refusalOf(async () => {
      const id = await (transfer.kind === "transfer" ? send(deps, transfer) : reverse(deps, transfer));
      await syncTransfer(deps, id);
    });
    if (reason === null) return;
    if (ACCOUNT_ERRORS.has(reason)) await refreshAccount(deps, transfer);
    await recordRefusal(deps.db, transfer.bookingId, (tx) => failTransfer(tx, transfer.id, reason));
  },
});

const ACCOUNT_ERRORS = new Set(["insufficient_capabilities_for_transfer", "account_invalid", "resource_missing"]);

/**
 * The account's webhook may be lost, and account events can't be listed. Runs before the failure is recorded, so that
 * the job retries both while the provider doesn't respond.
 */
async function refreshAccount(deps: Deps, { accountId }: Transfer): Promise<void> {
  // If the provider doesn't know the account, the transfer has failed all the same.
  await refusalOf(async () => deps.subjects.account?.(deps, { objectId: accountId, accountId: null }));
}

/** Returns the transfer's provider id. */
async function send(deps: PaymentDeps, transfer: Transfer): Promise<string> {
  const { db, payments } = deps;
  const { id: transferId, bookingId, accountId, amountCents, paymentId } = transfer;
  if (transfer.firstTriedAt) {
    const existing = (await payments.listTransfers(bookingId)).find((it) => it.transferId === transferId);
    if (existing) return existing.id;
  }
  const payment = paymentId === null ? null : await findPayment(db, paymentId);
  const chargeId = payment?.providerChargeId ?? null;
  const created = await withKey(deps, transfer, (key) =>
    payments.createTransfer({ key, transferId, bookingId, accountId, amountCents, chargeId }),
  );
  return created.id;
}

/** Returns the provider id of the reversed transfer. */
async function reverse(deps: PaymentDeps, reversal: Transfer): Promise<string> {
  const { db, payments } = deps;
  const { id: transferId, amountCents, reversesId } = reversal;
  const reversed = reversesId === null ? null : await findTransfer(db, reversesId);
  const providerTransferId = reversed?.providerId;
  if (!providerTransferId) throw new Error(`Nothing was sent that ${transferId} could take back`);
  if (reversal.firstTriedAt) {
    const existing = await payments.listReversals(providerTransferId);
    if (existing.some((it) => it.transferId === transferId)) return providerTransferId;
  }
  await withKey(deps, reversal, (key) => payments.createReversal({ key, transferId, providerTransferId, amountCents }));
  return providerTransferId;
}

/** Callers have just checked that the transfer doesn't exist, so a new key for an expired one can't send it twice. */
async function withKey<T>({ db, payments }: PaymentDeps, row: Transfer, call: (key: string) => Promise<T>): Promise<T> {
  const nextKey = keyFor(payments.environment, row.id, row.kind, row.attempt + 1);
  const isExpired = isKeyExpired(row, await readClock(db));
  if (isExpired) await renewTransferKey(db, row, nextKey);
  const current = isExpired ? { ...row, attempt: row.attempt + 1, idempotencyKey: nextKey } : row;
  await recordTransferAttempt(db, current.id);
  const nextKeyAfterError = keyFor(payments.environment, current.id, current.kind, current.attempt + 1);
  return withStoredKey(
    () => call(current.idempotencyKey),
    () => renewTransferKey(db, current, nextKeyAfterError),
  );
}
