import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import type { Browser, BrowserContextOptions } from "@playwright/test";
import pg from "pg";
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPersonKey } from "../../apps/server/src/demo/people.ts";
import { type RunningServer, startServer } from "../setup/start-server.ts";
import { signInAs } from "../support/accounts.ts";
import { keepStill, test } from "../support/test.ts";

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

export type Person = Awaited<ReturnType<typeof openAs>>;

/** A person of the demo, signed in at one of the servers in a browser context of their own. */
export async function openAs(browser: Browser, key: DemoPersonKey, baseURL: string, options?: BrowserContextOptions) {
  const context = await browser.newContext({ ...options, baseURL });
  await keepStill(context);
  const { email, firstName } = DEMO_PEOPLE.find((person) => person.key === key) ?? { email: "", firstName: "" };
  await signInAs(context.request, email, DEMO_PASSWORD);
  return { context, request: context.request, page: await context.newPage(), firstName };
}

type FailOverProxy = { address: string; close: () => Promise<void> };

/** A single address for several servers: each connection goes to the first that responds. */
async function startFailOverProxy(targets: readonly string[]): Promise<FailOverProxy> {
  const ports = targets.map((target) => Number(new URL(target).port));
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    return socket;
  };

  const server = createServer((incoming) => {
    track(incoming);
    const tryFrom = ([port, ...others]: readonly number[]) => {
      if (port === undefined) {
        incoming.destroy();
        return;
      }
      const outgoing = track(connect(port, "127.0.0.1"));
      outgoing.once("connect", () => {
        incoming.pipe(outgoing).pipe(incoming);
        outgoing.once("close", () => incoming.destroy());
        incoming.once("close", () => outgoing.destroy());
      });
      outgoing.once("error", () => {
        if (outgoing.connecting || outgoing.bytesRead === 0) tryFrom(others);
      });
    };
    tryFrom(ports);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
