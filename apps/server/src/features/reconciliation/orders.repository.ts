import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";

/** A refund, a transfer or a reversal as we ordered it. */
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

type Window = { from: Date; until: Date; after: string; limit: number };

/** Done by our own word in a window, while no movement of the provider's was found that did it. By the provider's id. */
export async function findRefundsUnmoved(db: Db, { from, until, after, limit }: Window): Promise<Order[]> {
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

export async function findTransfersUnmoved(db: Db, { from, until, after, limit }: Window): Promise<Order[]> {
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

/** A payment as our books have it. */
export type HeldPayment = {
  id: string;
  providerId: string;
  isAuthorized: boolean;
  authorizedCents: number;
  createdAt: Date;
  /** Something is being asked of the provider at this moment. */
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

/** All that we believe to be held, in the order of ids. */
export async function findAuthorized(db: Db, page: { after: string | null; limit: number }): Promise<HeldPayment[]> {
  const { rows } = await db.execute<HeldRow>(sql`
    ${HELD} where p.status = 'authorized' and p.provider_payment_id is not null
      and (${page.after}::uuid is null or p.id > ${page.after}::uuid)
    order by p.id limit ${page.limit}`);
  return asHeld(rows);
}
