import type { Pool, PoolClient, QueryResult, QueryResultRow } from "pg";

/** A pool or a transaction: whatever can run a query. */
export type Db = {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
};

const WRITE_LOCK = 7_204_118_357;

/**
 * One writer at a time over all processes: every call then reads a state that nobody else is about to change. A sandbox
 * owes exactness, not throughput.
 */
export async function writing<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${WRITE_LOCK})`);
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query("rollback");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
