import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../../platform/db/db.ts";
import { killServer, type ServerProcess, startServerProcess } from "../server-process.ts";
import type { TestDatabase } from "../test-database.ts";

const SERVERS = 2;
const RETRY_DELAY_MS = 40;

/** Two servers on one database that are killed at random moments and restarted, and a client that retries. */
export class KilledServers {
  kills = 0;
  readonly #db: Db;
  readonly #env: Record<string, string>;
  readonly #directory: string;
  readonly #servers: ServerProcess[] = [];
  #isOver = false;
  #startMs = 0;
  #killing = Promise.resolve();

  static async start(database: TestDatabase): Promise<KilledServers> {
    const servers = new KilledServers(database, await mkdtemp(join(tmpdir(), "nexby-killed-servers-")));
    for (let count = 0; count < SERVERS; count += 1) servers.#servers.push(await servers.#startOne());
    return servers;
  }

  private constructor(database: TestDatabase, directory: string) {
    this.#directory = directory;
    this.#db = database.db;
    const settings = { NODE_ENV: "development", DEMO: "false", LOG_LEVEL: "error" };
    this.#env = { ...settings, ...database.env, DATA_DIR: directory };
  }

  async #startOne(): Promise<ServerProcess> {
    const startedAt = performance.now();
    const server = await startServerProcess({ env: this.#env });
    await server.ready().catch((error) => {
      server.child.kill("SIGKILL");
      throw error;
    });
    this.#startMs = performance.now() - startedAt;
    return server;
  }

  /** May have been killed in the meantime. */
  origin = (): string => this.#servers[Math.floor(Math.random() * this.#servers.length)]?.origin ?? "";

  origins = (): string[] => this.#servers.map((server) => server.origin);

  /** For the server with this process id, or -1. */
  numberOf = (pid: number): number => this.#servers.findIndex((server) => server.pid === pid);

  async #killOne(index: number): Promise<void> {
    const server = this.#servers[index];
    if (server) await killServer(server, this.#db);
  }

  /** Kills the server with this number. The returned function starts its successor. */
  async kill(index: number): Promise<() => Promise<void>> {
    await this.#killOne(index);
    return async () => {
      this.#servers[index] = await this.#startOne();
    };
  }

  /**
   * Kills a random server with SIGKILL until endKilling. The pause depends on the startup time: servers killed faster
   * than they start would never finish a request.
   */
  beginKilling(): void {
    this.#killing = this.#killRepeatedly();
  }

  async #killRepeatedly(): Promise<void> {
    while (!this.#isOver) {
      await sleep(Math.random() * 2 * this.#startMs);
      // Another kill after the last request would prove nothing.
      if (this.#isOver && this.kills > 0) return;
      const victim = Math.floor(Math.random() * this.#servers.length);
      await this.#killOne(victim);
      this.kills += 1;
      this.#servers[victim] = await this.#startOne();
    }
  }

  async endKilling(): Promise<void> {
    this.#isOver = true;
    await this.#killing;
  }

  /** Retries until a server responds with anything but 502 or 503. */
  async ask(send: (origin: string) => Promise<Response>): Promise<Response> {
    for (;;) {
      const response = await send(this.origin()).catch(() => null);
      const isFinal = response !== null && response.status !== 503 && response.status !== 502;
      if (isFinal) return response;
      await sleep(RETRY_DELAY_MS);
    }
  }

  async close(): Promise<void> {
    // An error there has already failed the test; the servers must stop anyway.
    await this.endKilling().catch(() => undefined);
    for (const { child } of this.#servers) child.kill("SIGKILL");
    await Promise.all(this.#servers.map(({ ended }) => ended));
    await rm(this.#directory, { recursive: true, force: true });
  }
}
