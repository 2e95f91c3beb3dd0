import type { DatabasePool } from "./transaction.ts";

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
