import pg from "pg";
import { type Catalogue, OURS, readCatalogue } from "./schema-catalogue.ts";

/** An object or row that only one database has, or that the two define differently. */
export type Difference = { name: string; before: string | undefined; after: string | undefined };

type Row = Record<string, string | null>;
type Tables = Map<string, Row[]>;

async function readTables(client: pg.Client): Promise<Tables> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class as c join pg_namespace as s on s.oid = relnamespace
     where relkind = 'r' and ${OURS}`,
  );
  const read: Tables = new Map();
  for (const { name } of tables) {
    // As text, because JavaScript would round large numbers.
    const { rows } = await client.query<{ row: Row }>(
      `select (select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(t))) as row from ${name} as t`,
    );
    read.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return read;
}

const valuesOf = (rows: readonly Row[], column: string) => JSON.stringify(rows.map((row) => row[column]).sort());

/** Columns that two runs of the same migrations fill differently: random ids, times, transaction numbers. */
function changingColumns(once: readonly Row[], again: readonly Row[]): Set<string> {
  const columns = Object.keys(once[0] ?? {});
  return new Set(columns.filter((column) => valuesOf(once, column) !== valuesOf(again, column)));
}

/** Number of rows by content, in any order. */
function countRows(tables: Tables, changing: Map<string, Set<string>>): Catalogue {
  const counted = new Map<string, number>();
  for (const [table, rows] of tables) {
    for (const row of rows) {
      const stable = Object.entries(row).filter(([column]) => !changing.get(table)?.has(column));
      const name = `row of ${table} ${JSON.stringify(Object.fromEntries(stable.sort()))}`;
      counted.set(name, (counted.get(name) ?? 0) + 1);
    }
  }
  return new Map([...counted].map(([name, count]) => [name, `${count} times`]));
}

function differencesOf(before: Catalogue, after: Catalogue): Difference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .map((name) => ({ name, before: before.get(name), after: after.get(name) }))
    .filter((entry) => entry.before !== entry.after);
}

async function read(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return { catalogue: await readCatalogue(client), tables: await readTables(client) };
  } finally {
    await client.end();
  }
}

type Comparison = { compared: number; differences: Difference[] };

/** `beforeAgain` is a second run of the migrations of `before`; it reveals which values are not deterministic. */
export async function compareDatabases(urls: {
  before: string;
  beforeAgain: string;
  after: string;
}): Promise<Comparison> {
  const [before, again, after] = [await read(urls.before), await read(urls.beforeAgain), await read(urls.after)];
  const changing = new Map(
    [...before.tables].map(([table, rows]) => [table, changingColumns(rows, again.tables.get(table) ?? [])]),
  );
  const everythingIn = ({ catalogue, tables }: typeof before): Catalogue =>
    new Map([...catalogue, ...countRows(tables, changing)]);
  const expected = everythingIn(before);
  return { compared: expected.size, differences: differencesOf(expected, everythingIn(after)) };
}
