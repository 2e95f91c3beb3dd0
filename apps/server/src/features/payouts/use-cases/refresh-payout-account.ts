import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { askProvider } from "../../saved-cards/public.ts";
import { type AccountRow, findAccount } from "../payout-accounts.repository.ts";
import { syncAccount } from "./sync-account.ts";

export async function refreshPayoutAccount(db: Db, payments: PaymentsPort, viewer: Viewer): Promise<AccountRow | null> {
  const account = await findAccount(db, viewer.id);
  if (!account?.providerId) return account;
  const { providerId } = account;
  await askProvider(() => syncAccount(db, payments, providerId));
  return findAccount(db, viewer.id);
}
