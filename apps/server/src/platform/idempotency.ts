import { sql } from "drizzle-orm";
import type { Db } from "./db/db.ts";
import { AppError } from "./errors.ts";

/** A response, ready to be sent again. */
export type Outcome = { status: number; body: string };

type Request = { scope: string; key: string; hash: string };

/**
 * Runs `work` once per key. The key's row is inserted first, in the transaction that also holds the effect, so a
 * concurrent request with the same key waits for it and then finds the outcome. A crash rolls back both, so a retry
 * starts clean. Client errors are stored as outcomes; server errors are not, because a retry may succeed.
 */
export async function storeResult(
  db: Db,
  request: Request,
  work: (tx: Db) => Promise<Outcome>,
): Promise<Outcome & { isReplay: boolean }> {
  return db.transaction(async (tx) => {
    const existing = await claimKey(tx, request);
    if (existing) {
      if (existing.hash !== request.hash) throw new AppError("idempotency_key_reused");
      return { ...existing.outcome, isReplay: true };
    }
    const outcome = await work(tx);
    await tx.execute(sql`
      update idempotency_keys set response_status = ${outcome.status}, response_body = ${outcome.body}
      where scope = ${request.scope} and key = ${request.key}`);
    return { ...outcome, isReplay: false };
  });
}

type StoredResult = { hash: string; outcome: Outcome };

/** Returns null if the key was unused; waits while another transaction is using it. */
async function claimKey(tx: Db, { scope, key, hash }: Request): Promise<StoredResult | null> {
  const { rowCount } = await tx.execute(sql`
    insert into idempotency_keys (scope, key, request_hash) values (${scope}, ${key}, ${hash})
    on conflict (scope, key) do nothing`);
  if (rowCount === 1) return null;
  const { rows } = await tx.execute<{ request_hash: string; response_status: number; response_body: string }>(sql`
    select request_hash, response_status, response_body from idempotency_keys where scope = ${scope} and key = ${key}`);
  const row = rows[0];
  if (!row) throw new AppError("service_unavailable");
  return { hash: row.request_hash, outcome: { status: row.response_status, body: row.response_body } };
}

/** Providers and clients retry within hours, so a day is enough. */
export async function deleteOldResults(db: Db): Promise<void> {
  await db.execute(sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`);
}
