import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { askProvider } from "../ask-provider.ts";
import { ensureCustomer } from "./ensure-customer.ts";

/** One that nobody confirms does nothing, so each wish may have its own. */
export async function startCardSetup(db: Db, payments: PaymentsPort, viewer: Viewer): Promise<string> {
  const customerId = await ensureCustomer(db, payments, viewer.id);
  const key = `${payments.environment}:${newId()}:setup:1`;
  const { clientSecret } = await askProvider(() => payments.createSetupIntent({ key, customerId }));
  if (clientSecret === null) throw new Error("The provider gave no secret for a new card");
  return clientSecret;
}
