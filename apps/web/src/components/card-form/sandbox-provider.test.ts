import { expect, test } from "vitest";
import { SandboxProvider } from "./sandbox-provider.ts";

const CARD = { number: "4242 4242 4242 4242", expiry: "12 / 40", code: "123", zip: "07040" };

/** Responds in order and records the requests. */
function providerResponding(...responses: [status: number, body: object][]) {
  const requests: { url: string; body: string; headers: unknown; credentials: unknown }[] = [];
  const send = async (url: unknown, init: RequestInit = {}) => {
    requests.push({
      url: String(url),
      body: String(init.body ?? ""),
      headers: init.headers,
      credentials: init.credentials,
    });
    const [status, body] = responses.shift() ?? [500, {}];
    return new Response(JSON.stringify(body), { status });
  };
  const settings = { publishableKey: "pk_test_1", sandboxUrl: "/sandbox" };
  return { requests, provider: new SandboxProvider(settings, send as typeof fetch) };
}

const METHOD: [number, object] = [200, { id: "pm_1" }];

test("the sandbox provider sends the card number only to the sandbox, without our session", async () => {
  const { requests, provider } = providerResponding(METHOD, [200, { status: "succeeded", next_action: null }]);
  expect(await provider.confirm("setup", "seti_1_secret_2", CARD)).toEqual({ status: "succeeded" });
  expect(requests.map(({ url }) => url)).toEqual([
    "/sandbox/v1/payment_methods",
    "/sandbox/v1/setup_intents/seti_1/confirm",
  ]);
  expect(requests[0]?.body).toContain("card%5Bnumber%5D=4242424242424242");
  expect(requests[1]?.body).toBe("client_secret=seti_1_secret_2&payment_method=pm_1");
  for (const { headers, credentials } of requests) {
    expect([headers, credentials]).toEqual([{ authorization: "Bearer pk_test_1" }, "omit"]);
  }
});

test("the sandbox provider confirms a saved card by its id, without card details", async () => {
  const { requests, provider } = providerResponding([200, { status: "requires_capture", next_action: null }]);
  expect(await provider.confirm("payment", "pi_1_secret_2", "pm_saved")).toEqual({ status: "succeeded" });
  expect(requests).toMatchObject([
    {
      url: "/sandbox/v1/payment_intents/pi_1/confirm",
      body: "client_secret=pi_1_secret_2&payment_method=pm_saved",
      credentials: "omit",
    },
  ]);
});

test.each([
  ["payment", { status: "requires_capture", next_action: null }, { status: "succeeded" }],
  ["payment", { status: "processing", next_action: null }, { status: "processing" }],
  [
    "setup",
    { status: "requires_action", next_action: { use_stripe_sdk: { stripe_js: "/sandbox/challenge/x" } } },
    { status: "challenged", url: "/sandbox/challenge/x" },
  ],
  [
    "payment",
    { status: "requires_action", next_action: { redirect_to_url: { url: "/sandbox/challenge/y" } } },
    { status: "challenged", url: "/sandbox/challenge/y" },
  ],
  [
    "payment",
    { status: "requires_payment_method", next_action: null, last_payment_error: { message: "No." } },
    { status: "declined", message: "No." },
  ],
] as const)("a %s intent that is %j results in %j", async (kind, intent, step) => {
  const { provider } = providerResponding(METHOD, [200, intent]);
  expect(await provider.confirm(kind, "pi_1_secret_2", CARD)).toEqual(step);
});

test("the sandbox provider passes on the bank's message for a decline, but not for a fault", async () => {
  const declined = providerResponding(METHOD, [402, { error: { message: "Your card has expired." } }]);
  expect(await declined.provider.confirm("payment", "pi_1_secret_2", CARD)).toEqual({
    status: "declined",
    message: "Your card has expired.",
  });
  const broken = providerResponding(METHOD, [500, { error: { message: "Trace" } }]);
  expect(await broken.provider.confirm("payment", "pi_1_secret_2", CARD)).toMatchObject({ status: "unreachable" });
});

test("the sandbox provider reads the intent's status after the bank's challenge", async () => {
  const { requests, provider } = providerResponding([200, { status: "succeeded", next_action: null }]);
  expect(await provider.readStatus("payment", "pi_1_secret_2")).toEqual({ status: "succeeded" });
  expect(requests[0]?.url).toBe("/sandbox/v1/payment_intents/pi_1?client_secret=pi_1_secret_2");
});
