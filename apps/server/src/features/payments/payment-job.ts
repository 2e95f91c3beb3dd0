import { PaymentProblem, type PaymentsPort } from "../../adapters/payments/payments.port.ts";
import type { Db } from "../../platform/db/db.ts";
import type { Insert } from "../../platform/db/statements.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { enqueueJob, jobInsert, type NewJob } from "../../platform/jobs/job.ts";

/** What talks to the provider gets a pool, never a transaction: nothing in the database waits for the provider. */
export type PaymentDeps = { db: Db; payments: PaymentsPort };

type Environment = PaymentsPort["environment"];
type Act = "open" | "charge" | "capture" | "void" | "refund" | "transfer" | "reversal";

/** Names one act on one row, and which try of it: written down before the provider hears it. */
export const keyFor = (environment: Environment, id: string, act: Act, attempt: number): string =>
  `${environment}:${id}:${act}:${attempt}`;

/** The provider forgets a key after a day; an hour early is early enough to be sure. */
const KEY_LIFE_MS = 23 * 3_600_000;

/** From then on the key protects nothing: only what was looked up counts. */
export const isForgotten = ({ firstTriedAt }: { firstTriedAt: Date | null }, now: Date): boolean =>
  firstTriedAt !== null && now.getTime() - firstTriedAt.getTime() > KEY_LIFE_MS;

export const RUN_PAYMENT_OPERATION = "run_payment_operation";
export const RUN_REFUND = "run_refund";
export const RUN_TRANSFER = "run_transfer";
export const PROCESS_PROVIDER_EVENT = "process_provider_event";
/** Something about a booking's money is other than it was; done by whoever has the booking. */
export const FOLLOW_MONEY = "follow_money";

type Of = { id: string; paymentId: string };

/** All of one payment in one row, one after another: an operation is never overtaken by the next. */
const ofPayment = (type: string, { id, paymentId }: Of): NewJob => ({
  type,
  entityType: "payment",
  entityId: paymentId,
  key: id,
  payload: { id },
});

export const queueOperation = (db: Db, operation: Of) => enqueueJob(db, ofPayment(RUN_PAYMENT_OPERATION, operation));

/** A payer who waits gets it made at once; the job is for those who have gone. */
const PATIENCE_MS = 30_000;

export const openingJob = (operation: Of, now: Date): Insert =>
  jobInsert({ ...ofPayment(RUN_PAYMENT_OPERATION, operation), at: new Date(now.getTime() + PATIENCE_MS) });

export const queueRefund = (db: Db, refund: Of) => enqueueJob(db, ofPayment(RUN_REFUND, refund));

/** A reversal waits for what it reverses. */
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

/** Each change has its own: one that is being followed at this moment may have been read before this one. */
export const queueFollowing = (db: Db, bookingId: string) =>
  enqueueJob(db, { type: FOLLOW_MONEY, entityType: "booking", entityId: bookingId, key: newId() });

/**
 * Asks the provider under a key that was stored. An error that the provider keeps under the key is all it will ever say
 * to it: then the next try gets another key, and begins by looking whether it happened.
 */
export async function withStoredKey<T>(call: () => Promise<T>, renewKey: () => Promise<void>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isKept = error instanceof PaymentProblem && error.kind === "unknown_outcome" && error.isReplayed;
    if (isKept) await renewKey();
    throw error;
  }
}

/** Why it will never happen; null when it may, or may have. */
export function finalReason(error: unknown): string | null {
  // Where people may wait for the same answer, it was made one for them.
  const problem = error instanceof AppError ? error.cause : error;
  if (!(problem instanceof PaymentProblem)) return null;
  const isFinal = ["card_declined", "authentication_required", "invalid"].includes(problem.kind);
  return isFinal ? problem.reason : null;
}
