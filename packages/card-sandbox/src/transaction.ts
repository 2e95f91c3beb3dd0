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

/**
 * A PostgreSQL inside this process, whose data ends with it. It has a single session, so callers take turns: a
 * transaction has it to itself until it is released.
 */
export async function openMemoryPool(): Promise<{ pool: DatabasePool; close(): Promise<void> }> {
  // Loaded here, because a sandbox on a real PostgreSQL doesn't need it.
  const { PGlite, types } = await import("@electric-sql/pglite");
  const { dataDir } = await import("@electric-sql/pglite-prepopulatedfs");
  const database = await PGlite.create({
    // An initialized cluster; making one takes seconds.
    loadDataDir: await dataDir(),
    // Like pg, which gives large integers as text.
    parsers: { [types.INT8]: (text) => text },
  });
  let turn: Promise<void> = Promise.resolve();

  const takeTurn = async (): Promise<() => void> => {
    const before = turn;
    let end = () => {};
    turn = new Promise<void>((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  };
  const run: DatabasePool["query"] = async <Row extends object>(text: string, values?: unknown[]) => {
    // As with pg, only a query without values may have several statements.
    const result = values ? await database.query<Row>(text, values) : (await database.exec(text)).at(-1);
    const rows = (result?.rows ?? []) as Row[];
    return { rows, rowCount: rows.length > 0 ? rows.length : (result?.affectedRows ?? 0) };
  };
  return {
    pool: {
      async query(text, values) {
        const end = await takeTurn();
        return run<never>(text, values).finally(end);
      },
      async connect() {
        return { query: run, release: await takeTurn() };
      },
    },
    close: () => database.close(),
  };
}
