import type { PaymentsPort, SavedCard } from "../../../adapters/payments/payments.port.ts";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { askProvider } from "../ask-provider.ts";
import { findCustomer } from "../payment-customers.repository.ts";

/** As the provider has them: we keep no copy that could differ. */
export async function listSavedCards(db: Db, payments: PaymentsPort, viewer: Viewer): Promise<SavedCard[]> {
  const customerId = (await findCustomer(db, viewer.id))?.providerId;
  return customerId ? askProvider(() => payments.listCards(customerId)) : [];
}
