import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import { makeClusterDirectory } from "@nexby/embedded-postgres/testing/cluster-directory";
import { drizzle } from "drizzle-orm/node-postgres";
import type { TestProject } from "vitest/node";
import { loadZipPlaces } from "../adapters/geocoding/zip-data.ts";
import { projectRoot } from "../platform/config.ts";
import { setUpDatabase } from "../platform/db/migrate.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A migrated database with ZIP data that test databases are copied from. Connections to it must not stay open. */
    templateDatabaseUrl: string;
    /** The same database with the application's role. */
    templateApplicationUrl: string;
    /** Folder of the database server's Unix socket. */
    socketDirectory: string;
    /** Folder of all server commands, bundled once for the tests that start them as processes. */
    serverBundle: string;
  }
}

/** Lets tests create tables and truncate those from which the application may delete rows. */
const RIGHTS_OF_TESTS = `
  do $$ declare emptied regclass; begin
    for emptied in
      select oid from pg_class
      where relnamespace = 'public'::regnamespace and has_table_privilege('nexby_app', oid, 'delete')
    loop execute format('grant truncate on %s to public', emptied); end loop;
    grant create on schema public to public;
  end $$`;

let directory: string | undefined;
let server: EmbeddedPostgres | undefined;
let bundle: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  const bundling = bundleServer();
  directory = await makeClusterDirectory("database");
  const socketDirectory = join(directory, "socket");
  await mkdir(socketDirectory);
  // When the tests run as root, PostgreSQL runs as another user.
  await chmod(socketDirectory, 0o777);
  server = await startEmbeddedPostgres({ directory, durable: false, socketDirectory, log: () => undefined });
  const { ownerUrl, applicationUrl } = server;
  await setUpDatabase({ ownerUrl, databaseUrl: applicationUrl }, async (client) => {
    await loadZipPlaces(drizzle({ client, casing: "snake_case" }));
    await client.query(RIGHTS_OF_TESTS);
  });
  project.provide("templateDatabaseUrl", ownerUrl);
  project.provide("templateApplicationUrl", applicationUrl);
  project.provide("socketDirectory", socketDirectory);
  bundle = await bundling;
  project.provide("serverBundle", bundle);
}

/** Bundled like the build, but below the project root, where Node resolves its packages. */
async function bundleServer(): Promise<string> {
  const cache = join(projectRoot, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "server-under-test-"));
  await promisify(execFile)(process.execPath, [join(projectRoot, "scripts/launch/bundle-server.mjs"), folder]);
  return folder;
}

export async function teardown(): Promise<void> {
  await server?.stop();
  for (const made of [directory, bundle]) if (made) await rm(made, { recursive: true, force: true });
}
