import type { Pool, PoolClient, QueryResult, QueryResultRow } from "pg";

export type Db = {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
};

const WRITE_LOCK = 7_204_118_357;

/**
 * Allows a single writer at a time across all processes, so no call reads a state that another is about to change. A
 * sandbox needs exactness, not throughput.
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
