import { rm } from "node:fs/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type { TestProject } from "vitest/node";
import { loadZipPlaces } from "../adapters/geocoding/load-zip-places.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../platform/db/embedded/embedded-postgres.ts";
import { setUpDatabase } from "../platform/db/migrate.ts";
import { makeClusterDirectory } from "./cluster-directory.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A migrated database with the gazetteer that test databases are copied from. Nobody may stay connected to it. */
    templateDatabaseUrl: string;
    /** The same as the role that the application works as. */
    templateApplicationUrl: string;
  }
}

/** Tests make tables of their own, and empty at once those of which the application may delete rows. */
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

export async function setup(project: TestProject): Promise<void> {
  directory = await makeClusterDirectory("database");
  server = await startEmbeddedPostgres({ directory, durable: false, log: () => undefined });
  const { ownerUrl, applicationUrl } = server;
  await setUpDatabase({ ownerUrl, databaseUrl: applicationUrl }, async (client) => {
    await loadZipPlaces(drizzle({ client, casing: "snake_case" }));
    await client.query(RIGHTS_OF_TESTS);
  });
  project.provide("templateDatabaseUrl", ownerUrl);
  project.provide("templateApplicationUrl", applicationUrl);
}

export async function teardown(): Promise<void> {
  await server?.stop();
  if (directory) await rm(directory, { recursive: true, force: true });
}
