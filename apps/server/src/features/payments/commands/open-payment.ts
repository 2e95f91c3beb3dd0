import type { PaymentKind } from "@nexby/domain/payments/payment-status";
import { PaymentProblem, type PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { insertBatch, insertOf } from "../../../platform/db/statements.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { type FrozenPrice, paymentOperations, payments, sharesOfFrozenPrice } from "../../../schema/payments.ts";
import { keyFor, openingJob, type PaymentDeps } from "../payment-job.ts";
import { findOpening, findPayment, type Payment } from "../payments.queries.ts";
import { syncPayment } from "../sync/sync-payment.ts";
import { openAtProvider } from "./run-payment-operation.ts";

/** Rentals and extensions have a price. Every other payment is an amount, with a commission if we take one. */
type What =
  | { kind: "rental" | "extension"; price: FrozenPrice }
  | { kind: Exclude<PaymentKind, "rental" | "extension">; amountCents: number; commissionCents?: number };

type Environment = Pick<PaymentsPort, "environment">;

type PaymentToOpen = What & {
  bookingId: string;
  payerId: string;
  ownerId: string;
  /** `manual` holds the money until it is captured. */
  capture: "manual" | "automatic";
  /** Keeps the card for what the payer has agreed to be charged later. */
  savesCard: boolean;
  description: string;
};

/** Writes a payment down in the caller's transaction, with the key under which it will be made once that commits. */
export async function openPayment(db: Db, provider: Environment, given: PaymentToOpen): Promise<string> {
  const { id, inserts } = paymentInserts(provider, given, await readClock(db));
  await insertBatch(db, inserts);
  return id;
}

/** The same rows, to be written with others. */
export function paymentInserts({ environment }: Environment, given: PaymentToOpen, now: Date) {
  const { bookingId, payerId, ownerId, capture, savesCard, description } = given;
  const [id, operationId] = [newId(), newId()];
  const payment = { id, ...amountsOf(given), bookingId, payerId, ownerId, capture, savesCard, description };
  const operation = { id: operationId, paymentId: id };
  const idempotencyKey = keyFor(environment, id, "open", 1);
  const inserts = [
    insertOf(payments, payment),
    insertOf(paymentOperations, { ...operation, operation: "open", attempt: 1, idempotencyKey }),
    openingJob(operation, now),
  ];
  return { id, inserts };
}

function amountsOf(what: What) {
  if (!("price" in what)) {
    return { kind: what.kind, amountCents: what.amountCents, commissionCents: what.commissionCents ?? 0 };
  }
  sharesOfFrozenPrice(what.price);
  return { kind: what.kind, amountCents: what.price.totalCents, priceBreakdown: what.price };
}

type Started = { payment: Payment; clientSecret: string | null };

/**
 * After the commit that opened it: makes the payment at the provider now, for a payer who is waiting, and answers with
 * what their browser needs to confirm it. If this does not come to an end, the job does the same a little later.
 */
export async function startPayment(deps: PaymentDeps, paymentId: string): Promise<Started> {
  const { db, payments } = deps;
  const payment = await findPayment(db, paymentId);
  if (!payment) throw new AppError("not_found");
  try {
    const id = await openAtProvider(deps, payment, await findOpening(db, paymentId));
    const { clientSecret } = await payments.fetchPayment(id);
    return { payment: (await syncPayment(deps, paymentId)) ?? payment, clientSecret };
  } catch (error) {
    if (!(error instanceof PaymentProblem)) throw error;
    throw new AppError("service_unavailable", undefined, { cause: error });
  }
}
