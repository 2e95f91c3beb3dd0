import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { projectRoot } from "../config.ts";
import { type Db, SQL_STATE, sourceOf, sqlStateOf } from "./db.ts";

const OLDEST_SERVER = 150_000;
const migrationsFolder = join(projectRoot, "apps/server/migrations");

/** Arbitrary advisory lock id, shared by every process that migrates or seeds this database. */
const SETUP_LOCK = 4_781_220_196;

const CONNECT_TIMEOUT_MS = 15_000;
/** Wrong password, no entry for this role in the server's configuration, no right to connect. */
const REJECTS_ROLE: ReadonlySet<string> = new Set(["28P01", "28000", SQL_STATE.insufficientPrivilege]);
const NO_SUCH_DATABASE = "3D000";

/** Connects, or throws an error that names the setting the URL comes from. */
async function connect(url: string, setting: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "nexby set-up",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A connection that breaks later must not crash the process; the query in flight rejects anyway.
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => Promise.reject(new Error(explainConnection(error, url, setting))));
  return client;
}

/** Names the role, the database and the server, never the password. */
function explainConnection(error: unknown, url: string, setting: string): string {
  const { username, host, pathname } = new URL(url);
  const code = sqlStateOf(error);
  if (code && REJECTS_ROLE.has(code)) {
    return `the database server rejects the role "${decodeURIComponent(username)}". Check the role and password in ${setting}.`;
  }
  if (code === NO_SUCH_DATABASE) {
    return `the database "${decodeURIComponent(pathname.slice(1))}" does not exist. Create it, or correct ${setting}.`;
  }
  // Node's error for a host with several addresses has no message of its own.
  const reason = (error instanceof Error && error.message) || code;
  return `the database at ${host} cannot be reached (${reason}). Check that it is running and that ${setting} is right.`;
}

/** Runs `work` while no other process sets up the same database. The session lock ends with the connection. */
export async function withSetupLock(
  url: string,
  work: (client: pg.Client) => Promise<void>,
  setting = "DATABASE_URL",
): Promise<void> {
  const client = await connect(url, setting);
  try {
    await client.query("select pg_advisory_lock($1)", [SETUP_LOCK]);
    await work(client);
  } finally {
    await client.end();
  }
}

/** The owner creates the tables and the application works with them. Both URLs may be the same. */
export type DatabaseUrls = { ownerUrl: string; databaseUrl: string };

/** Migrates the database to the version of this build, then runs `more` under the same setup lock. */
export async function setUpDatabase(
  { ownerUrl, databaseUrl }: DatabaseUrls,
  more: (owner: pg.Client) => Promise<void> = async () => undefined,
): Promise<void> {
  const setting = databaseUrl === ownerUrl ? "DATABASE_URL" : "DATABASE_OWNER_URL";
  const setUp = async (owner: pg.Client) => {
    await applyMigrations(owner).catch((error: unknown) => Promise.reject(explainRights(error, setting)));
    if (databaseUrl !== ownerUrl) await grantToApplication(owner, databaseUrl);
    await more(owner);
  };
  await withSetupLock(ownerUrl, setUp, setting);
}

function explainRights(error: unknown, setting: string): unknown {
  const source = sourceOf(error);
  if (sqlStateOf(error) !== SQL_STATE.insufficientPrivilege || !(source instanceof Error)) return error;
  const otherwise = setting === "DATABASE_URL" ? " Otherwise, set DATABASE_OWNER_URL to the role that does." : "";
  return new Error(
    `the role of ${setting} may not create Nexby's tables (${source.message}). It must own the database.${otherwise}`,
  );
}

/** Migrations only go forward, so the applied ones must be a prefix of the ones in this code. */
async function assertCompatibleHistory(client: pg.Client): Promise<void> {
  const { rows: journal } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (!journal[0]?.exists) return;
  const { rows: applied } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by id",
  );
  const known = readMigrationFiles({ migrationsFolder });
  const common = Math.min(applied.length, known.length);
  if (applied.slice(0, common).some(({ hash }, place) => hash !== known[place]?.hash)) {
    throw new Error(
      "the database was created by an incompatible version of Nexby; run npm run reset to erase it and start over.",
    );
  }
  if (applied.length > known.length) {
    throw new Error("the database was upgraded by a newer version of Nexby; update the code and start again.");
  }
}

/** Migrates forward only. The caller holds the setup lock. */
export async function applyMigrations(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; readable: string }>(
    "select current_setting('server_version_num') as version, current_setting('server_version') as readable",
  );
  if (Number(rows[0]?.version) < OLDEST_SERVER) {
    throw new Error(`Nexby needs PostgreSQL 15 or newer; DATABASE_URL leads to version ${rows[0]?.readable}.`);
  }
  await assertCompatibleHistory(client);
  await migrate(drizzle({ client }), { migrationsFolder });
}

/** True if the database is at this build's latest migration or beyond. */
export async function isMigrated(db: Db): Promise<boolean> {
  const newest = Math.max(...readMigrationFiles({ migrationsFolder }).map((migration) => migration.folderMillis));
  const { rows } = await db.execute<{ applied: boolean }>(
    sql`select exists (select 1 from drizzle.__drizzle_migrations where created_at >= ${newest}) as applied`,
  );
  return rows[0]?.applied ?? false;
}

/** Empties the database, including the schema. */
export async function dropEverything(url: string, setting: string): Promise<void> {
  const drop = async (client: pg.Client) => {
    await client.query(
      `drop schema if exists drizzle cascade; drop schema if exists card_sandbox cascade;
       drop schema public cascade; create schema public;`,
    );
  };
  await withSetupLock(url, drop, setting);
}

/**
 * Tables with the `refuse_change` trigger are append-only, so their grants are derived from it. With `refuse_rewrite`,
 * the trigger decides which columns can change, and nothing is deleted.
 */
const RIGHTS = `
  select owned.oid::regclass::text as "table", owned.wanted
  from (
    select class.oid, class.relacl, case
      when class.relnamespace <> 'public'::regnamespace then 'SELECT'
      when exists (
        select from pg_trigger where tgrelid = class.oid and tgfoid = 'public.refuse_change'::regproc
      ) then 'INSERT, SELECT'
      when exists (
        select from pg_trigger where tgrelid = class.oid and tgfoid = to_regproc('public.refuse_rewrite')
      ) then 'INSERT, SELECT, UPDATE'
      else 'DELETE, INSERT, SELECT, UPDATE' end as wanted
    from pg_class class
    where class.relkind in ('r', 'p') and class.relowner = current_user::regrole
      and class.relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
  ) owned
  where owned.wanted is distinct from (
    select string_agg(privilege_type, ', ' order by privilege_type)
    from aclexplode(owned.relacl) where grantee = $1::regrole
  )`;

/**
 * Grants the application role the minimum per table: only select and insert where rows are append-only. Unlike the
 * owner, this role cannot disable a trigger. The caller holds the setup lock.
 */
export async function grantToApplication(owner: pg.Client, applicationUrl: string): Promise<void> {
  const role = pg.escapeIdentifier(await roleOf(applicationUrl));
  const { rows: membership } = await owner.query<{ is: boolean }>(
    "select pg_has_role($1::regrole, current_user::regrole, 'member') as is",
    [role],
  );
  if (membership[0]?.is) {
    throw new Error(
      `DATABASE_URL and DATABASE_OWNER_URL must name two roles; ${role} has all rights of the owner. ` +
        "To use one role only, remove DATABASE_OWNER_URL.",
    );
  }
  const { rows: wrong } = await owner.query<{ table: string; wanted: string }>(RIGHTS, [role]);
  if (wrong.length === 0) return;
  const statements = wrong.map(
    ({ table, wanted }) => `revoke all on ${table} from ${role}; grant ${wanted} on ${table} to ${role};`,
  );
  // A single query is a single transaction, so concurrent sessions never see a missing privilege.
  await owner.query(`grant usage on schema public, drizzle to ${role}; ${statements.join("\n")}`);
}

async function roleOf(url: string): Promise<string> {
  const client = await connect(url, "DATABASE_URL");
  try {
    const { rows } = await client.query<{ role: string }>("select current_user as role");
    return rows[0]?.role ?? "";
  } finally {
    await client.end();
  }
}
