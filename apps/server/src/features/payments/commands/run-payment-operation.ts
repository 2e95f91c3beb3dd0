import { PaymentProblem, type ProviderPayment } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { JobHandler } from "../../../platform/jobs/job.ts";
import { isKeyExpired, keyFor, type PaymentDeps, refusalOf, withStoredKey } from "../payment-job.ts";
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
import { adoptPayment, recordRefusal, syncPayment } from "../sync/sync-payment.ts";

/** Runs the operation at the provider once and syncs the payment afterwards. */
export const runPaymentOperation = (deps: PaymentDeps): JobHandler => ({
  run: async ({ payload }) => {
    const operation = await findOperation(deps.db, String(payload.id));
    if (operation?.status !== "pending") return;
    const payment = await findPayment(deps.db, operation.paymentId);
    if (payment) await perform(deps, payment, operation);
  },
});

async function perform(deps: PaymentDeps, payment: Payment, operation: Operation): Promise<void> {
  const reason = await refusalOf(async () => {
    const opening = operation.operation === "open" ? operation : await findOpening(deps.db, payment.id);
    const id = await openAtProvider(deps, payment, opening);
    return operation.operation === "open" ? null : runAtProvider(deps, operation, await deps.payments.fetchPayment(id));
  });
  await syncPayment(deps, payment.id);
  // No effect if the sync has shown that the operation happened another way.
  if (reason === null) return;
  const end = { status: "refused", reason } as const;
  await recordRefusal(deps.db, payment.bookingId, (tx) => endOperation(tx, operation.id, end));
}

type Status = ProviderPayment["status"];

/**
 * The provider statuses that allow each operation. In any other status it already happened or never will; the sync
 * decides which.
 */
const POSSIBLE_FROM: Record<Exclude<Operation["operation"], "open">, readonly Status[]> = {
  charge: ["needs_card", "needs_confirmation", "needs_action"],
  capture: ["authorized"],
  void: ["needs_card", "needs_confirmation", "needs_action", "authorized"],
};

/** Returns the reason if the operation is impossible. */
async function runAtProvider(
  deps: PaymentDeps,
  operation: Operation,
  current: ProviderPayment,
): Promise<string | null> {
  const { operation: name } = operation;
  if (name === "open") return null;
  // A transient status; the job retries.
  if (current.status === "processing") throw new PaymentProblem("temporary", "processing");
  if (!POSSIBLE_FROM[name].includes(current.status)) return name === "capture" ? "not_authorized" : null;
  const { db, payments } = deps;
  const keyed = isKeyExpired(operation, await readClock(db)) ? await withNewKey(deps, operation) : operation;
  await recordAttempt(db, keyed.id);
  const { idempotencyKey: key, cardId, amountCents } = keyed;
  const call = () => {
    if (name === "void") return payments.cancelPayment({ key, id: current.id });
    if (name === "capture") return payments.capturePayment({ key, id: current.id, amountCents: amountCents ?? 0 });
    return payments.confirmPayment({ key, id: current.id, cardId: cardId ?? "", isOffSession: true });
  };
  await withStoredKey(call, async () => void (await withNewKey(deps, keyed)));
  return null;
}

/** One booking can cause several charges, which should be recognizable on a statement. */
const STATEMENT_SUFFIXES: Record<Payment["kind"], string> = {
  rental: "RENTAL",
  deposit: "DEPOSIT",
  extension: "EXTENSION",
  late_fee: "LATE FEE",
  damage: "DAMAGE",
};

/** Returns the payment's provider id, creating it there once however often this is retried. */
export async function openAtProvider(deps: PaymentDeps, payment: Payment, operation: Operation): Promise<string> {
  if (payment.providerPaymentId) return payment.providerPaymentId;
  const { db, payments } = deps;
  if (operation.firstTriedAt) {
    const existing = await payments.findPayment(payment.id);
    if (existing) return adopt(deps, existing);
  }
  const keyed = isKeyExpired(operation, await readClock(db)) ? await withNewKey(deps, operation) : operation;
  const customerId = await ensureCustomer(db, payments, payment.payerId);
  await recordAttempt(db, keyed.id);
  const created = await withStoredKey(
    () =>
      payments.createPayment({
        key: keyed.idempotencyKey,
        paymentId: payment.id,
        bookingId: payment.bookingId,
        amountCents: payment.amountCents,
        customerId,
        capture: payment.capture,
        savesCard: payment.savesCard,
        description: payment.description,
        statementSuffix: STATEMENT_SUFFIXES[payment.kind],
      }),
    async () => void (await withNewKey(deps, keyed)),
  );
  return adopt(deps, created);
}

async function adopt({ db }: PaymentDeps, created: { id: string; paymentId: string | null }): Promise<string> {
  await adoptPayment(db, created);
  return created.id;
}

async function withNewKey({ db, payments }: PaymentDeps, operation: Operation): Promise<Operation> {
  const attempt = await nextAttempt(db, operation.paymentId, operation.operation);
  const idempotencyKey = keyFor(payments.environment, operation.paymentId, operation.operation, attempt);
  await renewKey(db, operation, { attempt, idempotencyKey });
  return { ...operation, attempt, idempotencyKey };
}
