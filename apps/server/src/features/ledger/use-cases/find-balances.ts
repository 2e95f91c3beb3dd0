import type { LedgerAccount } from "@nexby/domain/ledger/accounts";
import type { Db } from "../../../platform/db/db.ts";
import { type Balance, type BalanceFilter, selectBalances } from "../ledger.repository.ts";

/** Balances of the accounts that ever had something: a debit is positive, what we owe negative. */
export const findBalances = (db: Db, filter: BalanceFilter = {}): Promise<Balance[]> => selectBalances(db, filter);

/** One balance, zero when nothing was ever posted. */
export async function findBalance(db: Db, filter: BalanceFilter & { account: LedgerAccount }): Promise<number> {
  const balances = await selectBalances(db, filter);
  return balances.find(({ currency }) => currency === "USD")?.amountCents ?? 0;
}
