import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import pg from "pg";
import { type RunningServer, startServer } from "./start-server.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A server without demo data that is killed and started again at the same address. Its database keeps running. */
export class KillableServer {
  readonly database: pg.Client;
  readonly #workspace: string;
  readonly #postgres: EmbeddedPostgres;
  #server: RunningServer;

  static async start(): Promise<KillableServer> {
    const workspace = mkdtempSync(join(tmpdir(), "nexby-e2e-killed-"));
    // The database runs as another user.
    chmodSync(workspace, 0o711);
    const directory = join(workspace, "postgres");
    const postgres = await startEmbeddedPostgres({ directory, durable: false, log: () => {} });
    const server = await startServer(root, workspace, settingsFor(postgres));
    const database = new pg.Client({ connectionString: postgres.ownerUrl });
    await database.connect();
    return new KillableServer(workspace, postgres, server, database);
  }

  private constructor(workspace: string, postgres: EmbeddedPostgres, server: RunningServer, database: pg.Client) {
    this.#workspace = workspace;
    this.#postgres = postgres;
    this.#server = server;
    this.database = database;
  }

  get address(): string {
    return this.#server.address;
  }

  kill(): Promise<void> {
    return this.#server.kill();
  }

  async startAgain(): Promise<void> {
    const settings = { ...settingsFor(this.#postgres), PORT: new URL(this.address).port };
    this.#server = await startServer(root, this.#workspace, settings);
  }

  async close(): Promise<void> {
    await this.#server.kill();
    await this.database.end();
    await this.#postgres.stop();
    rmSync(this.#workspace, { recursive: true, force: true });
  }
}

const settingsFor = ({ applicationUrl, ownerUrl }: EmbeddedPostgres) => ({
  DATABASE_URL: applicationUrl,
  DATABASE_OWNER_URL: ownerUrl,
  DEMO: "false",
  TRUST_PROXY: "1",
});
