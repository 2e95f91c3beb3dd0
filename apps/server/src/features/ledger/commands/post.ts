import {
  type LedgerAccount,
  type LedgerKind,
  type Posting,
  SETTLED_ACCOUNTS,
  sumOfPostings,
} from "@nexby/domain/ledger/accounts";
import { closed } from "@nexby/domain/ledger/postings";
import type { Db } from "../../../platform/db/db.ts";
import {
  findTransaction,
  insertTransaction,
  type PostedTransaction,
  selectBalances,
  selectCloses,
} from "../ledger.queries.ts";

export type LedgerEvent = {
  /** `balance:<provider id>` for provider movements, `<table>:<id>:<action>` for our own decisions. */
  sourceKey: string;
  kind: LedgerKind;
  bookingId: string | null;
  occurredAt: Date;
  postings: readonly Posting[];
  currency?: string;
};

/** A different transaction was already posted under this key, so the amounts would be wrong. */
export class LedgerConflict extends Error {
  override name = "LedgerConflict";
}

/**
 * The only writer of the ledger. A source key is posted once, even by concurrent calls, and different content under
 * the same key is rejected. The database checks at commit that the transaction balances.
 */
export async function post(db: Db, { currency = "USD", ...event }: LedgerEvent): Promise<{ isNew: boolean }> {
  if (event.postings.length < 2 || sumOfPostings(event.postings) !== 0) {
    throw new RangeError(`Not a balanced transaction: ${event.sourceKey} ${JSON.stringify(event.postings)}`);
  }
  if (await insertTransaction(db, { ...event, currency })) return { isNew: true };
  const known = await findTransaction(db, event.sourceKey);
  if (!known || textOf(known) !== textOf({ ...event, currencies: event.postings.map(() => currency) })) {
    throw new LedgerConflict(`${event.sourceKey} was already posted with different content`);
  }
  return { isNew: false };
}

/** Equal for equal transactions, whatever the order of their entries. */
const textOf = ({ kind, bookingId, postings, currencies }: Omit<PostedTransaction, "sourceKey">): string =>
  [
    kind,
    bookingId,
    ...currencies,
    ...postings.map(({ account, amountCents, userId = "" }) => `${account} ${amountCents} ${userId}`).sort(),
  ].join("\n");

type BookClosing = { bookingId: string; occurredAt: Date };

const UNEARNED: LedgerAccount = "platform_fee_unearned";
const isToBeSettled = (account: LedgerAccount) => account !== UNEARNED && SETTLED_ACCOUNTS.some((it) => it === account);

/**
 * Closes a booking's books and turns the platform fee into revenue. False, with nothing posted, while anything is
 * owed. Later transactions such as a chargeback reopen the books.
 */
export async function closeBookingBooks(db: Db, { bookingId, occurredAt }: BookClosing): Promise<boolean> {
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
