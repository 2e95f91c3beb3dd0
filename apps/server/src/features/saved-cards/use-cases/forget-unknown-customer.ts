import { PaymentProblem } from "../../../adapters/payments/payments.port.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Db } from "../../../platform/db/db.ts";
import { lockUser } from "../../accounts/public.ts";
import { forgetProviderId } from "../payment-customers.repository.ts";

type Known = { personId: string; customerId: string };

/** After a call that named nothing but the customer: one whom the provider does not know is ours no more. */
export async function forgetUnknownCustomer(db: Db, { personId, customerId }: Known, error: unknown): Promise<void> {
  if (!(error instanceof PaymentProblem) || error.reason !== "resource_missing") throw error;
  await db.transaction(async (tx) => {
    await lockUser(tx, personId);
    if (!(await forgetProviderId(tx, personId, customerId))) return;
    const act = { action: "payment_customer_forgotten", entityType: "user", entityId: personId };
    await recordAudit(tx, { ...act, actorId: null, details: { customerId } });
  });
}
