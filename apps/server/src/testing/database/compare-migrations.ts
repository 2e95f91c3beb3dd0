import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { projectRoot } from "../../platform/config.ts";
import { compareDatabases, type Difference } from "./compare-databases.ts";

const MIGRATIONS = "apps/server/migrations";

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Extracts a revision's migrations into a separate folder. */
async function checkOut(revision: string, directory: string): Promise<string> {
  const archive = join(directory, "revision.tar");
  execFileSync("git", ["archive", `--output=${archive}`, revision, MIGRATIONS], {
    cwd: projectRoot,
    stdio: "pipe",
  });
  const folder = join(directory, "revision");
  await mkdir(folder);
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  return join(folder, MIGRATIONS);
}

function print({ name, before, after }: Difference, revision: string): void {
  if (after === undefined) process.stdout.write(`Only in ${revision}: ${name}\n  ${before}\n`);
  else if (before === undefined) process.stdout.write(`Only in this tree: ${name}\n  ${after}\n`);
  else process.stdout.write(`Different: ${name}\n  ${revision}: ${before}\n  this tree: ${after}\n`);
}

async function compareMigrations(revision: string) {
  const directory = await mkdtemp(join(tmpdir(), "nexby-compare-"));
  try {
    const folders = { before: await checkOut(revision, directory), after: join(projectRoot, MIGRATIONS) };
    const server = await startEmbeddedPostgres({ directory, durable: false, log: () => undefined });
    const migrated = async (database: string, migrationsFolder: string) => {
      await withClient(server.ownerUrl, (client) => client.query(`create database ${database} template template0`));
      const url = Object.assign(new URL(server.ownerUrl), { pathname: `/${database}` }).href;
      await withClient(url, (client) => migrate(drizzle({ client }), { migrationsFolder }));
      return url;
    };
    try {
      return await compareDatabases({
        before: await migrated("before", folders.before),
        beforeAgain: await migrated("before_again", folders.before),
        after: await migrated("after", folders.after),
      });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function main(): Promise<number> {
  const [revision, ...others] = process.argv.slice(2);
  if (!revision || others.length > 0) throw new Error("Usage: npm run db:compare -- <git revision>");
  const { compared, differences } = await compareMigrations(revision);
  for (const difference of differences) print(difference, revision);
  process.stdout.write(
    differences.length === 0
      ? `The migrations of ${revision} and of this tree make the same database: ${compared} objects and rows are equal.\n`
      : `The migrations of ${revision} and of this tree make different databases. Differences: ${differences.length}.\n`,
  );
  return differences.length === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  return 1;
});
