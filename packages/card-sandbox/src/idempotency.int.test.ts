import Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { expectCardError, stripeAt, useSandbox } from "./testing/sandbox-under-test.ts";

const sandbox = useSandbox();

beforeEach(() => sandbox().control.clearFaults());

const PAYMENT: Stripe.PaymentIntentCreateParams = {
  amount: 2_500,
  currency: "usd",
  allowed_payment_method_types: ["card"],
  payment_method: "pm_card_visa",
  confirm: true,
};

const charges = async () => {
  const [row] = await sandbox().query<{ count: number }>(
    "select count(*)::int as count from card_sandbox.documents where kind = 'charge'",
  );
  return row?.count ?? Number.NaN;
};

describe("an idempotency key", () => {
  test("used 20 times at once, through two processes, charges once", async () => {
    const another = await sandbox().startAnother();
    const callers = [sandbox().stripe, stripeAt(another.port)];
    const before = await charges();
    const intents = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        callers[index % 2]?.paymentIntents.create(PAYMENT, { idempotencyKey: "test:p-1:charge:1" }),
      ),
    );
    expect(new Set(intents.map((intent) => intent?.id)).size).toBe(1);
    expect(new Set(intents.map((intent) => JSON.stringify(intent))).size).toBe(1);
    expect(await charges()).toBe(before + 1);
    expect(intents.filter((intent) => intent?.lastResponse.headers["idempotent-replayed"])).toHaveLength(19);
  });

  test("an idempotency key is rejected when used for something else", async () => {
    const { stripe } = sandbox();
    await stripe.paymentIntents.create(PAYMENT, { idempotencyKey: "k-2" });
    const other = stripe.paymentIntents.create({ ...PAYMENT, amount: 2_501 }, { idempotencyKey: "k-2" });
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    const elsewhere = stripe.customers.create({}, { idempotencyKey: "k-2" });
    await expect(elsewhere).rejects.toMatchObject({ statusCode: 400 });
  });

  test("an idempotency key treats parameters in another order as the same call", async () => {
    const { stripe } = sandbox();
    const first = await stripe.customers.create({ name: "A", metadata: { x: "1", y: "2" } }, { idempotencyKey: "k-3" });
    const second = await stripe.customers.create(
      { metadata: { y: "2", x: "1" }, name: "A" },
      { idempotencyKey: "k-3" },
    );
    expect(second.id).toBe(first.id);
  });

  test("an idempotency key replays a decline without trying again", async () => {
    const { stripe } = sandbox();
    const decline = () =>
      expectCardError(
        stripe.paymentIntents.create(
          { ...PAYMENT, payment_method: "pm_card_chargeDeclined" },
          { idempotencyKey: "k-4" },
        ),
        { code: "card_declined" },
      );
    const before = await charges();
    const [first, second] = [await decline(), await decline()];
    expect(second.payment_intent?.id).toBe(first.payment_intent?.id);
    expect(await charges()).toBe(before + 1);
  });

  test("an idempotency key replays an error about the state even after the state has changed", async () => {
    const { stripe } = sandbox();
    const open = await stripe.paymentIntents.create({ ...PAYMENT, capture_method: "manual", confirm: false });
    const capture = () => stripe.paymentIntents.capture(open.id, {}, { idempotencyKey: "k-5" });
    await expect(capture()).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
    await stripe.paymentIntents.confirm(open.id);
    await expect(capture()).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
    expect(await stripe.paymentIntents.capture(open.id)).toMatchObject({ status: "succeeded" });
  });

  test("an idempotency key is not used up by invalid parameters", async () => {
    const { stripe } = sandbox();
    await expect(
      stripe.paymentIntents.create({ ...PAYMENT, amount: 1 }, { idempotencyKey: "k-6" }),
    ).rejects.toMatchObject({ code: "amount_too_small" });
    expect(await stripe.paymentIntents.create(PAYMENT, { idempotencyKey: "k-6" })).toMatchObject({
      status: "succeeded",
    });
  });

  test("an idempotency key is scoped to the account it was used for", async () => {
    const { stripe, control } = sandbox();
    const { id: stripeAccount } = await stripe.accounts.create({
      type: "express",
      capabilities: { transfers: { requested: true } },
    });
    await control.onboard(stripeAccount, "complete");
    const mine = await stripe.customers.create({}, { idempotencyKey: "k-7" });
    const theirs = await stripe.customers.create({}, { idempotencyKey: "k-7", stripeAccount });
    expect(theirs.id).not.toBe(mine.id);
  });

  test("an idempotency key expires after a day", async () => {
    const { stripe } = sandbox();
    const first = await stripe.paymentIntents.create(PAYMENT, { idempotencyKey: "k-8" });
    sandbox().time += 86_399;
    expect((await stripe.paymentIntents.create(PAYMENT, { idempotencyKey: "k-8" })).id).toBe(first.id);
    sandbox().time += 1;
    expect((await stripe.paymentIntents.create(PAYMENT, { idempotencyKey: "k-8" })).id).not.toBe(first.id);
  });
});

describe("when something goes wrong", () => {
  const patient = (config: Partial<Stripe.StripeConfig> = {}) =>
    stripeAt(sandbox().running.port, { maxNetworkRetries: 2, ...config });

  /** Gives up on the first response after a second and waits for all others. */
  const impatientOnce = (config: Partial<Stripe.StripeConfig> = {}) => {
    const httpClient = Stripe.createNodeHttpClient();
    const send = httpClient.makeRequest.bind(httpClient);
    let requests = 0;
    httpClient.makeRequest = (host, port, path, method, headers, body, protocol, timeout) => {
      requests += 1;
      return send(host, port, path, method, headers, body, protocol, requests === 1 ? 1_000 : timeout);
    };
    return patient({ httpClient, ...config });
  };

  test("the SDK retries a timeout after success and charges once", async () => {
    const before = await charges();
    await sandbox().control.setFault({ kind: "no_answer_after_success", path: "/v1/payment_intents" });
    const paid = await impatientOnce().paymentIntents.create(PAYMENT);
    expect(paid.status).toBe("succeeded");
    expect(paid.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(await charges()).toBe(before + 1);
  });

  test("a manual retry with the same key recovers from a timeout after success", async () => {
    const before = await charges();
    await sandbox().control.setFault({ kind: "no_answer_after_success", path: "/v1/payment_intents" });
    const impatient = impatientOnce({ maxNetworkRetries: 0 });
    const createIntent = () => impatient.paymentIntents.create(PAYMENT, { idempotencyKey: "k-9" });
    await expect(createIntent()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    await expect.poll(charges).toBe(before + 1);
    expect(await createIntent()).toMatchObject({ status: "succeeded" });
    expect(await charges()).toBe(before + 1);
  });

  test("a connection that breaks after success charges once", async () => {
    const before = await charges();
    await sandbox().control.setFault({ kind: "reset_after_success", method: "POST" });
    expect(await patient({ maxNetworkRetries: 0 }).paymentIntents.create(PAYMENT)).toMatchObject({
      status: "succeeded",
    });
    expect(await charges()).toBe(before + 1);
  });

  test("a retry after a timeout without effect counts as the first attempt", async () => {
    const before = await charges();
    await sandbox().control.setFault({ kind: "no_answer", path: "/v1/payment_intents" });
    const paid = await impatientOnce().paymentIntents.create(PAYMENT);
    expect(paid.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
    expect(await charges()).toBe(before + 1);
  });

  test("a server error before any effect is retried", async () => {
    const before = await charges();
    await sandbox().control.setFault({ kind: "server_error", path: "/v1/payment_intents", times: "2" });
    expect(await patient().paymentIntents.create(PAYMENT)).toMatchObject({ status: "succeeded" });
    expect(await charges()).toBe(before + 1);
  });

  test("a call whose key is in use is retried", async () => {
    const before = await charges();
    await sandbox().control.setFault({ kind: "conflict", path: "/v1/payment_intents" });
    expect(await patient().paymentIntents.create(PAYMENT)).toMatchObject({ status: "succeeded" });
    expect(await charges()).toBe(before + 1);
    await sandbox().control.setFault({ kind: "conflict", path: "/v1/payment_intents" });
    await expect(sandbox().stripe.paymentIntents.create(PAYMENT)).rejects.toMatchObject({
      statusCode: 409,
      code: "idempotency_key_in_use",
    });
  });

  test("a server error after the effect is replayed, and only a lookup shows the effect", async () => {
    const before = await charges();
    await sandbox().control.setFault({ kind: "server_error_kept", path: "/v1/payment_intents" });
    const payment = { ...PAYMENT, metadata: { paymentId: "p-500" } };
    const createIntent = () => patient().paymentIntents.create(payment, { idempotencyKey: "k-10" });
    await expect(createIntent()).rejects.toMatchObject({ statusCode: 500 });
    await expect(createIntent()).rejects.toMatchObject({ statusCode: 500 });
    expect(await charges()).toBe(before + 1);
    const found = await patient().paymentIntents.search({ query: "metadata['paymentId']:'p-500'" });
    expect(found.data).toMatchObject([{ status: "succeeded" }]);
  });

  test("rate limiting is reported as such", async () => {
    const before = await charges();
    await sandbox().control.setFault({ kind: "rate_limit", path: "/v1/payment_intents" });
    await expect(patient().paymentIntents.create(PAYMENT)).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError);
    expect(await charges()).toBe(before);
  });

  test("a slow response arrives or times out", async () => {
    await sandbox().control.setFault({ kind: "slow", path: "/v1/balance", milliseconds: "50" });
    expect(await patient().balance.retrieve()).toMatchObject({ object: "balance" });
    await sandbox().control.setFault({ kind: "slow", path: "/v1/balance", milliseconds: "5000" });
    await expect(patient({ maxNetworkRetries: 0, timeout: 100 }).balance.retrieve()).rejects.toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
  });

  test("a fault affects only the calls it names, as often as it says", async () => {
    await sandbox().control.setFault({ kind: "server_error", method: "POST", path: "/v1/refunds" });
    const { stripe } = sandbox();
    expect(await stripe.refunds.list()).toMatchObject({ object: "list" });
    const { id } = await stripe.paymentIntents.create(PAYMENT);
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ statusCode: 500 });
    expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ status: "succeeded" });
  });
});
