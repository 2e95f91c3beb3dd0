import { PaymentProblem, type ProviderPayment } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { JobHandler } from "../../../platform/jobs/job.ts";
import { finalReason, isForgotten, keyFor, type PaymentDeps, queueFollowing, withStoredKey } from "../payment-job.ts";
import {
  endOperation,
  findOpening,
  findOperation,
  findPayment,
  nextAttempt,
  type Operation,
  type Payment,
  recordAttempt,
  renewKey,
} from "../payments.queries.ts";
import { ensureCustomer } from "../saved-cards.ts";
import { adoptPayment, syncPayment } from "../sync/sync-payment.ts";

/** Does what was asked for, once, and writes down how the payment stands afterwards. */
export const runPaymentOperation = (deps: PaymentDeps): JobHandler => ({
  run: async ({ payload }) => {
    const operation = await findOperation(deps.db, String(payload.id));
    if (operation?.status !== "pending") return;
    const payment = await findPayment(deps.db, operation.paymentId);
    if (payment) await perform(deps, payment, operation);
  },
});

async function perform(deps: PaymentDeps, payment: Payment, operation: Operation): Promise<void> {
  let reason: string | null = null;
  try {
    const opening = operation.operation === "open" ? operation : await findOpening(deps.db, payment.id);
    const id = await openAtProvider(deps, payment, opening);
    if (operation.operation !== "open") reason = await ask(deps, operation, await deps.payments.fetchPayment(id));
  } catch (error) {
    reason = finalReason(error);
    if (reason === null) throw error;
  }
  await syncPayment(deps, payment.id);
  // Unless what is so now says otherwise: it may have happened in another way.
  if (reason === null) return;
  const end = { status: "refused", reason } as const;
  await deps.db.transaction(async (tx) => {
    await endOperation(tx, operation.id, end);
    await queueFollowing(tx, payment.bookingId);
  });
}

type Status = ProviderPayment["status"];

/** From where each of them can happen. Elsewhere it has happened, or never will: the sync tells which. */
const POSSIBLE_FROM: Record<Exclude<Operation["operation"], "open">, readonly Status[]> = {
  charge: ["needs_card", "needs_confirmation", "needs_action"],
  capture: ["authorized"],
  void: ["needs_card", "needs_confirmation", "needs_action", "authorized"],
};

/** Why it cannot happen at all, if so. */
async function ask(deps: PaymentDeps, operation: Operation, current: ProviderPayment): Promise<string | null> {
  const { operation: name } = operation;
  if (name === "open") return null;
  // It is between two states, and soon in one.
  if (current.status === "processing") throw new PaymentProblem("temporary", "processing");
  if (!POSSIBLE_FROM[name].includes(current.status)) return name === "capture" ? "not_authorized" : null;
  const { db, payments } = deps;
  const asked = isForgotten(operation, await readClock(db)) ? await renewed(deps, operation) : operation;
  await recordAttempt(db, asked.id);
  const { idempotencyKey: key, cardId, amountCents } = asked;
  const call = () => {
    if (name === "void") return payments.cancelPayment({ key, id: current.id });
    if (name === "capture") return payments.capturePayment({ key, id: current.id, amountCents: amountCents ?? 0 });
    return payments.confirmPayment({ key, id: current.id, cardId: cardId ?? "", isOffSession: true });
  };
  await withStoredKey(call, async () => void (await renewed(deps, asked)));
  return null;
}

/** The payment's id at the provider, where it is made if it is not there yet: once, however often this is tried. */
export async function openAtProvider(deps: PaymentDeps, payment: Payment, operation: Operation): Promise<string> {
  if (payment.providerPaymentId) return payment.providerPaymentId;
  const { db, payments } = deps;
  if (operation.firstTriedAt) {
    const made = await payments.findPayment(payment.id);
    if (made) return adopt(deps, made);
  }
  const asked = isForgotten(operation, await readClock(db)) ? await renewed(deps, operation) : operation;
  const customerId = await ensureCustomer(db, payments, payment.payerId);
  await recordAttempt(db, asked.id);
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

async function adopt({ db }: PaymentDeps, made: { id: string; paymentId: string | null }): Promise<string> {
  await adoptPayment(db, made);
  return made.id;
}

async function renewed({ db, payments }: PaymentDeps, operation: Operation): Promise<Operation> {
  const attempt = await nextAttempt(db, operation.paymentId, operation.operation);
  const idempotencyKey = keyFor(payments.environment, operation.paymentId, operation.operation, attempt);
  await renewKey(db, operation, { attempt, idempotencyKey });
  return { ...operation, attempt, idempotencyKey };
}
