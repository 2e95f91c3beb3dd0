import { request as httpRequest } from "node:http";
import { setImmediate } from "node:timers/promises";
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type CardSandbox, startCardSandbox } from "./card-sandbox.ts";
import { Control, startReceiver } from "./testing/receiver.ts";
import { expectCardError, idOnly, SandboxUnderTest, stripeAt } from "./testing/sandbox-under-test.ts";
import { openMemoryPool } from "./transaction.ts";

/** In memory, with its own clock and page, as the command starts it. */
let memory: Awaited<ReturnType<typeof openMemoryPool>>;
let sandbox: CardSandbox;
let stripe: Stripe;
let control: Control;
const errors: unknown[] = [];

beforeAll(async () => {
  memory = await openMemoryPool();
  sandbox = await startCardSandbox({
    pool: memory.pool,
    hasPage: true,
    delivery: { everyMilliseconds: 0, doubles: 0, isShuffled: false },
    onError: (error) => errors.push(error),
  });
  stripe = stripeAt(sandbox.port);
  control = new Control(sandbox.origin);
});

afterAll(async () => {
  await sandbox.close();
  await memory.close();
  expect(errors).toEqual([]);
});

const PAYMENT: Stripe.PaymentIntentCreateParams = {
  amount: 4_000,
  currency: "usd",
  allowed_payment_method_types: ["card"],
  payment_method: "pm_card_visa",
  confirm: true,
};

describe("a sandbox in memory", () => {
  test("a sandbox in memory runs payments, refunds, transfers and webhooks without a database", async () => {
    const receiver = await startReceiver(() => endpoint.secret ?? "");
    onTestFinished(() => receiver.close());
    const endpoint = await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ["charge.refunded"] });
    const held = await stripe.paymentIntents.create({ ...PAYMENT, capture_method: "manual" });
    await stripe.paymentIntents.capture(held.id, { amount_to_capture: 3_000 });
    await stripe.refunds.create({ payment_intent: held.id, amount: 500 });
    const owner = await stripe.accounts.create({ type: "express", capabilities: { transfers: { requested: true } } });
    await control.onboard(owner.id, "complete");
    const charge = idOnly(held.latest_charge);
    await stripe.transfers.create({
      amount: 1_000,
      currency: "usd",
      destination: owner.id,
      source_transaction: charge,
    });
    await control.pump();
    expect(receiver.events.map(({ type }) => type)).toEqual(["charge.refunded"]);
    expect((await stripe.balance.retrieve()).pending[0]?.amount).toBe(3_000 - 117 - 500 - 1_000);
    expect((await stripe.charges.search({ query: "status:'succeeded'" })).data.map(({ id }) => id)).toEqual([charge]);
    expect((await control.invariants()).violations).toEqual([]);
  });

  test("a sandbox in memory runs a call once however often it is repeated at the same time", async () => {
    const repeated = Array.from({ length: 10 }, () =>
      stripe.paymentIntents.create(PAYMENT, { idempotencyKey: "once" }),
    );
    expect(new Set((await Promise.all(repeated)).map(({ id }) => id)).size).toBe(1);
  });

  test("a sandbox in memory gives a transaction the storage to itself", async () => {
    const client = await memory.pool.connect();
    const order: string[] = [];
    const other = memory.pool.query("select 1").then(() => order.push("another query"));
    for (const statement of ["begin", "create temporary table t (n bigint)", "commit"]) {
      await client.query(statement);
      await setImmediate();
      order.push(statement);
    }
    client.release();
    await other;
    expect(order).toEqual(["begin", "create temporary table t (n bigint)", "commit", "another query"]);
  });

  test("a sandbox in memory undoes a call that fails halfway, and keeps declines", async () => {
    const before = (await stripe.paymentMethods.list({ limit: 100 })).data.length;
    await expect(stripe.paymentIntents.create({ ...PAYMENT, expand: ["nothing"] })).rejects.toMatchObject({
      statusCode: 400,
    });
    expect((await stripe.paymentMethods.list({ limit: 100 })).data).toHaveLength(before);
    const declined = { ...PAYMENT, payment_method: "pm_card_chargeDeclined" };
    const error = await expectCardError(stripe.paymentIntents.create(declined), { code: "card_declined" });
    expect(await stripe.charges.retrieve(error.charge ?? "")).toMatchObject({ status: "failed" });
  });
});

describe("the sandbox's own clock", () => {
  test("the sandbox's own clock moves forward over HTTP, and what is due on the way happens", async () => {
    const { id } = await stripe.paymentIntents.create({ ...PAYMENT, capture_method: "manual" });
    const { now, is_adjustable: isAdjustable } = await control.clock();
    expect(isAdjustable).toBe(true);
    await control.moveClock({ seconds: String(8 * 86_400) });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: "canceled" });
    const later = await control.moveClock({ to: String(now + 20 * 86_400) });
    expect(later.now).toBe(now + 20 * 86_400);
    expect((await control.clock()).now).toBeGreaterThanOrEqual(later.now);
  });

  test.each<Record<string, string>>([
    { to: "1" },
    { seconds: "0" },
    { seconds: "1", to: "99999999999" },
    {},
    { to: "99999999999" },
    { seconds: "x" },
  ])("the sandbox's own clock rejects %o", async (form) => {
    const before = (await control.clock()).now;
    await expect(control.moveClock(form)).rejects.toThrow("invalid_request_error");
    expect((await control.clock()).now).toBeLessThan(before + 60);
  });

  test("the sandbox's own clock is kept in the database, and a product's clock cannot be moved here", async () => {
    const product = await SandboxUnderTest.create();
    onTestFinished(() => product.remove());
    await expect(product.control.moveClock({ seconds: "60" })).rejects.toThrow("follows the clock of the product");
    const own = () => startCardSandbox({ databaseUrl: product.databaseUrl });
    const first = await own();
    const moved = await new Control(first.origin).moveClock({ seconds: "86400" });
    await first.close();
    const second = await own();
    onTestFinished(() => second.close());
    expect((await new Control(second.origin).clock()).now).toBeGreaterThanOrEqual(moved.now);
  });
});

describe("the page", () => {
  const page = async () => (await fetch(sandbox.origin)).text();
  const press = (action: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.origin}/dashboard/${action}`, {
      method: "POST",
      headers: { origin: sandbox.origin, ...headers },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });

  test("the page shows customers, payments, balances, disputes and events, with text escaped", async () => {
    const customer = await stripe.customers.create({ name: "<b>Ann</b>", email: "ann@shop.example" });
    const { id } = await stripe.paymentIntents.create({ ...PAYMENT, customer: customer.id });
    const html = await page();
    for (const title of ["Payments", "Disputes", "Balances", "Customers", "Events"]) {
      expect(html).toContain(`<h2>${title}</h2>`);
    }
    expect(html).toContain("ann@shop.example");
    expect(html).toContain("&#60;b&#62;Ann&#60;/b&#62;");
    expect(html).toContain(id);
    expect(html).toContain("payment_intent.succeeded");
    expect(html).toMatch(/<td>Platform<\/td><td><\/td><td>\$\d+\.\d\d<\/td>/);
  });

  test("the page advances the clock, declines the next charge, disputes a payment, decides it and replays an event", async () => {
    const { now } = await control.clock();
    const due = await stripe.paymentIntents.create({ ...PAYMENT, payment_method: "pm_card_createDispute" });
    expect((await press("clock", { step: "3 days" })).headers.get("location")).toBe("/");
    expect(await page(), "disputed on the way").toMatch(/dp_\w+<\/td><td>\$40\.00<\/td><td>fraudulent/);
    expect((await control.clock()).now).toBeGreaterThanOrEqual(now + 3 * 86_400);
    expect((await stripe.disputes.list({ payment_intent: due.id })).data).toHaveLength(1);

    await press("decline");
    await expectCardError(stripe.paymentIntents.create(PAYMENT), { code: "card_declined" });
    const paid = await stripe.paymentIntents.create(PAYMENT);
    const charge = idOnly(paid.latest_charge);
    expect(await page()).toContain(`name="charge" value="${charge}"`);
    await press("dispute", { charge, account: "" });
    const [dispute] = (await stripe.disputes.list({ charge })).data;
    expect(dispute).toMatchObject({ amount: 4_000, status: "needs_response" });
    await press("verdict", { dispute: dispute?.id ?? "", account: "", verdict: "won" });
    expect((await stripe.disputes.list({ charge })).data).toMatchObject([{ status: "won" }]);
    expect((await press("verdict", { dispute: dispute?.id ?? "", account: "", verdict: "won" })).status).toBe(400);

    const receiver = await startReceiver(() => endpoint.secret ?? "");
    onTestFinished(() => receiver.close());
    const endpoint = await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ["customer.created"] });
    await stripe.customers.create();
    await control.pump();
    const event = receiver.events[0]?.id ?? "";
    expect(await page()).toContain(`name="event" value="${event}"`);
    await press("replay", { event });
    await control.pump();
    expect(receiver.events.map(({ id }) => id)).toEqual([event, event]);
  });

  test.each([
    ["an unknown action", "constructor", {}, {}, 404],
    ["another site", "decline", {}, { origin: "http://evil.example" }, 403],
    ["an unknown dispute", "verdict", { dispute: "dp_1", account: "" }, {}, 404],
  ])("the page refuses %s", async (_case, action, fields, headers, status) => {
    expect((await press(action, fields, headers)).status).toBe(status);
    expect(await stripe.paymentIntents.create(PAYMENT)).toMatchObject({ status: "succeeded" });
  });

  test("the page is not served under another name, nor by a sandbox inside a product", async () => {
    const status = await new Promise((resolve, reject) => {
      const asked = httpRequest(
        { port: sandbox.port, host: "127.0.0.1", headers: { host: "evil.example" } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      asked.on("error", reject).end();
    });
    expect(status).toBe(403);
    const product = await SandboxUnderTest.create();
    onTestFinished(() => product.remove());
    expect((await fetch(product.running.origin)).status).toBe(404);
  });
});
