import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { useTestPayments } from "../../testing/bookings/test-payments.ts";
import { TEST_WEBHOOK_SECRET } from "../../testing/test-app.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import type { PaymentsPort } from "./payments.port.ts";
import { describePayments, type PaymentsBench } from "./payments.suite.ts";
import { stripePayments } from "./stripe/stripe-payments.ts";

const database = useTestDatabase();
const sandbox = useTestPayments(database);

async function openSandbox(): Promise<PaymentsBench> {
  const { deps, control } = sandbox();
  const { payments } = deps;
  const person = { personId: newId(), email: "owner@nexby.example", firstName: "Sam", lastName: "Reed" };
  const { id } = await payments.createAccount({ key: newId(), ...person });
  await control(`accounts/${id}/onboarding`, { outcome: "complete" });
  return {
    payments,
    webhookSecret: TEST_WEBHOOK_SECRET,
    readyAccount: id,
    trigger: {
      dispute: async (charge) => void (await control(`charges/${charge}/dispute`)),
      warn: async (charge) => void (await control(`charges/${charge}/fraud_warning`)),
    },
    close: async () => undefined,
  };
}

describePayments("the card sandbox through Stripe's library", openSandbox);

/** The same tests against Stripe, for `npm run verify:stripe`, which needs a test key and says when there is none. */
const {
  STRIPE_SECRET_KEY: secretKey = "",
  STRIPE_TEST_ACCOUNT: readyAccount = null,
  STRIPE_API_BASE: apiBase,
} = process.env;
if (/^(sk|rk)_test_/.test(secretKey)) {
  const webhookSecret = "whsec_only_for_tests";
  const payments = stripePayments({ secretKey, webhookSecrets: [webhookSecret], environment: "test", apiBase });
  const trigger = { dispute: async () => undefined, warn: async () => undefined };
  const bench = { payments, webhookSecret, readyAccount, trigger, close: async () => undefined };
  describePayments("Stripe", async () => bench);
}

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** Stripe's library talking to a server that gives every request the same answer. */
async function answering(status: number, body: object): Promise<PaymentsPort> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const settings = { secretKey: "rk_test_1", webhookSecrets: [], environment: "test" as const };
  return stripePayments({ ...settings, apiBase: `http://127.0.0.1:${port}` });
}

test("a pending refund says whether it waits for our balance", async () => {
  const refund = { id: "re_1", object: "refund", amount: 500, metadata: {}, balance_transaction: null };
  const read = async (status: string, pending_reason?: string) =>
    (await answering(200, { ...refund, status, pending_reason })).fetchRefund("re_1");
  expect(await read("pending", "insufficient_funds")).toMatchObject({ status: "pending", waitsForBalance: true });
  expect(await read("pending", "processing")).toMatchObject({ status: "pending", waitsForBalance: false });
  expect(await read("succeeded")).toMatchObject({ status: "settled", waitsForBalance: false });
});

test("an event of an unknown shape doesn't hide the other events of the list", async () => {
  const event = { object: "event", type: "charge.refunded", created: 1_780_000_000 };
  const known = { ...event, id: "evt_1", data: { object: { id: "ch_1", object: "charge" } } };
  const data = [{ ...event, id: "evt_3", data: {} }, known, { ...event, id: "evt_0", created: "today", data: null }];
  const listing = await answering(200, { object: "list", data, has_more: true });
  const page = await listing.listEvents({ from: new Date(0) });
  expect(page).toEqual({ items: [expect.objectContaining({ id: "evt_1" })], nextCursor: "evt_0" });
});

describe("provider failures", () => {
  const person = { email: "a@nexby.example", name: "A" };
  const fault = (kind: string, path: string) => sandbox().control("faults", { kind, path });

  test.each([
    ["no_answer", "unknown_outcome", "temporary"],
    ["no_answer_after_success", "unknown_outcome", "temporary"],
    ["server_error", "unknown_outcome", "temporary"],
    ["rate_limit", "temporary", "temporary"],
    ["conflict", "temporary", "temporary"],
  ])("the Stripe adapter reports %s as %s for a write and %s for a read", async (kind, writeProblem, readProblem) => {
    const { settings, deps } = sandbox();
    const payments = kind.startsWith("no_answer") ? stripePayments({ ...settings, timeoutMs: 500 }) : deps.payments;
    await fault(kind, "/v1/customers");
    const created = payments.createCustomer({ key: newId(), personId: newId(), ...person });
    await expect(created).rejects.toMatchObject({ name: "PaymentProblem", kind: writeProblem });
    await fault(kind, "/v1/balance");
    await expect(payments.fetchBalance()).rejects.toMatchObject({ name: "PaymentProblem", kind: readProblem });
    await sandbox().control("faults", {}, "DELETE");
  });

  test("the library retries a broken connection once with the same key, creating one customer", async () => {
    const personId = newId();
    await fault("reset_after_success", "/v1/customers");
    const customer = { key: newId(), personId, email: "c@nexby.example", name: "C" };
    const { id } = await sandbox().deps.payments.createCustomer(customer);
    const { rows } = await database().owner.execute(sql`
      select id from card_sandbox.documents where kind = 'customer' and body->'metadata'->>'person' = ${personId}`);
    expect(rows).toEqual([{ id }]);
  });

  test("the Stripe adapter marks an error as replayed when the same key returns it again", async () => {
    const customer = { key: newId(), personId: newId(), email: "b@nexby.example", name: "B" };
    const create = () => sandbox().deps.payments.createCustomer(customer);
    await fault("server_error_kept", "/v1/customers");
    await expect(create()).rejects.toMatchObject({ kind: "unknown_outcome", isReplayed: false });
    await expect(create()).rejects.toMatchObject({ kind: "unknown_outcome", isReplayed: true });
  });

  test("the Stripe adapter reports a wrong API key as an operator's problem", async () => {
    const { sandbox: server } = sandbox();
    const settings = { secretKey: "sk_test_wrong", webhookSecrets: [], environment: "test" as const };
    const wrong = stripePayments({ ...settings, apiBase: server.origin });
    await expect(wrong.fetchBalance()).rejects.toMatchObject({ kind: "misconfigured", reason: "not_authenticated" });
  });

  test("the Stripe adapter reports a missing permission as an operator's problem, and a disconnected account as final", async () => {
    const type = "invalid_request_error";
    const message = "The provided key 'rk_test_1' does not have the required permissions for this endpoint.";
    const restricted = await answering(403, { error: { type, message } });
    const person = { personId: newId(), email: "a@nexby.example", name: "A" };
    const refused = { kind: "misconfigured", reason: "not_permitted" };
    await expect(restricted.createCustomer({ key: newId(), ...person })).rejects.toMatchObject(refused);
    await expect(restricted.fetchAccount("acct_1")).rejects.toMatchObject(refused);
    const disconnected = await answering(403, { error: { type, message, code: "account_invalid" } });
    const gone = { kind: "invalid", reason: "account_invalid" };
    await expect(disconnected.fetchAccount("acct_1")).rejects.toMatchObject(gone);
  });
});
