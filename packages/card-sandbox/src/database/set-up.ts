import type { Pool, PoolClient } from "pg";
import { SCHEMA_VERSIONS } from "./schema.ts";

/** Any number, as long as every process that may set this schema up asks for the same. */
const SET_UP_LOCK = 7_204_118_356;

/** Brings the schema forward; safe to run by several processes at once and as often as they like. */
export async function setUpSchema(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [SET_UP_LOCK]);
    await applyVersions(client);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [SET_UP_LOCK]).finally(() => client.release());
  }
}

async function applyVersions(client: PoolClient): Promise<void> {
  await client.query(`
    create schema if not exists card_sandbox;
    create table if not exists card_sandbox.versions (version integer primary key);`);
  const { rows } = await client.query<{ version: number }>("select version from card_sandbox.versions");
  const applied = new Set(rows.map(({ version }) => version));
  for (const [version, statements] of SCHEMA_VERSIONS.entries()) {
    if (applied.has(version)) continue;
    // Several statements in one query are one transaction.
    await client.query(`${statements}; insert into card_sandbox.versions values (${version});`);
  }
}
