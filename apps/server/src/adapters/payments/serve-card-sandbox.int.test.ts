import { Writable } from "node:stream";
import { SANDBOX_PUBLISHABLE_KEY, SANDBOX_SECRET_KEY } from "@nexby/card-sandbox";
import { getPaymentsConfig } from "@nexby/contract/money/payments";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "../../platform/logging.ts";
import { useTestPayments } from "../../testing/bookings/test-payments.ts";
import { call, rawGet } from "../../testing/call.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { useTestDatabase } from "../../testing/test-database.ts";

const NUMBER = "4000000000000077";

const database = useTestDatabase();
const sandbox = useTestPayments(database);
let app: TestApp;
let logged = "";

beforeAll(async () => {
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      logged += String(chunk);
      done();
    },
  });
  app = await startTestApp({ db: database().db, ...sandbox().deps, logger: createLogger("trace", stream) });
  sandbox().deliverTo(app.origin);
});
afterAll(() => app.close());

const withKey = (key: string) => ({ authorization: `Bearer ${key}` });
const card = {
  type: "card",
  "card[number]": NUMBER,
  "card[exp_month]": "12",
  "card[exp_year]": "2040",
  "card[cvc]": "123",
};
const sendCard = (key = SANDBOX_PUBLISHABLE_KEY) =>
  fetch(`${app.origin}/sandbox/v1/payment_methods`, {
    method: "POST",
    headers: withKey(key),
    body: new URLSearchParams(card),
  });

test("the server configures the card form for the sandbox", async () => {
  const { body } = await call(app.origin, getPaymentsConfig);
  expect(body).toEqual({ kind: "sandbox", publishableKey: SANDBOX_PUBLISHABLE_KEY, sandboxUrl: "/sandbox" });
});

test("the server forwards a card to the sandbox without storing its number in any log or table, including the sandbox's", async () => {
  const response = await sendCard();
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ id: expect.stringMatching(/^pm_/), card: { last4: "0077" } });

  expect(logged).toContain("/sandbox/*");
  expect(logged).not.toContain(NUMBER);
  const { rows: tables } = await database().owner.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'card_sandbox') and table_type = 'BASE TABLE'`);
  expect(tables.length).toBeGreaterThan(40);
  for (const { schema, name } of tables) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const { rows } = await database().owner.execute(sql`select 1 from ${table} t where t::text like ${`%${NUMBER}%`}`);
    expect({ name, rows }).toEqual({ name, rows: [] });
  }
});

test("the sandbox route accepts only the publishable key and only browser routes", async () => {
  expect((await sendCard(SANDBOX_SECRET_KEY)).status).toBe(401);
  const headers = withKey(SANDBOX_PUBLISHABLE_KEY);
  for (const path of [
    "/sandbox/../v1/customers",
    "/sandbox/%2e%2e/v1/customers",
    "/sandbox/..%2fsandbox-control/invariants",
    "/sandbox/.%2e/sandbox-control/invariants",
    "/sandbox/v1/customers",
    "/sandbox-control/invariants",
    "/sandbox/nothing",
  ]) {
    const { status, text } = await rawGet(app.origin, path, headers);
    expect({ path, isRejected: [401, 404].includes(status) }).toEqual({ path, isRejected: true });
    expect(text).not.toContain("cus_");
  }
});

test("the server serves sandbox pages with their own CSP and redirects", async () => {
  const person = { personId: crypto.randomUUID(), email: "o@nexby.example", firstName: "Sam", lastName: "Reed" };
  const { payments } = sandbox().deps;
  const { id: accountId } = await payments.createAccount({ key: person.personId, ...person });
  const urls = { refreshUrl: `${app.origin}/again`, returnUrl: `${app.origin}/payment-setup-complete` };
  const { url } = await payments.createAccountLink({ accountId, ...urls });
  expect(url).toMatch(`${app.origin}/sandbox/onboarding/`);
  const page = await fetch(url);
  expect(await page.text()).toContain("Set up payouts");
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
  expect(page.headers.get("x-frame-options")).toBeNull();
  const body = new URLSearchParams({ outcome: "complete" });
  const done = await fetch(url, { method: "POST", body, redirect: "manual", headers: { origin: app.origin } });
  expect([done.status, done.headers.get("location")]).toEqual([303, urls.returnUrl]);
  const forged = await fetch(url, { method: "POST", body, headers: { origin: "https://evil.example" } });
  expect(forged.status).toBe(403);
});

test("with Stripe, the server serves no sandbox and allows only Stripe's card fields in the CSP", async () => {
  const cardEntry = { kind: "stripe", publishableKey: "pk_test_1", sandboxUrl: null } as const;
  const withStripe = await startTestApp({ db: database().db, cardEntry });
  const { body, headers } = await call(withStripe.origin, getPaymentsConfig);
  expect(body).toEqual(cardEntry);
  const directives = headers.get("content-security-policy")?.split(";") ?? [];
  for (const name of ["script-src ", "frame-src "]) {
    const sources = directives.find((directive) => directive.startsWith(name))?.split(" ");
    expect(sources).toEqual(expect.arrayContaining(["https://js.stripe.com", "https://*.js.stripe.com"]));
  }
  expect((await fetch(`${withStripe.origin}/sandbox/v1/payment_methods`)).status).toBe(404);
  await withStripe.close();
  const without = await call(app.origin, getPaymentsConfig);
  expect(without.headers.get("content-security-policy")).not.toContain("stripe");
});
