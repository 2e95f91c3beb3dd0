import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { type AccountRow, insertAccount } from "./payout-accounts.repository.ts";

type Person = { id: string; email: string; firstName: string | null; lastName: string | null };

/** Nobody is paid without a name. */
export async function openAccount(tx: Db, { id: userId, email, firstName, lastName }: Person): Promise<AccountRow> {
  if (!firstName || !lastName) throw new AppError("profile_incomplete");
  return insertAccount(tx, { userId, email, firstName, lastName });
}
