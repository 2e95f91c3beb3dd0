import { type LedgerAccount, SETTLED_ACCOUNTS } from "@nexby/domain/ledger/accounts";
import { closed } from "@nexby/domain/ledger/postings";
import type { Db } from "../../../platform/db/db.ts";
import { selectBalances, selectCloses } from "../ledger.repository.ts";
import { post } from "./post.ts";

type Closing = { bookingId: string; occurredAt: Date };

const UNEARNED: LedgerAccount = "platform_fee_unearned";
const isToBeSettled = (account: LedgerAccount) => account !== UNEARNED && SETTLED_ACCOUNTS.some((it) => it === account);

/**
 * The last act of a booking's money: our part is earned. False while something is still owed to somebody; then nothing
 * is posted. What comes after it, such as a chargeback, opens the books again, to be closed once more.
 */
export async function closeBookingBooks(db: Db, { bookingId, occurredAt }: Closing): Promise<boolean> {
  const balances = await selectBalances(db, { bookingId });
  if (balances.some(({ account, amountCents }) => amountCents !== 0 && isToBeSettled(account))) return false;
  const { count, isClosed } = await selectCloses(db, bookingId);
  if (isClosed) return true;
  const unearned = balances.find(({ account }) => account === UNEARNED)?.amountCents ?? 0;
  await post(db, {
    sourceKey: `bookings:${bookingId}:close:${count + 1}`,
    kind: "close",
    bookingId,
    occurredAt,
    postings: closed(-unearned),
  });
  return true;
}
