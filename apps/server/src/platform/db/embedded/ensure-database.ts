import { Client } from "pg";
import { passwordOf } from "./superuser-secret.ts";

export const SUPERUSER = "postgres";
const OWNER = "nexby";
const APPLICATION = "nexby_app";

/** Creates the two roles and the database, as far as they are missing: a data directory may be older than one of them. */
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
    const { rows: roles } = await client.query<{ rolname: string }>("select rolname from pg_roles");
    const create = async (role: string, attributes: string) => {
      if (roles.some(({ rolname }) => rolname === role)) return;
      const password = client.escapeLiteral(passwordOf(role, secret));
      await client.query(`create role ${role} login ${attributes} password ${password}`);
    };
    await create(OWNER, "createdb");
    await create(APPLICATION, "nocreatedb");
    const { rowCount: databases } = await client.query("select from pg_database where datname = $1", [OWNER]);
    if (!databases) await client.query(`create database ${OWNER} owner ${OWNER}`);
  } finally {
    await client.end();
  }
}

export function urlsOf(port: number, secret: string): { ownerUrl: string; applicationUrl: string } {
  const urlOf = (role: string) => `postgres://${role}:${passwordOf(role, secret)}@127.0.0.1:${port}/${OWNER}`;
  return { ownerUrl: urlOf(OWNER), applicationUrl: urlOf(APPLICATION) };
}
