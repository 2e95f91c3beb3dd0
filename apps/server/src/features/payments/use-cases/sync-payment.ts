import type { ProviderPayment } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { MoneyDeps } from "../deps.ts";
import { findPayment, type Payment, setProviderPayment } from "../payments.repository.ts";
import { applySnapshot } from "../sync/apply-snapshot.ts";
import { fetchSnapshot } from "../sync/snapshot.ts";

/** What others wrote on payments of theirs can be anything. */
const OUR_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Two payments at the provider say they are the same one here. People must look; nothing is guessed. */
class PaymentMadeTwice extends Error {
  override name = "PaymentMadeTwice";
}

/** Asks the provider how a payment stands and writes that down. Null when the provider has none of it yet. */
export async function syncPayment({ db, payments }: MoneyDeps, paymentId: string): Promise<Payment | null> {
  const payment = await findPayment(db, paymentId);
  if (!payment?.providerPaymentId) return null;
  const snapshot = await fetchSnapshot(payments, payment.providerPaymentId);
  await db.transaction((tx) => applySnapshot(tx, paymentId, snapshot));
  return findPayment(db, paymentId);
}

/** What was made for one of our rows belongs to it, also when the answer that said so was lost. */
export async function adoptPayment(db: Db, told: Pick<ProviderPayment, "id" | "paymentId">): Promise<boolean> {
  if (told.paymentId === null || !OUR_ID.test(told.paymentId)) return false;
  const payment = await findPayment(db, told.paymentId);
  if (!payment) return false;
  if (payment.providerPaymentId === told.id || (await setProviderPayment(db, payment.id, told.id))) return true;
  const now = await findPayment(db, payment.id);
  if (now?.providerPaymentId === told.id) return true;
  throw new PaymentMadeTwice(`${told.id} and ${now?.providerPaymentId} are both payment ${payment.id}`);
}
