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
  const told = await deps.payments.fetchPayment(providerPaymentId);
  if (told.paymentId === null || !(await adoptPayment(deps.db, told))) return false;
  return (await syncPayment(deps, told.paymentId)) !== null;
}

/** What happens on an owner's account is theirs; our balance has its own. */
const onOurs =
  (look: (deps: PaymentDeps, objectId: string) => Promise<boolean>): Resync =>
  async (deps, { objectId, accountId }) =>
    accountId !== null || look(deps, objectId);

async function platformPayout(deps: PaymentDeps, payoutId: string): Promise<boolean> {
  const { movement, failureMovement, amountCents } = await deps.payments.fetchPayout(payoutId);
  await deps.db.transaction(async (tx) => {
    const of = { bookingId: null };
    const sent = platformPaidOut(amountCents);
    if (movement) await postMovement(tx, { ...of, movement, kind: "platform_payout", postings: sent });
    const returned = { movement: failureMovement, postings: platformPayoutReturned(amountCents) };
    if (returned.movement) {
      const { movement: back, postings } = returned;
      await postMovement(tx, { ...of, movement: back, kind: "platform_payout_returned", postings });
    }
  });
  return true;
}

/** How each kind of object is looked at again. Cards that were set up are read from the provider whenever shown. */
export const PAYMENT_SUBJECTS: Subjects = {
  payment_intent: onOurs(payment),
  charge: onOurs(async (deps, chargeId) => {
    const known = await findPaymentByCharge(deps.db, chargeId);
    if (known) return (await syncPayment(deps, known.id)) !== null;
    const told = await deps.payments.fetchPaymentOfCharge(chargeId);
    return payment(deps, told?.id ?? null);
  }),
  refund: onOurs(async (deps, refundId) => {
    const told = await deps.payments.fetchRefund(refundId);
    const isSynced = await payment(deps, told.providerPaymentId);
    // Money that was given back by hand has no row here. People must look, and are told when its event is given up.
    return isSynced && (told.refundId !== null || told.movement === null);
  }),
  dispute: onOurs(async (deps, disputeId) =>
    payment(deps, (await deps.payments.fetchDispute(disputeId)).providerPaymentId),
  ),
  "radar.early_fraud_warning": onOurs(async (deps, warningId) =>
    payment(deps, (await deps.payments.fetchFraudWarning(warningId)).providerPaymentId),
  ),
  transfer: onOurs(syncTransfer),
  payout: onOurs(platformPayout),
};

/** What an event is about. */
type Subject = { objectId: string; accountId: string | null };

/** Looks at it again and writes down what is so. False when it is nobody's here: perhaps not yet. */
type Resync = (deps: PaymentDeps, subject: Subject) => Promise<boolean>;

/** By the kind of object; of kinds that are not here nothing needs to be known. */
export type Subjects = Readonly<Record<string, Resync>>;
