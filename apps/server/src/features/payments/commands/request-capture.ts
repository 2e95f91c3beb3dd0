import type { PaymentStatus } from "@nexby/domain/payments/payment-status";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { lockBookingPayments } from "../booking-money.queries.ts";
import { keyFor, queueOperation } from "../payment-job.ts";
import {
  countAttempt,
  findPayment,
  findPendingOperations,
  insertOperation,
  lockPayment,
  nextAttempt,
  type Operation,
  type OperationName,
  type Payment,
} from "../payments.queries.ts";

type Provider = Pick<PaymentsPort, "environment">;

const NOT_PAID: readonly PaymentStatus[] = ["created", "awaiting_payment", "action_required"];

const POSSIBLE_FROM: Record<Exclude<OperationName, "open">, readonly PaymentStatus[]> = {
  charge: NOT_PAID,
  capture: ["authorized"],
  void: [...NOT_PAID, "authorized"],
};

type OperationRequest = {
  paymentId: string;
  operation: Exclude<OperationName, "open">;
  amountCents?: number;
  cardId?: string;
};

/**
 * Records an operation for a job to run, in the caller's transaction. While one is pending, others are rejected; the
 * same request returns the pending operation.
 */
const requestOperation = (db: Db, provider: Provider, request: OperationRequest): Promise<Operation> =>
  db.transaction((tx) => recordOperation(tx, provider, request));

async function recordOperation(db: Db, { environment }: Provider, request: OperationRequest): Promise<Operation> {
  const { paymentId, operation, amountCents, cardId } = request;
  const known = await findPayment(db, paymentId);
  if (known) await lockBookingPayments(db, known.bookingId);
  const payment = await lockPayment(db, paymentId);
  if (!payment) throw new AppError("not_found");
  const [pending] = (await findPendingOperations(db, paymentId)).filter((other) => other.operation !== "open");
  const isSame = pending?.operation === operation && pending.amountCents === (amountCents ?? null);
  if (pending && isSame) return pending;
  if (pending || !POSSIBLE_FROM[operation].includes(payment.status) || !isAmountHeld(payment, amountCents)) {
    throw new AppError("action_not_allowed");
  }
  if (cardId !== undefined) await countAttempt(db, paymentId, cardId);
  const attempt = await nextAttempt(db, paymentId, operation);
  const idempotencyKey = keyFor(environment, paymentId, operation, attempt);
  const created = await insertOperation(db, { ...request, attempt, idempotencyKey });
  await queueOperation(db, created);
  return created;
}

const isAmountHeld = ({ authorizedCents }: Payment, amountCents: number | undefined) =>
  amountCents === undefined || (amountCents > 0 && amountCents <= authorizedCents);

/** Captures the authorized amount or a part of it; the rest is released. Works once per payment. */
export const requestCapture = (
  db: Db,
  provider: Provider,
  { paymentId, amountCents }: { paymentId: string; amountCents: number },
) => requestOperation(db, provider, { paymentId, operation: "capture", amountCents });

/** Releases the authorization, or cancels a payment that hasn't been made. */
export const requestVoid = (db: Db, provider: Provider, paymentId: string) =>
  requestOperation(db, provider, { paymentId, operation: "void" });

/** Charges a saved card off session, as its holder agreed. Counts as an attempt. */
export const requestCharge = (
  db: Db,
  provider: Provider,
  { paymentId, cardId }: { paymentId: string; cardId: string },
) => requestOperation(db, provider, { paymentId, operation: "charge", cardId });
