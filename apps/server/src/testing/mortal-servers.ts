import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundleDirectory, bundleEntry } from "./bundled-entry.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";
import type { TestDatabase } from "./test-database.ts";

const SERVERS = 2;
const A_MOMENT_MS = 40;

/** Two servers on one database that are killed at any moment and started again, and somebody who keeps calling them. */
export class MortalServers {
  kills = 0;
  readonly #env: Record<string, string>;
  readonly #directory: string;
  readonly #program: string;
  readonly #servers: ServerProcess[] = [];
  #isOver = false;
  #startMs = 0;
  #killing = Promise.resolve();

  static async start(database: TestDatabase): Promise<MortalServers> {
    const directory = await bundleDirectory("mortal-servers");
    const servers = new MortalServers(database, directory, await bundleEntry("main", directory));
    for (let count = 0; count < SERVERS; count += 1) servers.#servers.push(await servers.#startOne());
    return servers;
  }

  private constructor(database: TestDatabase, directory: string, program: string) {
    this.#directory = directory;
    this.#program = program;
    const data = join(directory, "data");
    // A killed worker's jobs are free again soon.
    const settings = { NODE_ENV: "development", DEMO: "false", JOB_LEASE_SECONDS: "1", LOG_LEVEL: "error" };
    this.#env = { ...settings, ...database.env, DATA_DIR: data };
  }

  async #startOne(): Promise<ServerProcess> {
    const begin = performance.now();
    const server = await startServerProcess({ command: [process.execPath, this.#program], env: this.#env });
    await server.ready();
    this.#startMs = performance.now() - begin;
    return server;
  }

  /** One that was alive a moment ago. */
  origin = (): string => this.#servers[Math.floor(Math.random() * this.#servers.length)]?.origin ?? "";

  /**
   * kill -9 again and again, now the one and now the other, until told to end. At any moment, but so that a server lives
   * longer than its start has taken: else nothing would ever be done.
   */
  beginKilling(): void {
    this.#killing = this.#killAgainAndAgain();
  }

  async #killAgainAndAgain(): Promise<void> {
    while (!this.#isOver) {
      await sleep(Math.random() * 2 * this.#startMs);
      const victim = Math.floor(Math.random() * this.#servers.length);
      const server = this.#servers[victim];
      server?.child.kill("SIGKILL");
      await server?.ended;
      this.kills += 1;
      this.#servers[victim] = await this.#startOne();
    }
  }

  async endKilling(): Promise<void> {
    this.#isOver = true;
    await this.#killing;
  }

  /** Asks until somebody answers: a dead server is no answer, nor is one that cannot at the moment. */
  async ask(send: (origin: string) => Promise<Response>): Promise<Response> {
    for (;;) {
      const response = await send(this.origin()).catch(() => null);
      const isAnswer = response !== null && response.status !== 503 && response.status !== 502;
      if (isAnswer) return response;
      await sleep(A_MOMENT_MS);
    }
  }

  async close(): Promise<void> {
    await this.endKilling();
    for (const { child } of this.#servers) child.kill("SIGKILL");
    await Promise.all(this.#servers.map(({ ended }) => ended));
    await rm(this.#directory, { recursive: true, force: true });
  }
}
