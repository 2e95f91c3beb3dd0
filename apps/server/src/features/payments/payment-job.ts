import { PaymentProblem, type PaymentsPort } from "../../adapters/payments/payments.port.ts";
import type { Db } from "../../platform/db/db.ts";
import type { Insert } from "../../platform/db/statements.ts";
import { AppError } from "../../platform/errors.ts";
import { enqueueJob, jobInsert, type NewJob } from "../../platform/jobs/job.ts";

/** Code that calls the provider gets a pool, never a transaction, so that no transaction waits for the provider. */
export type PaymentDeps = { db: Db; payments: PaymentsPort };

type Environment = PaymentsPort["environment"];
type KeyedAction = "open" | "charge" | "capture" | "void" | "refund" | "transfer" | "reversal";

/** An idempotency key for one attempt of one action on a row. It is stored before the provider is called. */
export const keyFor = (environment: Environment, id: string, action: KeyedAction, attempt: number): string =>
  `${environment}:${id}:${action}:${attempt}`;

/** The provider keeps keys for 24 hours; we stop relying on them an hour earlier. */
const KEY_LIFETIME_MS = 23 * 3_600_000;

/** An expired key no longer prevents duplicates, so callers must look up the object at the provider. */
export const isKeyExpired = ({ firstTriedAt }: { firstTriedAt: Date | null }, now: Date): boolean =>
  firstTriedAt !== null && now.getTime() - firstTriedAt.getTime() > KEY_LIFETIME_MS;

export const RUN_PAYMENT_OPERATION = "run_payment_operation";
export const RUN_REFUND = "run_refund";
export const RUN_TRANSFER = "run_transfer";
export const PROCESS_PROVIDER_EVENT = "process_provider_event";
/** Jobs that ask the provider to move money, or write what it did. */
export const MONEY_JOBS = [RUN_PAYMENT_OPERATION, RUN_REFUND, RUN_TRANSFER, PROCESS_PROVIDER_EVENT] as const;

type PaymentRow = { id: string; paymentId: string };

/** Jobs of one payment run in order, so an operation never overtakes an earlier one. */
const paymentJob = (type: string, { id, paymentId }: PaymentRow): NewJob => ({
  type,
  entityType: "payment",
  entityId: paymentId,
  key: id,
  payload: { id },
});

export const queueOperation = (db: Db, operation: PaymentRow) =>
  enqueueJob(db, paymentJob(RUN_PAYMENT_OPERATION, operation));

/** A waiting payer's request opens the payment at once; the job is for payers who have left. */
const PAYER_WAIT_MS = 30_000;

export const openingJob = (operation: PaymentRow, now: Date): Insert =>
  jobInsert({ ...paymentJob(RUN_PAYMENT_OPERATION, operation), at: new Date(now.getTime() + PAYER_WAIT_MS) });

export const queueRefund = (db: Db, refund: PaymentRow) => enqueueJob(db, paymentJob(RUN_REFUND, refund));

/** A reversal is queued behind the transfer it reverses. */
export const queueTransfer = (db: Db, { id, reversesId }: { id: string; reversesId: string | null }) =>
  enqueueJob(db, {
    type: RUN_TRANSFER,
    entityType: "transfer",
    entityId: reversesId ?? id,
    key: id,
    payload: { id },
  });

export const queueEvent = (db: Db, eventId: string) =>
  enqueueJob(db, { type: PROCESS_PROVIDER_EVENT, entityType: "provider_event", entityId: eventId });

/**
 * Calls the provider with a stored key. If the provider replays an error for that key, the next attempt gets a new key
 * and first checks whether the operation happened.
 */
export async function withStoredKey<T>(call: () => Promise<T>, renewKey: () => Promise<void>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isReplayedError = error instanceof PaymentProblem && error.kind === "unknown_outcome" && error.isReplayed;
    if (isReplayedError) await renewKey();
    throw error;
  }
}

/**
 * The reason why the work at the provider can never succeed; null after a success. The work can return a
 * reason of its own. Throws while it may still succeed or may have succeeded, so that the job tries again.
 */
export async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    const reason = await work();
    return typeof reason === "string" ? reason : null;
  } catch (error) {
    const reason = finalReason(error);
    if (reason === null) throw error;
    return reason;
  }
}

/** The reason if the operation can never succeed. Null if it may still succeed or may have succeeded. */
function finalReason(error: unknown): string | null {
  // Calls on behalf of a waiting user wrap the provider's error in an AppError.
  const problem = error instanceof AppError ? error.cause : error;
  if (!(problem instanceof PaymentProblem)) return null;
  const isFinal = ["card_declined", "authentication_required", "invalid"].includes(problem.kind);
  return isFinal ? problem.reason : null;
}
