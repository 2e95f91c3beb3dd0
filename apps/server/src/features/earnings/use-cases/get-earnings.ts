import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { findUser } from "../../accounts/public.ts";
import { findBalance } from "../../ledger/public.ts";
import { type EarnedRow, findFirstYear, findOpenMoney, selectEarnedByMonth } from "../earnings.repository.ts";
import { beginningOf, monthsUpTo } from "../months.ts";
import { sumPaidOut } from "../payouts.repository.ts";

export type Earnings = {
  totals: Awaited<ReturnType<typeof totalsOf>>;
  months: string[];
  earned: EarnedRow[];
  firstYear: number | null;
  isPayoutReady: boolean;
};

/** What an owner has earned in the last months, and where all their money is. */
export async function getEarnings(db: Db, ownerId: string, count: number): Promise<Earnings> {
  const now = (await readClock(db)).toISOString().slice(0, 7);
  const [first = now] = monthsUpTo(now, count);
  const found = await selectEarnedByMonth(db, ownerId, beginningOf(first));
  // East of Greenwich the next month may have begun.
  const [, last = now] = [found.at(-1)?.month ?? now, now].sort();
  const months = monthsUpTo(last, count);
  const owner = await findUser(db, ownerId);
  return {
    totals: await totalsOf(db, ownerId),
    months,
    earned: found.filter(({ month }) => months.includes(month)),
    firstYear: await findFirstYear(db, ownerId),
    isPayoutReady: owner?.connectOnboarded === true && owner.connectAccountId !== null,
  };
}

/** By the ledger's balances, which are sums over one index, however long somebody has been here. */
async function totalsOf(db: Db, ownerId: string) {
  const payableCents = -(await findBalance(db, { account: "owner_payable", userId: ownerId }));
  const owedCents = await findBalance(db, { account: "owner_receivable", userId: ownerId });
  const paidOutCents = await sumPaidOut(db, ownerId);
  const { unfinishedCents, upcomingCents, onHoldCents } = await findOpenMoney(db, ownerId);
  return {
    earnedCents: payableCents - owedCents + paidOutCents - unfinishedCents,
    paidOutCents,
    onItsWayCents: payableCents - upcomingCents - onHoldCents,
    onHoldCents,
    upcomingCents,
    owedCents,
  };
}
