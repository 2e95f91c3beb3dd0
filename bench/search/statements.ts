import { createHash } from "node:crypto";
import { searchQuery } from "@nexby/contract/discovery/search";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { listItems } from "../../apps/server/src/features/listings/list-items.ts";

type Statement = { name: string; text: string; values: unknown[] };

/** Records the SQL of each search, in order, as the server sends it to the database. */
export async function recordStatements(
  url: string,
  queries: readonly Record<string, string>[],
): Promise<Statement[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let sent: Statement[] = [];
  const logQuery = (text: string, values: unknown[]) => {
    sent.push({ name: createHash("md5").update(text).digest("hex"), text, values });
  };
  const db = drizzle({ client, casing: "snake_case", logger: { logQuery } });
  // Search statistics are read once a minute, not by every search, so they are loaded first.
  await listItems(db, searchQuery.parse({}));
  const recorded: Statement[][] = [];
  for (const query of queries) {
    sent = [];
    await listItems(db, searchQuery.parse(query));
    recorded.push(sent.filter(({ text }) => !text.includes("pg_stats")));
  }
  await client.end();
  return recorded;
}

/** Sends the SQL of one search and nothing else; the last statement returns the page. */
export async function replay(client: pg.Pool | pg.PoolClient, statements: readonly Statement[]): Promise<unknown[]> {
  let rows: unknown[] = [];
  for (const { name, text, values } of statements) ({ rows } = await client.query({ name, text, values }));
  return rows;
}
