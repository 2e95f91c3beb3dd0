type QueryResult<Row> = { rows: Row[]; rowCount: number | null };

export type Db = {
  // biome-ignore lint/suspicious/noExplicitAny: the shape of pg's own rows, so that its pools fit.
  query<Row extends Record<string, any>>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
};

type DatabaseClient = Db & { release(error?: Error): void };

/** What the sandbox needs of a pool of pg, so that another storage can take its place. */
export type DatabasePool = Db & { connect(): Promise<DatabaseClient> };

const WRITE_LOCK = 7_204_118_357;

/**
 * Allows a single writer at a time across all processes, so no call reads a state that another is about to change. A
 * sandbox needs exactness, not throughput.
 */
export async function writing<T>(pool: DatabasePool, work: (db: Db) => Promise<T>): Promise<T> {
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

async function rollBack(client: Db): Promise<Error | undefined> {
  try {
    await client.query("rollback");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
