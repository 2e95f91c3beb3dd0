import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { askProvider } from "../ask-provider.ts";
import { ensureCustomer } from "./ensure-customer.ts";
import { forgetUnknownCustomer } from "./forget-unknown-customer.ts";

/** One that nobody confirms does nothing, so each wish may have its own. */
export async function startCardSetup(db: Db, payments: PaymentsPort, viewer: Viewer): Promise<string> {
  const { id: personId } = viewer;
  const begin = (customerId: string) =>
    payments.createSetupIntent({ key: `${payments.environment}:${newId()}:setup:1`, customerId });
  const customerId = await ensureCustomer(db, payments, personId);
  const { clientSecret } = await askProvider(() =>
    begin(customerId).catch(async (error: unknown) => {
      await forgetUnknownCustomer(db, { personId, customerId }, error);
      return begin(await ensureCustomer(db, payments, personId));
    }),
  );
  if (clientSecret === null) throw new Error("The provider gave no secret for a new card");
  return clientSecret;
}
