import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { type AccountRow, findAccount } from "../payout-accounts.repository.ts";

export const getPayoutAccount = (db: Db, viewer: Viewer): Promise<AccountRow | null> => findAccount(db, viewer.id);
