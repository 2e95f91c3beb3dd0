import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import Stripe from "stripe";
import { afterAll, beforeAll, inject } from "vitest";
import { type CardSandbox, type CardSandboxOptions, SANDBOX_SECRET_KEY, startCardSandbox } from "../card-sandbox.ts";
import { findInvariantViolations } from "../money/invariants.ts";
import { Control } from "./control.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Locates the test server; the database it names belongs to others. */
    templateDatabaseUrl: string;
  }
}

type Options = Partial<Pick<CardSandboxOptions, "delivery" | "laterSeconds" | "publicOrigin" | "now">>;

async function onServer(statement: string): Promise<void> {
  const url = new URL(inject("templateDatabaseUrl"));
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `card_sandbox_${randomUUID().replaceAll("-", "")}`;
  await onServer(`create database ${name} template template0 strategy file_copy`);
  const url = new URL(inject("templateDatabaseUrl"));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(name) };
}

const INSUFFICIENT_PRIVILEGE = "42501";

/** An autovacuum worker may be in the database; we cannot end it, but it ends soon. */
async function dropDatabase(name: string): Promise<void> {
  for (;;) {
    try {
      return await onServer(`drop database ${name} with (force)`);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      await sleep(50);
    }
  }
}

export const stripeAt = (port: number, config: Partial<Stripe.StripeConfig> = {}): Stripe =>
  new Stripe(SANDBOX_SECRET_KEY, {
    host: "127.0.0.1",
    port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
    ...config,
  });

export const WEBHOOK_SECRET = "whsec_for_tests";

/** A sandbox on its own database, with a clock that stands still until it is moved. */
export class SandboxUnderTest {
  readonly databaseUrl: string;
  readonly receiver: Receiver;
  /** Unix seconds. */
  time = Date.UTC(2026, 5, 1, 12) / 1000;
  readonly #options: Options;
  readonly #drop: () => Promise<void>;
  readonly #pool: pg.Pool;
  readonly #others: CardSandbox[] = [];
  #running: CardSandbox | undefined;

  private constructor(database: { url: string; drop(): Promise<void> }, receiver: Receiver, options: Options) {
    this.databaseUrl = database.url;
    this.#pool = new pg.Pool({ connectionString: database.url, max: 2 });
    this.#drop = database.drop;
    this.receiver = receiver;
    this.#options = options;
  }

  static async create(options: Options = {}): Promise<SandboxUnderTest> {
    const [database, receiver] = [await createDatabase(), await startReceiver(WEBHOOK_SECRET)];
    const sandbox = new SandboxUnderTest(database, receiver, options);
    sandbox.#running = await sandbox.#start();
    return sandbox;
  }

  /** Starts another sandbox on the same database, as a second process would. */
  async startAnother(more: Partial<CardSandboxOptions> = {}): Promise<CardSandbox> {
    const another = await this.#start(more);
    this.#others.push(another);
    return another;
  }

  #start(more: Partial<CardSandboxOptions> = {}): Promise<CardSandbox> {
    const options: CardSandboxOptions = {
      databaseUrl: this.databaseUrl,
      now: async () => new Date(this.time * 1000),
      webhookUrl: this.receiver.url,
      webhookSecret: WEBHOOK_SECRET,
      laterSeconds: 3_600,
      onError: (error) => this.errors.push(error),
      ...this.#options,
      delivery: { everyMilliseconds: 0, doubles: 0, isShuffled: false, ...this.#options.delivery },
    };
    return startCardSandbox({ ...options, ...more, databaseUrl: this.databaseUrl, pool: undefined });
  }

  /** Errors inside the sandbox; there should never be any. */
  readonly errors: unknown[] = [];

  get running(): CardSandbox {
    if (!this.#running) throw new Error("The sandbox is stopped");
    return this.#running;
  }

  get stripe(): Stripe {
    return stripeAt(this.running.port);
  }

  get control(): Control {
    return new Control(this.running.origin);
  }

  async restart(): Promise<void> {
    await this.running.close();
    this.#running = await this.#start();
  }

  passDays(days: number): void {
    this.time += Math.round(days * 86_400);
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>(text, values)).rows;
  }

  violations(): Promise<string[]> {
    return findInvariantViolations(this.#pool);
  }

  async remove(): Promise<void> {
    for (const sandbox of [...this.#others, this.running]) await sandbox.close();
    await this.receiver.close();
    await this.#pool.end();
    await this.#drop();
  }
}

/** Starts a single sandbox for all tests of a file. */
export function useSandbox(options: Options = {}): () => SandboxUnderTest {
  let sandbox: SandboxUnderTest | undefined;
  beforeAll(async () => {
    sandbox = await SandboxUnderTest.create(options);
  });
  afterAll(async () => {
    // Copied before the database is dropped, because closing connections may report that as an error.
    const errors = [...(sandbox?.errors ?? [])];
    await sandbox?.remove();
    if (errors.length > 0) throw new AggregateError(errors, "The sandbox failed inside");
  });
  return () => {
    if (!sandbox) throw new Error("The sandbox is there from beforeAll on");
    return sandbox;
  };
}
