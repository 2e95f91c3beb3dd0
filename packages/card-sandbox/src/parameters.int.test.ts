import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { SANDBOX_PUBLISHABLE_KEY, SANDBOX_SECRET_KEY } from "./card-sandbox.ts";
import { ALL_CALLS } from "./resources/all-calls.ts";
import { expectInvalid, useSandbox } from "./testing/sandbox-under-test.ts";

const sandbox = useSandbox();

/** Sends a request as a program without the SDK's types would. */
async function send(method: string, path: string, form: string, key = SANDBOX_SECRET_KEY) {
  const url = `${sandbox().running.origin}${path}`;
  const response = await fetch(method === "POST" ? url : `${url}?${form}`, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
    },
    ...(method === "POST" && { body: form }),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

describe("parameters", () => {
  test.each(ALL_CALLS.map(({ method, path }) => ({ method, path })))(
    "$method $path rejects an unknown parameter",
    async ({ method, path }) => {
      const { status, body } = await send(method, path.replaceAll(/:\w+/g, "some_id"), "amuont=1");
      expect(status).toBe(400);
      expect(body.error).toMatchObject({
        type: "invalid_request_error",
        code: "parameter_unknown",
        param: "amuont",
        message: "Received unknown parameter: amuont",
      });
    },
  );

  const GOOD = "amount=1000&currency=usd";

  test.each([
    ["payment_intents", `${GOOD}&metadata[a][b]=1`, undefined, "metadata[a]"],
    [
      "payment_intents",
      `${GOOD}&payment_method_options[card][request_3ds]=any`,
      "parameter_unknown",
      "payment_method_options[card][request_3ds]",
    ],
    ["payment_intents", `${GOOD}&payment_method_types[]=card`, "parameter_unknown", "payment_method_types"],
    ["payment_intents", `${GOOD}&__proto__[x]=1`, "parameter_unknown", "__proto__"],
    ["payment_intents", "currency=usd", "parameter_missing", "amount"],
    ["payment_intents", "amount=1000", "parameter_missing", "currency"],
    ["payment_intents", "amount=10.5&currency=usd", "parameter_invalid_integer", "amount"],
    ["payment_intents", "amount=-100&currency=usd", "parameter_invalid_integer", "amount"],
    ["payment_intents", "amount=49&currency=usd", "amount_too_small", "amount"],
    ["payment_intents", "amount=100000000&currency=usd", "amount_too_large", "amount"],
    ["payment_intents", "amount=&currency=usd", "parameter_invalid_empty", "amount"],
    ["payment_intents", "amount[x]=1&currency=usd", undefined, "amount"],
    ["payment_intents", "amount=1000&currency=eur", undefined, "currency"],
    ["payment_intents", `${GOOD}&capture_method=later`, undefined, "capture_method"],
    ["payment_intents", `${GOOD}&confirm=perhaps`, undefined, "confirm"],
    ["payment_intents", `${GOOD}&off_session=true`, undefined, "off_session"],
    ["payment_intents", `${GOOD}&customer=cus_nobody`, "resource_missing", "customer"],
    ["payment_intents", `${GOOD}&payment_method=pm_nothing`, "resource_missing", "payment_method"],
    ["payment_intents", `${GOOD}&description=a%00b`, undefined, "description"],
    [
      "payment_intents",
      `${GOOD}&statement_descriptor=${"x".repeat(23)}`,
      "parameter_invalid_string_too_long",
      "statement_descriptor",
    ],
    ["payment_intents", `${GOOD}&metadata[${"k".repeat(41)}]=1`, undefined, `metadata[${"k".repeat(41)}]`],
    ["payment_intents", `${GOOD}&expand[]=nothing`, undefined, "expand"],
    ["payment_intents", `${GOOD}&expand[]=customer.a.b.c.d`, undefined, "expand"],
    [
      "account_links",
      "account=acct_1&type=account_onboarding&return_url=ftp://x&refresh_url=http://x",
      "url_invalid",
      "return_url",
    ],
    ["customers", "email=nobody", "email_invalid", "email"],
    ["customers", "email=a@b", "email_invalid", "email"],
    ["customers", "email=Some%20One%20<a@b.example>", "email_invalid", "email"],
    ["accounts", "type=express&email=a@@b.example", "email_invalid", "email"],
    ["accounts", "type=express&individual[email]=a", "email_invalid", "individual[email]"],
    ["payment_intents", `${GOOD}&receipt_email=a b@c.example`, "email_invalid", "receipt_email"],
    [
      "payment_methods",
      "type=card&card[number]=4242424242424242&card[exp_month]=1&card[exp_year]=2034&billing_details[email]=a",
      "email_invalid",
      "billing_details[email]",
    ],
    ["payment_intents", `${GOOD}&transfer_data[destination]=acct_1`, "unsupported_by_sandbox", "transfer_data"],
    ["payment_intents", `${GOOD}&application_fee_amount=10`, "unsupported_by_sandbox", "application_fee_amount"],
    ["payment_intents", `${GOOD}&on_behalf_of=acct_1`, "unsupported_by_sandbox", "on_behalf_of"],
    ["payment_intents/pi_1", "application_fee_amount=10", "unsupported_by_sandbox", "application_fee_amount"],
    ["payment_intents/pi_1/capture", "transfer_data[amount]=10", "unsupported_by_sandbox", "transfer_data"],
    ["setup_intents", "on_behalf_of=acct_1", "unsupported_by_sandbox", "on_behalf_of"],
    ["refunds", "charge=ch_1&reverse_transfer=true", "unsupported_by_sandbox", "reverse_transfer"],
    ["refunds", "charge=ch_1&refund_application_fee=true", "unsupported_by_sandbox", "refund_application_fee"],
    ["application_fees/fee_1/refunds", "", "unsupported_by_sandbox", undefined],
    ["refunds", "amount=100", "parameter_missing", undefined],
    ["transfers", "currency=usd&destination=acct_nobody&amount=1", "resource_missing", "destination"],
  ])("POST /v1/%s rejects %s", async (path, form, code, param) => {
    const { status, body, headers } = await send("POST", `/v1/${path}`, form);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: "invalid_request_error", message: expect.any(String) });
    expect(body.error.code).toBe(code);
    expect(body.error.param).toBe(param);
    expect(headers.get("request-id")).toMatch(/^req_/);
  });

  test("a destination charge is refused with the reason and what to do instead", async () => {
    const { stripe } = sandbox();
    const charge = { amount: 1_000, currency: "usd", transfer_data: { destination: "acct_1" } };
    expect((await expectInvalid(stripe.paymentIntents.create(charge), { param: "transfer_data" })).message).toBe(
      "The card sandbox does not support destination charges. Use separate charges and transfers instead.",
    );
    expect((await expectInvalid(stripe.applicationFees.list(), { statusCode: 400 })).message).toBe(
      "The card sandbox does not support application fees.",
    );
  });

  test("bodies of any kind never cause a server error", async () => {
    const hostile = [
      "amount=1e3&currency=usd",
      "amount[]=1&amount[]=2&currency=usd",
      "[=&]=",
      "a[b",
      "a]b=1",
      "%zz=%zz",
      "&&&&",
      `${"a[b]".repeat(1)}${"[c]".repeat(50)}=1`,
      `amount=${"9".repeat(400)}&currency=usd`,
      "amount=NaN&currency=usd",
      "metadata=x&amount=1000&currency=usd",
      "metadata[]=&amount=1000&currency=usd",
      "amount=1000&amount[a]=1&currency=usd",
      Array.from({ length: 1_500 }, (_, index) => `metadata[k${index}]=v`).join("&"),
      "\u0000",
      '{"amount":1000}',
      "constructor[prototype][x]=1&amount=1000&currency=usd",
      "amount=1000&currency=usd&hasOwnProperty=1",
    ];
    for (const form of hostile) {
      for (const path of ["/v1/payment_intents", "/v1/customers", "/v1/payment_methods", "/v1/accounts"]) {
        const { status, body } = await send("POST", path, form);
        expect(status === 200 || body.error.type === "invalid_request_error", `${path} ${form}`).toBe(true);
        expect(status).toBeLessThan(500);
      }
    }
  });

  test("a body that is too large is rejected", async () => {
    expect((await send("POST", "/v1/customers", `name=${"x".repeat(300_000)}`)).status).toBe(413);
  });
});

describe("access", () => {
  test.each([
    ["a caller without a key", "", 401],
    ["a caller with an unknown key", "sk_test_stranger", 401],
    ["a caller with a live key", "sk_live_real", 401],
    ["a browser", SANDBOX_PUBLISHABLE_KEY, 401],
  ])("%s cannot make secret-key calls", async (_title, key, status) => {
    const response = await send("GET", "/v1/balance", "", key);
    expect(response.status).toBe(status);
    expect(response.body.error.type).toBe("invalid_request_error");
    expect((await send("POST", "/sandbox-control/faults", "kind=slow", key)).status).toBe(status);
    expect((await send("POST", "/sandbox-control/pump", "", key)).status).toBe(status);
  });

  test("the SDK reports an unknown key as an authentication error", async () => {
    const unknownCaller = new Stripe("sk_test_stranger", {
      host: "127.0.0.1",
      port: sandbox().running.port,
      protocol: "http",
    });
    await expect(unknownCaller.balance.retrieve()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  });

  test("a browser confirms its own intent with its client secret, under either URL", async () => {
    const { stripe } = sandbox();
    const intent = await stripe.paymentIntents.create({
      amount: 1_000,
      currency: "usd",
      allowed_payment_method_types: ["card"],
    });
    const path = `/sandbox/v1/payment_intents/${intent.id}`;
    const browser = (form: string) => send("POST", `${path}/confirm`, form, SANDBOX_PUBLISHABLE_KEY);
    expect(await browser("payment_method=pm_card_visa")).toMatchObject({
      status: 400,
      body: { error: { code: "parameter_missing", param: "client_secret" } },
    });
    expect((await browser("payment_method=pm_card_visa&client_secret=guess")).status).toBe(400);
    const done = await browser(`payment_method=pm_card_visa&client_secret=${intent.client_secret}`);
    expect(done).toMatchObject({ status: 200, body: { status: "succeeded" } });
    const read = await send("GET", path, `client_secret=${intent.client_secret}`, SANDBOX_PUBLISHABLE_KEY);
    expect(read.body.id).toBe(intent.id);
  });

  test("a browser can pay only with a saved card of the payer, not with another customer's card", async () => {
    const { stripe } = sandbox();
    const [payer, otherCustomer] = [await stripe.customers.create(), await stripe.customers.create()];
    const [own, otherCard] = [
      await stripe.paymentMethods.attach("pm_card_visa", { customer: payer.id }),
      await stripe.paymentMethods.attach("pm_card_mastercard", { customer: otherCustomer.id }),
    ];
    const payment = { amount: 1_000, currency: "usd", allowed_payment_method_types: ["card" as const] };
    const intent = await stripe.paymentIntents.create({ ...payment, customer: payer.id });
    const withoutCustomer = await stripe.paymentIntents.create(payment);
    const pay = ({ id, client_secret }: Stripe.PaymentIntent, card: Stripe.PaymentMethod) => {
      const form = `payment_method=${card.id}&client_secret=${client_secret}`;
      return send("POST", `/sandbox/v1/payment_intents/${id}/confirm`, form, SANDBOX_PUBLISHABLE_KEY);
    };
    const rejection = { status: 400, body: { error: { type: "invalid_request_error", param: "payment_method" } } };
    expect(await pay(intent, otherCard)).toMatchObject(rejection);
    expect(await pay(withoutCustomer, otherCard)).toMatchObject(rejection);
    const untouched = { status: "requires_payment_method", payment_method: null, latest_charge: null };
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject(untouched);
    expect(await pay(intent, own)).toMatchObject({ status: 200, body: { status: "succeeded" } });
    await stripe.paymentMethods.detach(own.id);
    const later = await stripe.paymentIntents.create({ ...payment, customer: payer.id });
    expect(await pay(later, own), "detached in the meantime").toMatchObject(rejection);
  });
});

describe("a missing resource", () => {
  test("a missing resource is reported as missing, whatever its kind", async () => {
    const { stripe } = sandbox();
    const missing = { code: "resource_missing", statusCode: 404, param: "id" };
    await expectInvalid(stripe.paymentIntents.retrieve("pi_1"), missing);
    await expectInvalid(stripe.charges.retrieve("ch_1"), missing);
    await expectInvalid(stripe.refunds.retrieve("re_1"), missing);
    await expectInvalid(stripe.customers.retrieve("cus_1"), missing);
    await expectInvalid(stripe.paymentMethods.retrieve("pm_1"), missing);
    await expectInvalid(stripe.setupIntents.retrieve("seti_1"), missing);
    await expectInvalid(stripe.transfers.retrieve("tr_1"), missing);
    await expectInvalid(stripe.payouts.retrieve("po_1"), missing);
    await expectInvalid(stripe.disputes.retrieve("dp_1"), missing);
    await expectInvalid(stripe.events.retrieve("evt_1"), missing);
    await expectInvalid(stripe.balanceTransactions.retrieve("txn_1"), missing);
  });

  test.each([
    "/v1/charges/%00",
    "/v1/charges/a%00b?limit=1",
    "/sandbox/challenge/%00",
    "/v1/charges/%ff",
    `/v1/charges/${"x".repeat(300)}`,
    "/v1/events?type=abc%5C",
    "/v1/events?type=%25",
    "/v1/charges?starting_after=%F0%9F%92%B3",
    "/sandbox-control/deliveries?starting_after=x",
    "/v1/payment_intents?created[gte]=999999999999999",
  ])("%s causes no server error", async (path) => {
    const response = await fetch(`${sandbox().running.origin}${path}`, {
      headers: { authorization: `Bearer ${SANDBOX_SECRET_KEY}` },
    });
    expect(response.status).toBeLessThan(500);
  });

  test("an unknown URL is reported as Stripe does", async () => {
    const { status, body } = await send("GET", "/v1/nothing", "");
    expect(status).toBe(404);
    expect(body.error.message).toContain("Unrecognized request URL (GET: /v1/nothing)");
  });
});

describe("headers", () => {
  const request = (path: string, headers: Record<string, string>, method = "GET") =>
    fetch(`${sandbox().running.origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${SANDBOX_SECRET_KEY}`, ...headers },
      ...(method === "POST" && { body: new URLSearchParams() }),
    });

  test.each([
    ["/v1/balance", 200],
    ["/v1/charges/ch_1", 404],
    ["/v1/nothing", 404],
    ["/v1/charges/%00", 404],
    ["/v1/charges/%ff", 400],
    ["/sandbox/challenge/nothing", 404],
    ["/sandbox-control/invariants", 200],
  ])("GET %s carries a request id and the API version", async (path, status) => {
    const { status: answered, headers } = await request(path, {});
    expect(answered).toBe(status);
    expect(headers.get("request-id")).toMatch(/^req_\w{24}$/);
    expect(headers.get("stripe-version")).toBe("2026-10-28.endive");
  });

  test("a caller gets the API version it asks for, and unknown versions are refused", async () => {
    const older = await request("/v1/balance", { "stripe-version": "2026-09-30.endive" });
    expect([older.status, older.headers.get("stripe-version")]).toEqual([200, "2026-09-30.endive"]);
    for (const version of ["2026-03-25.dahlia", "2099-01-01.endive", "newest"]) {
      const unknown = await request("/v1/balance", { "stripe-version": version });
      expect([unknown.status, unknown.headers.get("stripe-version")]).toEqual([400, "2026-10-28.endive"]);
      expect(unknown.headers.get("request-id")).toMatch(/^req_/);
      expect(await unknown.json()).toMatchObject({
        error: {
          type: "invalid_request_error",
          message: expect.stringContaining(`Invalid Stripe API version: ${version}`),
        },
      });
    }
  });

  test("the idempotency key of a write is echoed, also with its error and its replay", async () => {
    const echoed = async (path: string, key: string) => {
      const { status, headers } = await request(path, { "idempotency-key": key }, "POST");
      return [status, headers.get("idempotency-key")];
    };
    expect(await echoed("/v1/customers", "echo-1")).toEqual([200, "echo-1"]);
    expect(await echoed("/v1/customers", "echo-1")).toEqual([200, "echo-1"]);
    expect(await echoed("/v1/payment_intents", "echo-2")).toEqual([400, "echo-2"]);
    expect((await request("/v1/balance", { "idempotency-key": "echo-3" })).headers.get("idempotency-key")).toBeNull();
  });
});

describe("customers", () => {
  test("customers can be created, updated, found and deleted", async () => {
    const { stripe } = sandbox();
    const email = "someone@nexby.example";
    const customer = await stripe.customers.create({ email, name: "Some One", metadata: { user: "u-9" } });
    const changed = await stripe.customers.update(customer.id, { name: "Else", metadata: { user: "", plan: "a" } });
    expect(changed).toMatchObject({ email, name: "Else", metadata: { plan: "a" } });
    expect((await stripe.customers.list({ email })).data.map(({ id }) => id)).toEqual([customer.id]);
    expect(await stripe.customers.del(customer.id)).toEqual({ id: customer.id, object: "customer", deleted: true });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    const payment = { amount: 1_000, currency: "usd", customer: customer.id };
    await expectInvalid(stripe.paymentIntents.create(payment), { code: "resource_missing", param: "customer" });
  });
});

describe("card numbers", () => {
  const number = (digits: string, more = "&card[exp_month]=12&card[exp_year]=2034&card[cvc]=123") =>
    send("POST", "/v1/payment_methods", `type=card&card[number]=${digits}${more}`, SANDBOX_PUBLISHABLE_KEY);

  test("a test number becomes the card it stands for", async () => {
    const { status, body } = await number("4000%200000%200000%209995");
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: "card", card: { brand: "visa", last4: "9995", exp_month: 12, exp_year: 2034 } });
    expect(await sandbox().stripe.paymentMethods.retrieve(body.id)).toMatchObject({ id: body.id });
  });

  test.each([
    ["a number that could be real", "4111111111111111", "card_declined"],
    ["no number at all", "abc", "incorrect_number"],
  ])("%s is rejected and not repeated", async (_case, digits, code) => {
    const { status, body } = await number(digits);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: "card_error", code });
    expect(JSON.stringify(body)).not.toContain(digits);
  });

  test("an expired card and an invalid security code are rejected", async () => {
    const card = "4242424242424242";
    expect((await number(card, "&card[exp_month]=5&card[exp_year]=2026&card[cvc]=123")).body.error.code).toBe(
      "invalid_expiry_year",
    );
    expect((await number(card, "&card[exp_month]=12&card[exp_year]=34&card[cvc]=12")).body.error.code).toBe(
      "invalid_cvc",
    );
    expect((await number(card, "&card[exp_month]=13&card[exp_year]=34")).status).toBe(400);
  });
});
