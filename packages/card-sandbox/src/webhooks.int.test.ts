import { once } from "node:events";
import { createServer } from "node:http";
import Stripe from "stripe";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Control, startReceiver } from "./testing/receiver.ts";
import { expectInvalid, SandboxUnderTest, stripeAt, useSandbox, WEBHOOK_SECRET } from "./testing/sandbox-under-test.ts";

const PAYMENT: Stripe.PaymentIntentCreateParams = {
  capture_method: "automatic",
  amount: 2_500,
  currency: "usd",
  allowed_payment_method_types: ["card"],
  payment_method: "pm_card_visa",
  confirm: true,
};

describe("a webhook endpoint", () => {
  const sandbox = useSandbox({ delivery: { retrySeconds: [3_600] } });

  /** An endpoint with a receiver of its own, which checks signatures with the endpoint's secret. */
  async function createEndpoint(params: Partial<Stripe.WebhookEndpointCreateParams> = {}) {
    const receiver = await startReceiver(() => endpoint.secret ?? "");
    onTestFinished(() => receiver.close());
    const endpoint = await sandbox().stripe.webhookEndpoints.create({
      url: receiver.url,
      enabled_events: ["*"],
      ...params,
    });
    return { endpoint, types: () => receiver.events.map(({ type }) => type) };
  }

  test("a webhook endpoint gets the events it asks for, signed with its own secret, which is shown once", async () => {
    const { stripe, control, receiver } = sandbox();
    const { endpoint, types } = await createEndpoint({
      enabled_events: ["payment_intent.succeeded"],
      metadata: { for: "tests" },
    });
    expect(endpoint).toMatchObject({ object: "webhook_endpoint", status: "enabled", metadata: { for: "tests" } });
    expect(endpoint.secret).toMatch(/^whsec_/);
    expect(await stripe.webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty("secret");
    await stripe.paymentIntents.create(PAYMENT);
    await control.pump();
    expect(types()).toEqual(["payment_intent.succeeded"]);
    expect(receiver.events, "the address given at start gets all").toHaveLength(3);

    await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: ["customer.created", "customer.deleted"] });
    await stripe.customers.create();
    await control.pump();
    expect(types()).toEqual(["payment_intent.succeeded", "customer.created"]);
    await control.resend(receiver.events.at(-1)?.id ?? "");
    await control.pump();
    expect(types()).toEqual(["payment_intent.succeeded", "customer.created", "customer.created"]);
  });

  test("a webhook endpoint gets nothing while disabled or once deleted", async () => {
    const { stripe, control } = sandbox();
    const { endpoint, types } = await createEndpoint();
    expect(await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })).toMatchObject({ status: "disabled" });
    await stripe.customers.create();
    await control.pump();
    expect(types()).toEqual([]);
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: false });
    await stripe.customers.create();
    expect(await stripe.webhookEndpoints.del(endpoint.id)).toMatchObject({ id: endpoint.id, deleted: true });
    await control.pump();
    expect(types()).toEqual([]);
    expect(await control.deliveries("state=dropped")).toMatchObject([{ endpoint: endpoint.id }]);
    expect((await stripe.webhookEndpoints.list()).data.map(({ id }) => id)).not.toContain(endpoint.id);
    await expectInvalid(stripe.webhookEndpoints.retrieve(endpoint.id), { code: "resource_missing" });
  });

  test("a webhook endpoint for Connect gets the events of connected accounts, others those of the platform", async () => {
    const { stripe, control } = sandbox();
    const [own, connect] = [await createEndpoint(), await createEndpoint({ connect: true })];
    const account = await stripe.accounts.create({ type: "express", capabilities: { transfers: { requested: true } } });
    await control.onboard(account.id, "complete");
    await stripe.customers.create();
    await control.pump();
    expect(own.types()).toEqual(["customer.created"]);
    expect(connect.types()).toEqual(["account.updated"]);
  });

  test.each([
    [{ url: "ftp://shop.example" }, "url_invalid", "url"],
    [{ enabled_events: ["everything"] }, undefined, "enabled_events[0]"],
  ])("a webhook endpoint is rejected with %o", async (params, code, param) => {
    const endpoint = { url: "http://shop.example/hook", enabled_events: ["*"], ...params };
    const call = sandbox().stripe.webhookEndpoints.create(endpoint as Stripe.WebhookEndpointCreateParams);
    await expectInvalid(call, { ...(code && { code }), param });
  });
});

describe("webhooks delivered in order and once", () => {
  const sandbox = useSandbox({ delivery: { retrySeconds: [3_600, 3_600] } });

  beforeEach(async () => {
    const { receiver, control } = sandbox();
    receiver.status = 200;
    await control.clearFaults();
    await control.pump();
    receiver.events.length = 0;
    receiver.bodies.length = 0;
    receiver.signatures.length = 0;
  });

  const received = () => sandbox().receiver.events.map(({ type }) => type);

  test("a payment sends events with signatures that the SDK can verify", async () => {
    const { stripe, control, receiver, time } = sandbox();
    const intent = await stripe.paymentIntents.create(PAYMENT, { idempotencyKey: "told" });
    expect((await control.pump()).attempted).toBe(3);
    expect(received()).toEqual(["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"]);
    const event = receiver.events[2];
    expect(event).toMatchObject({
      object: "event",
      created: time,
      livemode: false,
      request: { id: intent.lastResponse.requestId, idempotency_key: "told" },
      data: { object: { id: intent.id, status: "succeeded" } },
    });
    expect(await stripe.events.retrieve(event?.id ?? "")).toMatchObject({ id: event?.id, pending_webhooks: 0 });

    const [body = "", signature = ""] = [receiver.bodies[0], receiver.signatures[0]];
    const check = (text: string, secret: string) => () => stripe.webhooks.constructEvent(text, signature, secret);
    expect(check(body, WEBHOOK_SECRET)).not.toThrow();
    expect(check(body.replace("2500", "2501"), WEBHOOK_SECRET)).toThrow(Stripe.errors.StripeSignatureVerificationError);
    expect(check(body, "whsec_another")).toThrow(Stripe.errors.StripeSignatureVerificationError);
  });

  test("nothing is delivered before the product provides its webhook URL", async () => {
    const { stripe, receiver } = sandbox();
    let url: string | null = null;
    const waiting = await sandbox().startAnother({
      webhookUrl: () => url,
      publicOrigin: () => "http://product.example",
    });
    await stripe.paymentIntents.create(PAYMENT);
    const control = new Control(waiting.origin);
    expect((await control.pump()).attempted).toBe(0);
    url = receiver.url;
    expect((await control.pump()).attempted).toBe(3);
    expect(received()).toHaveLength(3);
  });

  test("each step of a hold sends its events", async () => {
    const { stripe, control } = sandbox();
    const held = await stripe.paymentIntents.create({ ...PAYMENT, capture_method: "manual" });
    await stripe.paymentIntents.capture(held.id, { amount_to_capture: 2_000 });
    await stripe.refunds.create({ payment_intent: held.id, amount: 500 });
    const other = await stripe.paymentIntents.create({ ...PAYMENT, capture_method: "manual" });
    await stripe.paymentIntents.cancel(other.id);
    await stripe.paymentIntents.create({ ...PAYMENT, payment_method: "pm_card_chargeDeclined" }).catch(() => undefined);
    await control.pump();
    expect(received()).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.amount_capturable_updated",
      "charge.captured",
      "payment_intent.succeeded",
      "refund.created",
      "charge.refunded",
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.amount_capturable_updated",
      "charge.refunded",
      "payment_intent.canceled",
      "payment_intent.created",
      "charge.failed",
      "payment_intent.payment_failed",
    ]);
  });

  test("events of an owner's account name the account", async () => {
    const { stripe, control, receiver } = sandbox();
    const { id } = await stripe.accounts.create({ type: "express", capabilities: { transfers: { requested: true } } });
    await control.onboard(id, "complete");
    await control.pump();
    expect(receiver.events).toMatchObject([{ type: "account.updated", account: id }]);
    expect((await stripe.events.list({ type: "account.updated" })).data, "not listed for the platform").toEqual([]);
  });

  test("a delivery that is not accepted is retried and finally given up", async () => {
    const { stripe, control, receiver } = sandbox();
    receiver.status = 500;
    const customer = await stripe.customers.create();
    for (const [attempts, state] of [
      [1, "pending"],
      [2, "pending"],
      [3, "failed"],
    ]) {
      await control.pump();
      const [delivery] = await control.deliveries("limit=1");
      expect(delivery).toMatchObject({ attempts, state });
    }
    expect((await control.pump()).attempted).toBe(0);
    const open = await stripe.events.list({ delivery_success: false });
    expect(open.data).toMatchObject([{ type: "customer.created", data: { object: { id: customer.id } } }]);

    receiver.status = 200;
    await control.resend(open.data[0]?.id ?? "");
    await control.pump();
    expect(received()).toEqual(["customer.created"]);
  });

  test("an unavailable receiver gets the event when it is back", async () => {
    const { stripe, control, receiver } = sandbox();
    receiver.status = 503;
    await stripe.customers.create();
    await control.pump();
    expect(received()).toEqual([]);
    receiver.status = 200;
    await control.pump();
    expect(received()).toEqual(["customer.created"]);
  });

  test("a dropped webhook is never sent but can be found among the events", async () => {
    const { stripe, control } = sandbox();
    await control.setFault({ kind: "webhook_dropped", event_type: "charge.succeeded" });
    sandbox().time += 1;
    const from = sandbox().time;
    await stripe.paymentIntents.create(PAYMENT);
    await control.pump();
    expect(received()).toEqual(["payment_intent.created", "payment_intent.succeeded"]);
    const missed = await stripe.events.list({ delivery_success: false, created: { gte: from } });
    expect(missed.data.map(({ type }) => type)).toEqual(["charge.succeeded"]);
    const arrived = await stripe.events.list({ delivery_success: true, created: { gte: from } });
    expect(arrived.data.map(({ type }) => type)).toEqual(["payment_intent.succeeded", "payment_intent.created"]);
  });

  test("a rejected call sends no events", async () => {
    const { stripe, control } = sandbox();
    const before = await stripe.paymentIntents.list({ limit: 100 });
    const { allowed_payment_method_types: _cards, ...mayRedirect } = PAYMENT;
    await expect(stripe.paymentIntents.create(mayRedirect)).rejects.toThrow("return_url");
    await expect(stripe.refunds.create({ payment_intent: "pi_none" })).rejects.toThrow("No such");
    expect(await stripe.paymentIntents.list({ limit: 100 })).toEqual(before);
    await control.pump();
    expect(received()).toEqual([]);
  });
});

describe("webhooks delivered realistically", () => {
  test("events arrive twice and out of order, the same ones for the same seed", async () => {
    const run = async (seed: number) => {
      const sandbox = await SandboxUnderTest.create({ delivery: { seed, doubles: 0.3, isShuffled: true } });
      onTestFinished(() => sandbox.remove());
      const made: string[] = [];
      for (let index = 0; index < 15; index += 1) made.push((await sandbox.stripe.customers.create()).id);
      await sandbox.control.pump();
      const places = sandbox.receiver.events.map(({ data }) =>
        made.findIndex((id) => "id" in data.object && data.object.id === id),
      );
      return places;
    };
    const [first, again, other] = [await run(7), await run(7), await run(8)];
    expect(new Set(first)).toEqual(new Set(Array.from({ length: 15 }, (_, index) => index)));
    expect(first.length, "some arrived twice").toBeGreaterThan(15);
    expect(first, "out of order").not.toEqual(first.toSorted((one, two) => one - two));
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  test("a receiver that never responds does not keep the sandbox from stopping", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const webhookRequest = once(silent, "request");
    const sandbox = await SandboxUnderTest.create();
    onTestFinished(async () => {
      silent.closeAllConnections();
      silent.close();
      await sandbox.remove();
    });
    const address = silent.address();
    if (address === null || typeof address === "string") throw new Error("No port");
    const another = await sandbox.startAnother({
      webhookUrl: `http://127.0.0.1:${address.port}/`,
      delivery: { everyMilliseconds: 10, retrySeconds: [3_600] },
    });
    for (let index = 0; index < 5; index += 1) await stripeAt(another.port).customers.create();
    await webhookRequest;
    await another.close();
    await sandbox.control.pump();
    expect(sandbox.receiver.events.map(({ type }) => type)).toEqual(
      Array.from({ length: 5 }, () => "customer.created"),
    );
  });

  test("deliveries are sent automatically by any running process", async () => {
    const sandbox = await SandboxUnderTest.create({ delivery: { everyMilliseconds: 20, doubles: 0 } });
    onTestFinished(() => sandbox.remove());
    const another = await sandbox.startAnother();
    await sandbox.stripe.customers.create();
    await stripeAt(another.port).customers.create();
    await expect.poll(() => sandbox.receiver.events.length).toBeGreaterThanOrEqual(2);
    await sandbox.stripe.paymentIntents.create({ ...PAYMENT, capture_method: "manual" });
    sandbox.passDays(8);
    await expect.poll(() => sandbox.receiver.events.map(({ type }) => type)).toContain("charge.expired");
    // An attempt is counted after its response arrived.
    const attempts = async () => (await sandbox.control.deliveries()).map((delivery) => delivery.attempts);
    await expect.poll(attempts).not.toContain(0);
    expect(new Set(await attempts()), "each delivered by one process").toEqual(new Set([1]));
  });
});
