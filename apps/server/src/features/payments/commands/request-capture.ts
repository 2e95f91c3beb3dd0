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

type Environment = Pick<PaymentsPort, "environment">;

const NOT_PAID: readonly PaymentStatus[] = ["created", "awaiting_payment", "action_required"];

const POSSIBLE_FROM: Record<Exclude<OperationName, "open">, readonly PaymentStatus[]> = {
  charge: NOT_PAID,
  capture: ["authorized"],
  void: [...NOT_PAID, "authorized"],
};

type Asked = { paymentId: string; operation: Exclude<OperationName, "open">; amountCents?: number; cardId?: string };

/**
 * Writes down what a job shall ask of the provider, in the caller's transaction. While one is on its way no other is
 * taken, but for the same once more: that is the one already asked for.
 */
const askFor = (db: Db, environment: Environment, asked: Asked): Promise<Operation> =>
  db.transaction((tx) => writeDown(tx, environment, asked));

async function writeDown(db: Db, { environment }: Environment, asked: Asked): Promise<Operation> {
  const { paymentId, operation, amountCents, cardId } = asked;
  const known = await findPayment(db, paymentId);
  if (known) await lockBookingPayments(db, known.bookingId);
  const payment = await lockPayment(db, paymentId);
  if (!payment) throw new AppError("not_found");
  const [pending] = (await findPendingOperations(db, paymentId)).filter((it) => it.operation !== "open");
  const isSame = pending?.operation === operation && pending.amountCents === (amountCents ?? null);
  if (pending && isSame) return pending;
  if (pending || !POSSIBLE_FROM[operation].includes(payment.status) || !isAmountHeld(payment, amountCents)) {
    throw new AppError("action_not_allowed");
  }
  if (cardId !== undefined) await countAttempt(db, paymentId, cardId);
  const attempt = await nextAttempt(db, paymentId, operation);
  const idempotencyKey = keyFor(environment, paymentId, operation, attempt);
  const written = await insertOperation(db, { ...asked, attempt, idempotencyKey });
  await queueOperation(db, written);
  return written;
}

const isAmountHeld = ({ authorizedCents }: Payment, amountCents: number | undefined) =>
  amountCents === undefined || (amountCents > 0 && amountCents <= authorizedCents);

/** Takes the held money, or a part of it; the rest is let go. Once per payment. */
export const requestCapture = (
  db: Db,
  environment: Environment,
  { paymentId, amountCents }: { paymentId: string; amountCents: number },
) => askFor(db, environment, { paymentId, operation: "capture", amountCents });

/** Lets the held money go, or gives up a payment nobody has made yet. */
export const requestVoid = (db: Db, environment: Environment, paymentId: string) =>
  askFor(db, environment, { paymentId, operation: "void" });

/** Charges a kept card without its holder being there, as they have agreed. Counts as an attempt. */
export const requestCharge = (
  db: Db,
  environment: Environment,
  { paymentId, cardId }: { paymentId: string; cardId: string },
) => askFor(db, environment, { paymentId, operation: "charge", cardId });
