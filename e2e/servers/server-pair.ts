import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import pg from "pg";
import { type RunningServer, startServer } from "../setup/start-server.ts";
import { test } from "../support/test.ts";
import { type FailOverProxy, startFailOverProxy } from "./fail-over-proxy.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Two processes of the product on one database with its own demo data, from the file's first test to its last. */
export type ServerPair = {
  /** Leads to the first process, or to the second while the first is down. */
  proxy: FailOverProxy;
  /** The one that a test kills. */
  first: RunningServer;
  second: RunningServer;
  database: pg.Client;
};

/** `settings` are environment variables of the second process, resolved once the services they name are running. */
export function useServerPair(settings: () => Promise<Record<string, string>>): () => ServerPair {
  let workspace: string;
  let postgres: EmbeddedPostgres | undefined;
  let pair: ServerPair | undefined;

  test.beforeAll(async () => {
    test.setTimeout(90_000);
    workspace = mkdtempSync(join(tmpdir(), "nexby-e2e-servers-"));
    // The database runs as another user.
    chmodSync(workspace, 0o711);
    postgres = await startEmbeddedPostgres({ directory: join(workspace, "postgres"), durable: false, log: () => {} });
    const env = { DATABASE_URL: postgres.applicationUrl, DATABASE_OWNER_URL: postgres.ownerUrl };
    const [first, second] = await Promise.all([
      startServer(root, workspace, env),
      startServer(root, workspace, { ...env, ...(await settings()) }),
    ]);
    const proxy = await startFailOverProxy([first.address, second.address]);
    const database = new pg.Client({ connectionString: postgres.ownerUrl });
    await database.connect();
    pair = { proxy, first, second, database };
  });

  test.afterAll(async () => {
    await pair?.database.end();
    await pair?.proxy.close();
    await Promise.all([pair?.first.stop(), pair?.second.stop()]);
    await postgres?.stop();
    rmSync(workspace, { recursive: true, force: true });
  });

  return () => {
    if (!pair) throw new Error("The servers are there from beforeAll on");
    return pair;
  };
}
