import pg from "pg";
import type Stripe from "stripe";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SANDBOX_PUBLISHABLE_KEY, startCardSandbox } from "./card-sandbox.ts";
import { TEST_CARDS } from "./test-cards.ts";
import { createDatabase, stripeAt, useSandbox } from "./testing/sandbox-under-test.ts";

const sandbox = useSandbox();

const HELD: Stripe.PaymentIntentCreateParams = {
  amount: 6_000,
  currency: "usd",
  capture_method: "manual",
  allowed_payment_method_types: ["card"],
  payment_method: "pm_card_visa",
  confirm: true,
};

test("a restart loses nothing", async () => {
  const { stripe, receiver } = sandbox();
  const held = await stripe.paymentIntents.create(HELD, { idempotencyKey: "before the restart" });
  const paid = await stripe.paymentIntents.create({ ...HELD, capture_method: "automatic" });
  await sandbox().control.setFault({ kind: "webhook_dropped", event_type: "customer.created" });
  const before = {
    balance: await stripe.balance.retrieve(),
    events: await stripe.events.list(),
    intents: await stripe.paymentIntents.list(),
  };

  await sandbox().restart();

  const { stripe: again, control } = sandbox();
  expect(await again.balance.retrieve()).toEqual(before.balance);
  expect(await again.events.list()).toEqual(before.events);
  expect(await again.paymentIntents.list()).toEqual(before.intents);
  const replayed = await again.paymentIntents.create(HELD, { idempotencyKey: "before the restart" });
  expect(replayed.id).toBe(held.id);
  await again.customers.create();
  await control.pump();
  expect(receiver.events.map(({ type }) => type)).not.toContain("customer.created");
  expect(receiver.events).toHaveLength(before.events.data.length);

  expect(await again.paymentIntents.capture(held.id)).toMatchObject({ status: "succeeded" });
  expect(await again.refunds.create({ payment_intent: paid.id })).toMatchObject({ status: "succeeded" });
  sandbox().passDays(8);
  expect(await again.paymentIntents.retrieve(held.id), "captured in time").toMatchObject({ status: "succeeded" });
});

test("two processes share one sandbox", async () => {
  const another = await sandbox().startAnother();
  const [here, there] = [sandbox().stripe, stripeAt(another.port)];
  const held = await here.paymentIntents.create(HELD);
  expect(await there.paymentIntents.retrieve(held.id)).toEqual(held);
  const captures = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => [here, there][index % 2]?.paymentIntents.capture(held.id)),
  );
  expect(captures.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refunds = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      [here, there][index % 2]?.refunds.create({ payment_intent: held.id, amount: 1_000 }),
    ),
  );
  expect(refunds.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
  expect(await sandbox().violations()).toEqual([]);
});

test("concurrent starts set up the schema once, in any database", async () => {
  const database = await createDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 20 });
  // `end` doesn't wait for the server, so dropping the database may still cut a connection off.
  pool.on("error", () => undefined);
  const options = {
    now: async () => new Date(),
    webhookUrl: "http://127.0.0.1:9/none",
    webhookSecret: "whsec_x",
    delivery: { everyMilliseconds: 0 },
  };
  const started = await Promise.all(Array.from({ length: 5 }, () => startCardSandbox({ ...options, pool })));
  const ids = await Promise.all(started.map(async ({ port }) => (await stripeAt(port).customers.create()).id));
  expect(new Set(ids).size).toBe(5);
  for (const { close } of started) await close();
  const { rows } = await pool.query("select version from card_sandbox.versions");
  expect(rows).toEqual([{ version: 0 }, { version: 1 }]);
  await pool.end();
  await database.drop();
});

test("pages use the origin that the product specifies", async () => {
  const another = await sandbox().startAnother({ publicOrigin: "http://shop.example" });
  const intent = await stripeAt(another.port).paymentIntents.create({
    ...HELD,
    payment_method: "pm_card_authenticationRequired",
    return_url: "http://shop.example/return",
  });
  expect(intent.next_action?.redirect_to_url?.url).toMatch(/^http:\/\/shop\.example\/sandbox\/challenge\/pi_/);
});

test("no card number is stored anywhere", async () => {
  const { running, stripe } = sandbox();
  const numbers = [...Object.values(TEST_CARDS).map(({ number }) => number), "4111111111111111"];
  for (const number of numbers) {
    const response = await fetch(`${running.origin}/v1/payment_methods`, {
      method: "POST",
      headers: { authorization: `Bearer ${SANDBOX_PUBLISHABLE_KEY}`, "idempotency-key": `number ${number.slice(-4)}` },
      body: new URLSearchParams({
        type: "card",
        "card[number]": number,
        "card[exp_month]": "12",
        "card[exp_year]": "2034",
        "card[cvc]": "987",
      }),
    });
    const { id } = JSON.parse(await response.text());
    if (id) await stripe.paymentIntents.create({ ...HELD, payment_method: id }).catch(() => undefined);
  }
  const tables = await sandbox().query<{ name: string }>(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema = 'card_sandbox'",
  );
  expect(tables.length).toBeGreaterThan(5);
  for (const { name } of tables) {
    const rows = await sandbox().query(`select t::text as row from ${name} t`);
    const content = JSON.stringify(rows);
    expect([name, numbers.filter((number) => content.includes(number))]).toEqual([name, []]);
    expect([name, /"987\\?"/.test(content)], "nor the security code").toEqual([name, false]);
  }
});

describe("the card sandbox", () => {
  afterEach(() => vi.unstubAllEnvs());

  const start = (more: { secretKey?: string; publishableKey?: string } = {}) => sandbox().startAnother(more);

  test("the card sandbox does not start in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    await expect(start()).rejects.toThrow("does not run in production");
  });

  test("the card sandbox does not start with live keys", async () => {
    await expect(start({ secretKey: "sk_live_x" })).rejects.toThrow("live keys");
    await expect(start({ publishableKey: "pk_live_x" })).rejects.toThrow("live keys");
    await expect(start({ secretKey: "rk_live_x" })).rejects.toThrow("live keys");
  });
});
