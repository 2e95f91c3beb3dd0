import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type { TestProject } from "vitest/node";
import { loadZipPlaces } from "../adapters/geocoding/load-zip-places.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../platform/db/embedded/embedded-postgres.ts";
import { applyMigrations, withSetupLock } from "../platform/db/migrate.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A migrated database with the gazetteer that test databases are copied from. Nobody may stay connected to it. */
    templateDatabaseUrl: string;
  }
}

let directory: string | undefined;
let server: EmbeddedPostgres | undefined;

export async function setup(project: TestProject): Promise<void> {
  directory = await mkdtemp(join(tmpdir(), "nexby-test-database-"));
  server = await startEmbeddedPostgres({ directory, durable: false, log: () => undefined });
  await withSetupLock(server.url, async (client) => {
    await applyMigrations(client);
    await loadZipPlaces(drizzle({ client, casing: "snake_case" }));
  });
  project.provide("templateDatabaseUrl", server.url);
}

export async function teardown(): Promise<void> {
  await server?.stop();
  if (directory) await rm(directory, { recursive: true, force: true });
}
