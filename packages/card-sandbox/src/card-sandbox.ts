import pg from "pg";
import { setUpSchema } from "./database.ts";
import { startBackground } from "./events/deliver.ts";
import { buildServer } from "./http/build-server.ts";
import { ownClock } from "./http/clock.ts";
import type { Deps } from "./http/mount-calls.ts";
import {
  addFault,
  assertNotProduction,
  DELIVERY_DEFAULTS,
  type DeliverySettings,
  type Fault,
  type Settings,
} from "./settings.ts";
import { type DatabasePool, openMemoryPool } from "./transaction.ts";

export { TEST_CARDS } from "./test-cards.ts";

/** Without either, everything is kept in memory and gone when the sandbox stops. */
type DatabaseOption = { pool?: DatabasePool | undefined; databaseUrl?: string | undefined };

export type CardSandboxOptions = DatabaseOption & {
  /** The product's clock. Without it, the sandbox has its own, which can be moved over HTTP. */
  now?: () => Promise<Date>;
  /**
   * Receives all events, next to the endpoints created by API. A function may return null until the product listens;
   * nothing is delivered until then.
   */
  webhookUrl?: string | (() => string | null);
  webhookSecret?: string;
  /** Defaults to any free port. */
  port?: number;
  /** Defaults to the loopback address. */
  host?: string;
  /** True to serve a page at / that shows what happened and needs no key. */
  hasPage?: boolean;
  /** Where browsers reach the pages under /sandbox; defaults to the sandbox's own origin. */
  publicOrigin?: string | (() => string);
  secretKey?: string;
  publishableKey?: string;
  delivery?: Partial<DeliverySettings>;
  /** Delay from a capture to the card's chargeback or fraud warning, in seconds of the product's clock. */
  laterSeconds?: number;
  faults?: readonly Fault[];
  onError?: (error: unknown) => void;
};

export type CardSandbox = { origin: string; port: number; close(): Promise<void> };

export const SANDBOX_SECRET_KEY = "sk_test_card_sandbox";
export const SANDBOX_PUBLISHABLE_KEY = "pk_test_card_sandbox";
const SANDBOX_WEBHOOK_SECRET = "whsec_card_sandbox";

const HOST = "127.0.0.1";
const DAY = 86_400;

/** Starts a Stripe-compatible server on a loopback port; its state is in the database, so several can share it. */
export async function startCardSandbox(options: CardSandboxOptions = {}): Promise<CardSandbox> {
  const { secretKey = SANDBOX_SECRET_KEY, publishableKey = SANDBOX_PUBLISHABLE_KEY } = options;
  assertNotProduction([secretKey, publishableKey]);
  const onError = options.onError ?? (() => undefined);
  const { pool, close: closePool } = await openStorage(options, onError);
  try {
    await setUpSchema(pool);
    for (const fault of options.faults ?? []) await addFault(pool, fault);
    let ownOrigin = "";
    const keys = { secret: secretKey, publishable: publishableKey };
    const now = options.now ?? ownClock(pool);
    const deps: Deps = { pool, now, keys, settings: () => settingsFrom(options, ownOrigin), onError };
    const app = buildServer(deps, { hasPage: options.hasPage ?? false });
    const origin = await app.listen({ host: options.host ?? HOST, port: options.port ?? 0 });
    ownOrigin = origin;
    const background = startBackground(deps);
    const stop = async () => {
      await background.stop();
      await app.close();
      await closePool?.();
    };
    let stopped: Promise<void> | undefined;
    const close = () => {
      stopped ??= stop();
      return stopped;
    };
    return { origin, port: Number(new URL(origin).port), close };
  } catch (error) {
    await closePool?.();
    throw error;
  }
}

async function openStorage({ pool, databaseUrl }: DatabaseOption, onError: (error: unknown) => void) {
  if (pool) return { pool, close: null };
  return databaseUrl === undefined ? openMemoryPool() : openPool(databaseUrl, onError);
}

function openPool(databaseUrl: string, onError: (error: unknown) => void) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, application_name: "card sandbox" });
  // Without a listener, a broken connection would crash the process; the pool replaces it.
  pool.on("error", onError);
  const connections = new Set<pg.PoolClient>();
  pool.on("connect", (client) => {
    client.on("error", onError);
    connections.add(client);
    client.once("end", () => connections.delete(client));
  });
  return {
    pool,
    close: async () => {
      await pool.end();
      // The pool does not wait for its connections, and a database that stops before they do reports an error on each.
      await Promise.all([...connections].map((client) => new Promise<void>((resolve) => client.once("end", resolve))));
    },
  };
}

const resolve = <T>(given: T | (() => T)): T => (given instanceof Function ? given() : given);

const settingsFrom = (options: CardSandboxOptions, ownOrigin: string): Settings => ({
  pageOrigin: resolve(options.publicOrigin ?? ownOrigin),
  hasWebhook: options.webhookUrl !== undefined,
  webhookUrl: resolve<string | null>(options.webhookUrl ?? null),
  webhookSecret: options.webhookSecret ?? SANDBOX_WEBHOOK_SECRET,
  delivery: { ...DELIVERY_DEFAULTS, ...options.delivery },
  hasOwnClock: options.now === undefined,
  laterSeconds: options.laterSeconds ?? DAY,
});
