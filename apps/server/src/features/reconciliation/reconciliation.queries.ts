import { inArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { providerEventsRead } from "../../schema/payment-provider.ts";
import { scheduledJobs } from "../../schema/platform.ts";
import { MONEY_JOBS } from "../payments/public.ts";

/** A refund, transfer or reversal as we requested it. */
export type Order = { providerId: string; amountCents: number };

type OrderRow = Record<string, unknown> & { provider_id: string; amount_cents: number };

const asOrders = (rows: readonly OrderRow[]): Order[] =>
  rows.map(({ provider_id, amount_cents }) => ({ providerId: provider_id, amountCents: amount_cents }));

export async function findRefunds(db: Db, providerIds: readonly string[]): Promise<Order[]> {
  const { rows } = await db.execute<OrderRow>(sql`
    select provider_refund_id as provider_id, amount_cents from refunds
    where provider_refund_id = any(${sql.param([...providerIds])}::text[])`);
  return asOrders(rows);
}

export async function findTransfers(db: Db, providerIds: readonly string[]): Promise<Order[]> {
  const { rows } = await db.execute<OrderRow>(sql`
    select provider_id, amount_cents from transfers where provider_id = any(${sql.param([...providerIds])}::text[])`);
  return asOrders(rows);
}

type OrderWindow = { from: Date; until: Date; after: string; limit: number };

/** Settled in our tables during this window, but without a reconciled movement. Ordered by provider id. */
export async function findRefundsUnmoved(db: Db, { from, until, after, limit }: OrderWindow): Promise<Order[]> {
  const { rows } = await db.execute<OrderRow>(sql`
    select provider_refund_id as provider_id, amount_cents from refunds
    where status = 'settled' and provider_refund_id > ${after}
      and (settled_at >= ${from.toISOString()} and settled_at < ${until.toISOString()} or exists (
        select 1 from reconciliation_differences d
        where d.kind = 'refund_differs' and d.subject = provider_refund_id and d.resolved_at is null))
      and not exists (select 1 from reconciled_movements r where r.source_id = provider_refund_id)
    order by provider_refund_id limit ${limit}`);
  return asOrders(rows);
}

export async function findTransfersUnmoved(db: Db, { from, until, after, limit }: OrderWindow): Promise<Order[]> {
  const { rows } = await db.execute<OrderRow>(sql`
    select provider_id, amount_cents from transfers
    where status = 'paid' and provider_id > ${after}
      and (paid_at >= ${from.toISOString()} and paid_at < ${until.toISOString()} or exists (
        select 1 from reconciliation_differences d
        where d.kind = 'transfer_differs' and d.subject = provider_id and d.resolved_at is null))
      and not exists (select 1 from reconciled_movements r where r.source_id = provider_id)
    order by provider_id limit ${limit}`);
  return asOrders(rows);
}

/** A payment as recorded in our tables. */
export type HeldPayment = {
  id: string;
  providerId: string;
  isAuthorized: boolean;
  authorizedCents: number;
  createdAt: Date;
  /** An operation is pending at the provider. */
  isBusy: boolean;
};

type HeldRow = Record<string, unknown> & {
  id: string;
  provider_payment_id: string;
  status: string;
  authorized_cents: number;
  created_at: string;
  is_busy: boolean;
};

const HELD = sql`
  select p.id, p.provider_payment_id, p.status, p.authorized_cents, p.created_at, exists (
    select 1 from payment_operations o where o.payment_id = p.id and o.status = 'pending') as is_busy
  from payments p`;

const asHeld = (rows: readonly HeldRow[]): HeldPayment[] =>
  rows.map((row) => ({
    id: row.id,
    providerId: row.provider_payment_id,
    isAuthorized: row.status === "authorized",
    authorizedCents: row.authorized_cents,
    createdAt: new Date(row.created_at),
    isBusy: row.is_busy,
  }));

export async function findHeldPayments(db: Db, providerIds: readonly string[]): Promise<HeldPayment[]> {
  const { rows } = await db.execute<HeldRow>(
    sql`${HELD} where p.provider_payment_id = any(${sql.param([...providerIds])}::text[])`,
  );
  return asHeld(rows);
}

/** All payments we consider authorized, ordered by id. */
export async function findAuthorized(db: Db, page: { after: string | null; limit: number }): Promise<HeldPayment[]> {
  const { rows } = await db.execute<HeldRow>(sql`
    ${HELD} where p.status = 'authorized' and p.provider_payment_id is not null
      and (${page.after}::uuid is null or p.id > ${page.after}::uuid)
    order by p.id limit ${page.limit}`);
  return asHeld(rows);
}

/** The ledger's view of a balance movement. */
export type Posted = { transactionId: string; movementId: string; netCents: number; feeCents: number };

type PostedRow = Record<string, unknown> & { id: string; movement: string; net: string; fee: string };

export async function findPosted(db: Db, movementIds: readonly string[]): Promise<Map<string, Posted>> {
  const { rows } = await db.execute<PostedRow>(sql`
    select t.id, movement.id as movement,
      coalesce(sum(e.amount_cents) filter (where e.account = 'stripe_balance'), 0) as net,
      coalesce(sum(e.amount_cents) filter (where e.account = 'stripe_fees'), 0) as fee
    from unnest(${sql.param([...movementIds])}::text[]) as movement(id)
      join ledger_transactions t on t.source_key = 'balance:' || movement.id
      join ledger_entries e on e.transaction_id = t.id
    group by t.id, movement.id`);
  const posted = rows.map(({ id, movement, net, fee }) => ({
    transactionId: id,
    movementId: movement,
    netCents: Number(net),
    feeCents: Number(fee),
  }));
  return new Map(posted.map((transaction) => [transaction.movementId, transaction]));
}

type Matched = { movementId: string; sourceId: string | null; transactionId: string };

/** Neither side ever changes, so a match is final. */
export async function saveMatched(db: Db, matched: readonly Matched[]): Promise<void> {
  if (matched.length === 0) return;
  const movements = sql.param(matched.map(({ movementId }) => movementId));
  const sources = sql.param(matched.map(({ sourceId }) => sourceId));
  const transactions = sql.param(matched.map(({ transactionId }) => transactionId));
  await db.execute(sql`
    insert into reconciled_movements (movement_id, source_id, transaction_id)
    select * from unnest(${movements}::text[], ${sources}::text[], ${transactions}::uuid[]) on conflict do nothing`);
}

type Unmatched = { id: string; sourceKey: string; netCents: number; createdAt: Date };

type UnmatchedRow = Record<string, unknown> & { id: string; source_key: string; net: string; created_at: string };
type PostingWindow = { from: Date; until: Date; after: string | null; limit: number };

/**
 * Balance movements posted in this window, or with an open difference, that weren't found at the provider. Postings
 * found with another amount are already reported. Ordered by id.
 */
export async function findUnmatched(db: Db, { from, until, after, limit }: PostingWindow): Promise<Unmatched[]> {
  const { rows } = await db.execute<UnmatchedRow>(sql`
    with looked_at as (
      select id from ledger_transactions
      where created_at >= ${from.toISOString()} and created_at < ${until.toISOString()}
      union
      select t.id from reconciliation_differences d join ledger_transactions t on t.source_key = d.subject
      where d.kind = 'posting_without_movement' and d.resolved_at is null
    )
    select t.id, t.source_key, t.created_at, sum(e.amount_cents) as net
    from looked_at
      join ledger_transactions t using (id)
      join ledger_entries e on e.transaction_id = t.id and e.account = 'stripe_balance'
    where not exists (select 1 from reconciled_movements r where r.transaction_id = t.id)
      and not exists (
        select 1 from reconciliation_differences d
        where d.kind = 'movement_amount_differs' and d.resolved_at is null and 'balance:' || d.subject = t.source_key
      )
      and (${after}::uuid is null or t.id > ${after}::uuid)
    group by t.id order by t.id limit ${limit}`);
  return rows.map(({ id, source_key, net, created_at }) => ({
    id,
    sourceKey: source_key,
    netCents: Number(net),
    createdAt: new Date(created_at),
  }));
}

/** All events up to this time were received, including missed ones. Null when none were ever looked up. */
export async function findEventsReadUntil(db: Db): Promise<Date | null> {
  const [row] = await db.select({ until: providerEventsRead.until }).from(providerEventsRead);
  return row?.until ?? null;
}

type Times = { jobsDueBy: Date; readBy: Date };

/** A job that moves money or reads an event is late, or events weren't fetched: the ledger will follow by itself. */
export async function areMovementsOnTheirWay(db: Db, { jobsDueBy, readBy }: Times): Promise<boolean> {
  const readUntil = await findEventsReadUntil(db);
  if (readUntil !== null && readUntil < readBy) return true;
  const [late] = await db
    .select({ id: scheduledJobs.id })
    .from(scheduledJobs)
    .where(
      sql`${inArray(scheduledJobs.jobType, [...MONEY_JOBS])} and ${scheduledJobs.status} in ('pending', 'running')
        and ${scheduledJobs.scheduledAt} <= ${jobsDueBy.toISOString()}`,
    )
    .limit(1);
  return late !== undefined;
}
