import { setTimeout as sleep } from "node:timers/promises";
import { DrizzleQueryError } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

type Schema = Record<string, never>;

/** A pool or a transaction. Always the first parameter. */
export type Db = Pick<
  NodePgDatabase<Schema>,
  "select" | "insert" | "update" | "delete" | "execute" | "transaction" | "_"
>;

export type Database = {
  db: NodePgDatabase<Schema>;
  close(): Promise<void>;
};

/** Connection settings, exported so that benchmarks measure with the same ones. */
export const CONNECTION = {
  // A new connection has to plan all prepared statements again, so idle ones are kept for a while.
  idleTimeoutMillis: 10 * 60_000,
  // Our queries are too short to benefit from parallel workers or JIT compilation.
  options: "-c max_parallel_workers_per_gather=0 -c jit=off",
};

/** The connection survives an error that the database reports about a statement, such as a violated constraint. */
const isStatementError = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === "ERROR";

/**
 * The pool's own `query` closes the connection after every error. The next request would have to open another one and
 * plan all its statements again, so a rush on one unit would close a connection per rejected checkout.
 */
export function keepConnectionsAfterErrors(pool: pg.Pool): void {
  const query = async (...parameters: Parameters<pg.PoolClient["query"]>) => {
    const client = await pool.connect();
    try {
      const result = await client.query(...parameters);
      client.release();
      return result;
    } catch (error) {
      client.release(!isStatementError(error));
      throw error;
    }
  };
  pool.query = query as typeof pool.query;
}

type Options = { url: string; poolSize: number; onIdleError: (error: Error) => void };

/** Each connection keeps its drizzle instance, because a new one has to convert all column names again. */
const dbByClient = new WeakMap<pg.PoolClient, NodePgDatabase<Schema>>();

function databaseOf(client: pg.PoolClient): NodePgDatabase<Schema> {
  const db = dbByClient.get(client) ?? drizzle({ client, casing: "snake_case" });
  dbByClient.set(client, db);
  return db;
}

const pools = new WeakMap<Db, pg.Pool>();

/** A transaction is not: its statements run one after another, and are undone together. */
export const isPool = (db: Db): boolean => pools.has(db);

/**
 * Sends all statements of `work` on one connection, outside a transaction. Otherwise each of them waits for a connection
 * behind the first statements of all requests that arrived in between. `work` must not use another connection: it would
 * wait for one while others wait for its own.
 */
export async function onOneConnection<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = pools.get(db);
  // A transaction has its connection already.
  if (!pool) return work(db);
  const client = await pool.connect();
  return work(databaseOf(client)).finally(() => client.release());
}

export function openDatabase({ url, poolSize, onIdleError }: Options): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    ...CONNECTION,
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 30_000,
    application_name: "nexby",
  });
  keepConnectionsAfterErrors(pool);
  // The pool replaces idle connections that break, but an unhandled error event would end the process.
  pool.on("error", onIdleError);
  // The pool does not report connections that break between two queries of a transaction, so each gets a handler.
  const connections = new Set<pg.PoolClient>();
  pool.on("connect", (client) => {
    client.on("error", onIdleError);
    connections.add(client);
    client.once("end", () => connections.delete(client));
  });
  const db = drizzle({ client: pool, casing: "snake_case" });
  // Drizzle's own version never returns the connection to the pool if BEGIN fails.
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    return databaseOf(client)
      .transaction(work, config)
      .finally(() => client.release());
  };
  pools.set(db, pool);
  return {
    db,
    close: async () => {
      await pool.end();
      await closed(connections);
    },
  };
}

const CLOSE_TIMEOUT_MS = 2_000;

/**
 * The pool's `end` does not wait for its connections. A database that stops before they are closed would report an
 * error on each of them.
 */
async function closed(connections: ReadonlySet<pg.PoolClient>): Promise<void> {
  const all = [...connections].map((client) => new Promise<void>((resolve) => client.once("end", resolve)));
  await Promise.race([Promise.all(all), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
}

export const SQL_STATE = {
  foreignKeyViolation: "23503",
  uniqueViolation: "23505",
  exclusionViolation: "23P01",
  insufficientPrivilege: "42501",
  diskFull: "53100",
} as const;

const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
]);
const CONNECTION_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** The error behind Drizzle's, whose message repeats the whole query. */
export const sourceOf = (error: unknown): unknown => (error instanceof DrizzleQueryError ? error.cause : error);

/** The five-character SQLSTATE, unwrapped from Drizzle's error if needed. */
export function sqlStateOf(error: unknown): string | undefined {
  const source = sourceOf(error);
  const code = source instanceof Error && "code" in source ? source.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** True if the database could not be reached, as opposed to rejecting the query. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const source = sourceOf(error);
  if (!(source instanceof Error)) return false;
  const code = sqlStateOf(source);
  return (
    (code !== undefined && (CONNECTION_CODES.has(code) || code.startsWith("08"))) ||
    CONNECTION_MESSAGES.test(source.message)
  );
}
