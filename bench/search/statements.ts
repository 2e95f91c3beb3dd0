import { createHash } from "node:crypto";
import { searchQuery } from "@nexby/contract/discovery/search";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { describeFound, listItems } from "../../apps/server/src/features/discovery/list-items.ts";

type Statement = { name: string; text: string; values: unknown[] };

/** Records the SQL of each search as the server sends it to the database. The statement for the shown page comes last. */
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
  const record = async (given: Record<string, string>) => {
    const query = searchQuery.parse(given);
    sent = [];
    const { rows } = await listItems(db, query);
    const found = sent;
    sent = [];
    await describeFound(db, rows, query);
    const all = [...found.slice(0, -1), ...sent, ...found.slice(-1)];
    return all.filter(({ text }) => !text.includes("pg_stats"));
  };
  // The server keeps reply times for minutes, so the first run of each search isn't what it usually sends.
  for (const query of queries) await record(query);
  const recorded: Statement[][] = [];
  for (const query of queries) recorded.push(await record(query));
  await client.end();
  return recorded;
}

/** Sends the SQL of one search and nothing else; the last statement returns the page. */
export async function replay(client: pg.Pool | pg.PoolClient, statements: readonly Statement[]): Promise<unknown[]> {
  let rows: unknown[] = [];
  for (const { name, text, values } of statements) ({ rows } = await client.query({ name, text, values }));
  return rows;
}
