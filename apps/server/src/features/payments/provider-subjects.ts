import { platformPaidOut, platformPayoutReturned } from "@nexby/domain/ledger/postings";
import type { PaymentDeps } from "./payment-job.ts";
import { findPaymentByCharge, findPaymentByProviderId } from "./payments.queries.ts";
import { adoptPayment, syncPayment } from "./sync/sync-payment.ts";
import { postMovement } from "./sync/sync-refunds.ts";
import { syncTransfer } from "./sync/sync-transfer.ts";

async function payment(deps: PaymentDeps, providerPaymentId: string | null): Promise<boolean> {
  if (providerPaymentId === null) return false;
  const known = await findPaymentByProviderId(deps.db, providerPaymentId);
  if (known) return (await syncPayment(deps, known.id)) !== null;
  const fetched = await deps.payments.fetchPayment(providerPaymentId);
  if (fetched.paymentId === null || !(await adoptPayment(deps.db, fetched))) return false;
  return (await syncPayment(deps, fetched.paymentId)) !== null;
}

/** Ignores events of owners' connected accounts. */
const onPlatformAccount =
  (resync: (deps: PaymentDeps, objectId: string) => Promise<boolean>): Resync =>
  async (deps, { objectId, accountId }) =>
    accountId !== null || resync(deps, objectId);

async function platformPayout(deps: PaymentDeps, payoutId: string): Promise<boolean> {
  const { movement, failureMovement, amountCents } = await deps.payments.fetchPayout(payoutId);
  await deps.db.transaction(async (tx) => {
    const context = { bookingId: null };
    const sent = platformPaidOut(amountCents);
    if (movement) await postMovement(tx, { ...context, movement, kind: "platform_payout", postings: sent });
    const returned = { movement: failureMovement, postings: platformPayoutReturned(amountCents) };
    if (returned.movement) {
      const { movement: returnedMovement, postings } = returned;
      await postMovement(tx, { ...context, movement: returnedMovement, kind: "platform_payout_returned", postings });
    }
  });
  return true;
}

/** How each object type is synced. Saved cards need no sync, because they are always read from the provider. */
export const PAYMENT_SUBJECTS: Subjects = {
  payment_intent: onPlatformAccount(payment),
  charge: onPlatformAccount(async (deps, chargeId) => {
    const known = await findPaymentByCharge(deps.db, chargeId);
    if (known) return (await syncPayment(deps, known.id)) !== null;
    const fetched = await deps.payments.fetchPaymentOfCharge(chargeId);
    return payment(deps, fetched?.id ?? null);
  }),
  refund: onPlatformAccount(async (deps, refundId) => {
    const fetched = await deps.payments.fetchRefund(refundId);
    const isSynced = await payment(deps, fetched.providerPaymentId);
    // Refunds made in the provider's dashboard have no row here. Admins are notified when the event is given up.
    return isSynced && (fetched.refundId !== null || fetched.movement === null);
  }),
  dispute: onPlatformAccount(async (deps, disputeId) =>
    payment(deps, (await deps.payments.fetchDispute(disputeId)).providerPaymentId),
  ),
  "radar.early_fraud_warning": onPlatformAccount(async (deps, warningId) =>
    payment(deps, (await deps.payments.fetchFraudWarning(warningId)).providerPaymentId),
  ),
  transfer: onPlatformAccount(syncTransfer),
  payout: onPlatformAccount(platformPayout),
};

type Subject = { objectId: string; accountId: string | null };

/** Syncs the object with the provider. False when nothing here belongs to it, possibly not yet. */
type Resync = (deps: PaymentDeps, subject: Subject) => Promise<boolean>;

/** By object type. Events of other types are ignored. */
export type Subjects = Readonly<Record<string, Resync>>;
