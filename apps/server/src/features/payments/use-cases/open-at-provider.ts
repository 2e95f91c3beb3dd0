import { readClock } from "../../../platform/clock/clock.ts";
import { ensureCustomer } from "../../saved-cards/public.ts";
import type { MoneyDeps } from "../deps.ts";
import { isForgotten, keyFor } from "../idempotency-keys.ts";
import { withStoredKey } from "../jobs/with-stored-key.ts";
import { nextAttempt, noteTry, type Operation, renewKey } from "../operations.repository.ts";
import type { Payment } from "../payments.repository.ts";
import { adoptPayment } from "./sync-payment.ts";

/** The payment's id at the provider, where it is made if it is not there yet: once, however often this is tried. */
export async function openAtProvider(deps: MoneyDeps, payment: Payment, operation: Operation): Promise<string> {
  if (payment.providerPaymentId) return payment.providerPaymentId;
  const { db, payments } = deps;
  if (operation.firstTriedAt) {
    const made = await payments.findPayment(payment.id);
    if (made) return adopt(deps, made);
  }
  const asked = isForgotten(operation, await readClock(db)) ? await renewed(deps, operation) : operation;
  const customerId = await ensureCustomer(db, payments, payment.payerId);
  await noteTry(db, asked.id);
  const made = await withStoredKey(
    () =>
      payments.createPayment({
        key: asked.idempotencyKey,
        paymentId: payment.id,
        bookingId: payment.bookingId,
        amountCents: payment.amountCents,
        customerId,
        capture: payment.capture,
        savesCard: payment.savesCard,
        description: payment.description,
      }),
    async () => void (await renewed(deps, asked)),
  );
  return adopt(deps, made);
}

async function adopt({ db }: MoneyDeps, made: { id: string; paymentId: string | null }): Promise<string> {
  await adoptPayment(db, made);
  return made.id;
}

export async function renewed({ db, payments }: MoneyDeps, operation: Operation): Promise<Operation> {
  const attempt = await nextAttempt(db, operation.paymentId, operation.operation);
  const idempotencyKey = keyFor(payments.environment, operation.paymentId, operation.operation, attempt);
  await renewKey(db, operation, { attempt, idempotencyKey });
  return { ...operation, attempt, idempotencyKey };
}
