import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { type CardSandbox, type CardSandboxOptions, SANDBOX_SECRET_KEY, startCardSandbox } from "../card-sandbox.ts";
import { findInvariantViolations } from "../money/invariants.ts";
import { Control, type Receiver, startReceiver } from "./receiver.ts";

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
    // `end` doesn't wait for the server, so dropping the database may still cut a connection off.
    this.#pool.on("error", () => undefined);
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

/** Narrows a reference that was expanded; the SDK's types also allow the id alone. */
export function expanded<T extends { id: string }>(reference: string | T | null | undefined): T {
  if (reference === null || reference === undefined || typeof reference === "string") {
    throw new Error(`Not expanded: ${String(reference)}`);
  }
  return reference;
}

/** Narrows a reference that was not expanded. */
export function idOnly(reference: string | { id: string } | null | undefined): string {
  if (typeof reference === "string") return reference;
  throw new Error("Expected an id");
}

async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`Expected a Stripe error, got ${String(error)}`);
}

export async function expectInvalid(
  call: Promise<unknown>,
  details: { code?: string; param?: string; statusCode?: number },
): Promise<Stripe.errors.StripeError> {
  const error = await errorOf(call);
  expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  expect(error).toMatchObject(details);
  expect(error.requestId).toMatch(/^req_/);
  return error;
}

export async function expectCardError(
  call: Promise<unknown>,
  details: { code?: string; decline_code?: string },
): Promise<Stripe.errors.StripeError> {
  const error = await errorOf(call);
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(error).toMatchObject(details);
  return error;
}

export const newOwner = ({ stripe }: SandboxUnderTest): Promise<Stripe.Account> =>
  stripe.accounts.create({
    type: "express",
    country: "US",
    email: "owner@nexby.example",
    capabilities: { transfers: { requested: true } },
    business_type: "individual",
    metadata: { user: "u-1" },
  });

/** Creates an owner who can receive transfers. */
export async function readyOwner(sandbox: SandboxUnderTest): Promise<string> {
  const { id } = await newOwner(sandbox);
  await sandbox.control.onboard(id, "complete");
  return id;
}

/** Returns the charge id. */
export async function pay({ stripe }: SandboxUnderTest, amount: number, card = "pm_card_visa"): Promise<string> {
  const intent = await stripe.paymentIntents.create({
    amount,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    payment_method: card,
    confirm: true,
  });
  return idOnly(intent.latest_charge);
}
