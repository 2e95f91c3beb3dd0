import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";

/** What the ledger says about one movement of the provider's balance. */
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
  return new Map(posted.map((one) => [one.movementId, one]));
}

type Matched = { movementId: string; sourceId: string | null; transactionId: string };

/** Neither side ever changes, so what agreed once agrees for good. */
export async function keepMatched(db: Db, matched: readonly Matched[]): Promise<void> {
  if (matched.length === 0) return;
  const movements = sql.param(matched.map(({ movementId }) => movementId));
  const sources = sql.param(matched.map(({ sourceId }) => sourceId));
  const transactions = sql.param(matched.map(({ transactionId }) => transactionId));
  await db.execute(sql`
    insert into reconciled_movements (movement_id, source_id, transaction_id)
    select * from unnest(${movements}::text[], ${sources}::text[], ${transactions}::uuid[]) on conflict do nothing`);
}

export type Unmatched = { id: string; sourceKey: string; netCents: number; createdAt: Date };

type UnmatchedRow = Record<string, unknown> & { id: string; source_key: string; net: string; created_at: string };
type Window = { from: Date; until: Date; after: string | null; limit: number };

/**
 * What was posted as a movement of the provider's balance in a window, or is an open difference from before it, and has
 * not been found there; what was found with another amount is a difference already. In the order of ids.
 */
export async function findUnmatched(db: Db, { from, until, after, limit }: Window): Promise<Unmatched[]> {
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
