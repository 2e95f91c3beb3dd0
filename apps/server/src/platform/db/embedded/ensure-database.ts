import { Client } from "pg";
import { passwordOf } from "./superuser-secret.ts";

export const SUPERUSER = "postgres";
const APPLICATION = "nexby";

/** Creates the application's role and its database. The database comes last, so its existence means that all is done. */
export async function ensureDatabase(port: number, secret: string): Promise<void> {
  const client = new Client({
    host: "127.0.0.1",
    port,
    user: SUPERUSER,
    password: passwordOf(SUPERUSER, secret),
    database: "postgres",
  });
  // Without a listener a lost connection would end the process; the query in flight fails as well.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rowCount: databases } = await client.query("select from pg_database where datname = $1", [APPLICATION]);
    if (databases) return;
    const { rowCount: roles } = await client.query("select from pg_roles where rolname = $1", [APPLICATION]);
    if (!roles) {
      const password = client.escapeLiteral(passwordOf(APPLICATION, secret));
      await client.query(`create role ${APPLICATION} login createdb password ${password}`);
    }
    await client.query(`create database ${APPLICATION} owner ${APPLICATION}`);
  } finally {
    await client.end();
  }
}

export const applicationUrl = (port: number, secret: string): string =>
  `postgres://${APPLICATION}:${passwordOf(APPLICATION, secret)}@127.0.0.1:${port}/${APPLICATION}`;
