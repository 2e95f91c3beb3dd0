import { DrizzleQueryError } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

type Schema = Record<string, never>;

/** A pool or a transaction: whatever can run a query. Always the first parameter. */
export type Db = Pick<
  NodePgDatabase<Schema>,
  "select" | "insert" | "update" | "delete" | "execute" | "transaction" | "_"
>;

export type Database = {
  db: NodePgDatabase<Schema>;
  close(): Promise<void>;
};

/** How a pool treats its connections; whatever is compared with the server does the same. */
export const CONNECTION = {
  // A connection keeps the plans of its statements; a new one has to make them all again.
  idleTimeoutMillis: 10 * 60_000,
  // Every request is short: helpers that have to be started, and code that has to be compiled, come too late for it.
  options: "-c max_parallel_workers_per_gather=0 -c jit=off",
};

type Options = { url: string; poolSize: number; onIdleError: (error: Error) => void };

/** One for each connection, since each has to learn the names of all columns first. */
const ofConnections = new WeakMap<pg.PoolClient, NodePgDatabase<Schema>>();

function databaseOf(client: pg.PoolClient): NodePgDatabase<Schema> {
  const db = ofConnections.get(client) ?? drizzle({ client, casing: "snake_case" });
  ofConnections.set(client, db);
  return db;
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
  // A connection that breaks while nobody uses it is replaced by the pool; unheard, the event would end the process.
  pool.on("error", onIdleError);
  // The same for one that breaks while a transaction holds it but asks nothing: of that the pool does not hear.
  pool.on("connect", (client) => client.on("error", onIdleError));
  const db = drizzle({ client: pool, casing: "snake_case" });
  // The library's own never gives a connection back on which not even the beginning of the transaction succeeded.
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    return databaseOf(client)
      .transaction(work, config)
      .finally(() => client.release());
  };
  return { db, close: () => pool.end() };
}

export const SQL_STATE = {
  foreignKeyViolation: "23503",
  uniqueViolation: "23505",
  exclusionViolation: "23P01",
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

const sourceOf = (error: unknown): unknown => (error instanceof DrizzleQueryError ? error.cause : error);

/** PostgreSQL's five-character code, wherever the query layer has put it. */
export function sqlStateOf(error: unknown): string | undefined {
  const source = sourceOf(error);
  const code = source instanceof Error && "code" in source ? source.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Whether the database could not be reached, as opposed to refusing the query. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const source = sourceOf(error);
  if (!(source instanceof Error)) return false;
  const code = sqlStateOf(source);
  return (
    (code !== undefined && (CONNECTION_CODES.has(code) || code.startsWith("08"))) ||
    CONNECTION_MESSAGES.test(source.message)
  );
}
