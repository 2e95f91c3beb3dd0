import type { PaymentKind } from "@nexby/domain/payments/payment-status";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { insertBatch, insertOf } from "../../../platform/db/statements.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { type FrozenPrice, paymentOperations, payments, sharesOfFrozenPrice } from "../../../schema/payments.ts";
import { keyFor, openingJob, type PaymentDeps } from "../payment-job.ts";
import { findOpening, findPayment, type Payment } from "../payments.queries.ts";
import { callProvider } from "../provider-access.ts";
import { syncPayment } from "../sync/sync-payment.ts";
import { openAtProvider } from "./run-payment-operation.ts";

/** Rentals and extensions have a price. Every other payment is an amount with an optional commission. */
type PaymentAmount =
  | { kind: "rental" | "extension"; price: FrozenPrice }
  | { kind: Exclude<PaymentKind, "rental" | "extension">; amountCents: number; commissionCents?: number };

type Provider = Pick<PaymentsPort, "environment">;

type PaymentToOpen = PaymentAmount & {
  bookingId: string;
  payerId: string;
  ownerId: string;
  /** `manual` authorizes only; the payment is captured later. */
  capture: "manual" | "automatic";
  /** Saves the card for later charges the payer agreed to. */
  savesCard: boolean;
  description: string;
};

/**
 * Records the payment with its idempotency key in the caller's transaction. It is created at the provider after the
 * commit.
 */
export async function openPayment(db: Db, provider: Provider, input: PaymentToOpen): Promise<string> {
  const { id, inserts } = paymentInserts(provider, input, await readClock(db));
  await insertBatch(db, inserts);
  return id;
}

/** The same rows as inserts, to be written in one batch with others. */
export function paymentInserts({ environment }: Provider, input: PaymentToOpen, now: Date) {
  const { bookingId, payerId, ownerId, capture, savesCard, description } = input;
  const [id, operationId] = [newId(), newId()];
  const payment = { id, ...amountsOf(input), bookingId, payerId, ownerId, capture, savesCard, description };
  const operation = { id: operationId, paymentId: id };
  const idempotencyKey = keyFor(environment, id, "open", 1);
  const inserts = [
    insertOf(payments, payment),
    insertOf(paymentOperations, { ...operation, operation: "open", attempt: 1, idempotencyKey }),
    openingJob(operation, now),
  ];
  return { id, inserts };
}

function amountsOf(amount: PaymentAmount) {
  if (!("price" in amount)) {
    return { kind: amount.kind, amountCents: amount.amountCents, commissionCents: amount.commissionCents ?? 0 };
  }
  sharesOfFrozenPrice(amount.price);
  return { kind: amount.kind, amountCents: amount.price.totalCents, priceBreakdown: amount.price };
}

type StartedPayment = { payment: Payment; clientSecret: string | null };

/**
 * Creates the payment at the provider right away for a waiting payer, and returns what the browser needs to confirm
 * it. Call it after the commit; if it fails, a job does the same shortly after.
 */
export async function startPayment(deps: PaymentDeps, paymentId: string): Promise<StartedPayment> {
  const { db, payments } = deps;
  const payment = await findPayment(db, paymentId);
  if (!payment) throw new AppError("not_found");
  return callProvider(async () => {
    const id = await openAtProvider(deps, payment, await findOpening(db, paymentId));
    const { clientSecret } = await payments.fetchPayment(id);
    return { payment: (await syncPayment(deps, paymentId)) ?? payment, clientSecret };
  });
}
