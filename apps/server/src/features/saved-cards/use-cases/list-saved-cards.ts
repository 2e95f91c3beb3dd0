import type { PaymentsPort, SavedCard } from "../../../adapters/payments/payments.port.ts";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { askProvider } from "../ask-provider.ts";
import { findCustomer } from "../payment-customers.repository.ts";
import { forgetUnknownCustomer } from "./forget-unknown-customer.ts";

/** As the provider has them: we keep no copy that could differ. */
export async function listSavedCards(db: Db, payments: PaymentsPort, viewer: Viewer): Promise<SavedCard[]> {
  const customerId = (await findCustomer(db, viewer.id))?.providerId;
  if (!customerId) return [];
  return askProvider(() =>
    payments.listCards(customerId).catch(async (error: unknown) => {
      await forgetUnknownCustomer(db, { personId: viewer.id, customerId }, error);
      return [];
    }),
  );
}
