import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { type AccountRow, findAccount } from "../payout-accounts.repository.ts";
import { syncAccount } from "./sync-account.ts";

export async function refreshPayoutAccount(db: Db, payments: PaymentsPort, viewer: Viewer): Promise<AccountRow | null> {
  const account = await findAccount(db, viewer.id);
  if (!account?.providerId) return account;
  await syncAccount(db, payments, account.providerId);
  return findAccount(db, viewer.id);
}
