import type { WaitingPayoutView, WaitingReason } from "@nexby/contract/admin/tasks";
import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { users } from "../../schema/accounts.ts";
import { bookings } from "../../schema/bookings.ts";
import { items } from "../../schema/listings.ts";
import { payoutAccounts } from "../../schema/payment-provider.ts";
import { setProviderReferences } from "../accounts/public.ts";
import { findBalance, findPayables } from "../ledger/public.ts";
import { notify } from "../notifications/public.ts";
import { findRentalCases, presentRental, type TaskSource } from "../tasks/public.ts";
import { reminderEmail } from "./payout.emails.ts";

const HAS_ACCOUNT = sql`(${users.connectOnboarded} and ${users.connectAccountId} is not null)`;

/** Owed, and due by this time. Money on hold for a claim or a dispute isn't due. */
const isDue = (by: SQL) =>
  and(sql`${bookings.payoutStatus} in ('scheduled', 'failed')`, sql`${bookings.payoutEligibleAt} <= ${by}`);

/** Other payouts that are due are sent within moments. */
const CANNOT_BE_SENT = sql`(${bookings.payoutStatus} = 'failed' or not ${HAS_ACCOUNT} or ${users.suspendedAt} is not null)`;

const IS_WAITING = and(isDue(sql`app_now()`), CANNOT_BE_SENT);

type PageQuery = { cursor?: string | undefined; limit: number };

/** Longest wait first. */
export async function listWaitingPayouts(db: Db, { cursor, limit }: PageQuery): Promise<PageOf<WaitingPayout>> {
  const { rows, nextCursor } = pageOf(await selectWaiting(db, cursorAfter(cursor), limit + 1), limit);
  return { rows: await withAmounts(db, rows), nextCursor };
}

type PayoutRow = Awaited<ReturnType<typeof selectPayouts>>[number];
type WaitingPayout = PayoutRow & { amountCents: number };

/** Leaves out bookings whose money was just sent or refunded: they owe nothing anymore. */
async function withAmounts(db: Db, rows: readonly PayoutRow[]): Promise<WaitingPayout[]> {
  const payables = await findPayables(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const amountCents = payables.get(row.id) ?? 0;
    return amountCents > 0 ? [{ ...row, amountCents }] : [];
  });
}

const selectPayouts = (db: Db) =>
  db
    .select({
      id: bookings.id,
      /** The order of the list. */
      createdAt: sql<Date>`${bookings.payoutEligibleAt}`.mapWith(bookings.payoutEligibleAt),
      item: { id: items.id, title: items.title },
      owner: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      isSuspended: sql<boolean>`${users.suspendedAt} is not null`,
      hasAccount: sql<boolean>`${HAS_ACCOUNT}`,
      account: { state: payoutAccounts.state, providerId: payoutAccounts.providerId },
    })
    .from(bookings)
    .innerJoin(users, eq(users.id, bookings.ownerId))
    .innerJoin(items, eq(items.id, bookings.itemId))
    .leftJoin(payoutAccounts, and(eq(payoutAccounts.userId, users.id), isNull(payoutAccounts.replacedAt)));

export const selectWaiting = (db: Db, after: Place | null, limit: number) =>
  selectPayouts(db)
    .where(and(IS_WAITING, isAfter(after, { createdAt: bookings.payoutEligibleAt, id: bookings.id }, "oldest")))
    .orderBy(bookings.payoutEligibleAt, bookings.id)
    .limit(limit);

export const presentWaitingPayout = (payout: WaitingPayout): WaitingPayoutView => ({
  bookingId: payout.id,
  item: payout.item,
  owner: payout.owner,
  amountCents: payout.amountCents,
  waitingSince: payout.createdAt.toISOString(),
  reason: reasonOf(payout),
});

function reasonOf({ isSuspended, hasAccount, account }: WaitingPayout): WaitingReason {
  if (isSuspended) return "suspended";
  if (hasAccount) return "transfer_failed";
  return account?.providerId && account.state !== "ready" ? account.state : "no_account";
}

/** Payouts that are due and can't be sent. They are sent once the reason is gone. */
export const payoutTasks: TaskSource<"waiting_payout"> = {
  open: (db) =>
    db
      .select({ id: bookings.id, since: bookings.payoutEligibleAt, due: sql`null::timestamptz` })
      .from(bookings)
      .innerJoin(users, eq(users.id, bookings.ownerId))
      .where(IS_WAITING),
  show: async (db, ids, admin) => {
    const payouts = await withAmounts(db, await selectPayouts(db).where(inArray(bookings.id, [...ids])));
    const rentals = await findRentalCases(db, ids);
    return payouts.flatMap((payout) => {
      const rental = rentals.get(payout.id);
      if (!rental) return [];
      const { owner, reason } = presentWaitingPayout(payout);
      const task = presentRental(rental, admin, []);
      return [
        {
          id: payout.id,
          ...task,
          noDecision: task.noDecision ?? "automatic",
          moneyAtStakeCents: payout.amountCents,
          details: { owner, reason },
        },
      ];
    });
  },
};

const MAX_PER_TURN = 100;
const REMINDER_INTERVAL = sql`interval '30 days'`;

const IS_REMINDER_DUE = and(
  sql`not ${HAS_ACCOUNT}`,
  isNull(users.suspendedAt),
  or(isNull(users.payoutRemindedAt), sql`${users.payoutRemindedAt} <= app_now() - ${REMINDER_INTERVAL}`),
);

/**
 * Reminds owners whose money has waited 30 days for a payout account, once every 30 days for all their bookings.
 * The time of the reminder is stored with it, so a restart neither loses nor repeats one.
 */
export async function remindOfWaitingPayouts(db: Db, siteUrl: string): Promise<void> {
  const owners = await db
    .select({ id: bookings.ownerId })
    .from(bookings)
    .innerJoin(users, eq(users.id, bookings.ownerId))
    .where(and(isDue(sql`app_now() - ${REMINDER_INTERVAL}`), IS_REMINDER_DUE))
    .groupBy(bookings.ownerId)
    .limit(MAX_PER_TURN);
  for (const { id } of owners) await db.transaction((tx) => remindOwner(tx, id, siteUrl));
}

async function remindOwner(tx: Db, ownerId: string, siteUrl: string): Promise<void> {
  const [owner] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, ownerId), IS_REMINDER_DUE))
    .for("no key update");
  if (!owner) return;
  await setProviderReferences(tx, ownerId, { payoutRemindedAt: await readClock(tx) });
  const { amountCents, waitingSince } = await findWaitingMoney(tx, ownerId);
  if (amountCents <= 0) return;
  const data = { amountCents, since: waitingSince };
  await notify(tx, ownerId, { kind: "payouts_waiting", data }, (texts) =>
    reminderEmail(texts, siteUrl + texts.actionUrl),
  );
}

/** All of the owner's money that is due, less their debt, which is deducted before a payout. */
async function findWaitingMoney(tx: Db, ownerId: string): Promise<{ amountCents: number; waitingSince: string }> {
  const due = await tx
    .select({ id: bookings.id, since: bookings.payoutEligibleAt, timeZone: bookings.timezone })
    .from(bookings)
    .where(and(eq(bookings.ownerId, ownerId), isNull(bookings.settledAt), isDue(sql`app_now()`)))
    .orderBy(bookings.payoutEligibleAt, bookings.id);
  const payables = await findPayables(
    tx,
    due.map(({ id }) => id),
  );
  const debtCents = await findBalance(tx, { account: "owner_receivable", userId: ownerId });
  const payableCents = [...payables.values()].reduce((sum, cents) => sum + cents, 0);
  const oldest = due.find(({ id }) => (payables.get(id) ?? 0) > 0);
  const waitingSince = oldest?.since?.toLocaleDateString("en-US", { dateStyle: "medium", timeZone: oldest.timeZone });
  return { amountCents: payableCents - Math.max(debtCents, 0), waitingSince: waitingSince ?? "" };
}
