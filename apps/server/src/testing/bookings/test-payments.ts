import { type CardSandbox, SANDBOX_PUBLISHABLE_KEY, SANDBOX_SECRET_KEY, startCardSandbox } from "@nexby/card-sandbox";
import { afterAll, beforeAll } from "vitest";
import { type StripeSettings, stripePayments } from "../../adapters/payments/stripe/stripe-payments.ts";
import type { AppDeps } from "../../app.ts";
import { readClock } from "../../platform/clock.ts";
import { TEST_WEBHOOK_SECRET } from "../test-app.ts";
import type { TestDatabase } from "../test-database.ts";

export type TestPayments = {
  /** For `startTestApp`. */
  deps: Pick<AppDeps, "payments" | "cardEntry" | "cardSandbox">;
  sandbox: CardSandbox;
  /** To read the sandbox's tables, which the application's role cannot access. */
  sandboxDb: TestDatabase["owner"];
  /** Lets another adapter use the same sandbox. */
  settings: StripeSettings;
  /** Sets the webhook target; webhooks are delivered only by `control("pump")`. */
  deliverTo(origin: string): void;
  /** Simulates banks, cardholders and failures; see the sandbox's README. */
  control<T = unknown>(path: string, form?: Record<string, string>, method?: "GET" | "POST" | "DELETE"): Promise<T>;
};

/** A card sandbox per test file, in its database and with its clock. */
export function useTestPayments(database: () => TestDatabase): () => TestPayments {
  let payments: TestPayments | undefined;
  beforeAll(async () => {
    payments = await startTestPayments(database());
  });
  afterAll(() => payments?.sandbox.close());
  return () => {
    if (!payments) throw new Error("The card sandbox is there from beforeAll on");
    return payments;
  };
}

export async function startTestPayments({ db, owner, ownerUrl }: TestDatabase): Promise<TestPayments> {
  let origin: string | null = null;
  const sandbox = await startCardSandbox({
    databaseUrl: ownerUrl,
    now: () => readClock(db),
    webhookUrl: () => origin && `${origin}/api/webhooks/stripe`,
    webhookSecret: TEST_WEBHOOK_SECRET,
    publicOrigin: () => origin ?? "http://nexby.example",
    delivery: { everyMilliseconds: 0 },
  });
  const publishableKey = SANDBOX_PUBLISHABLE_KEY;
  const settings: StripeSettings = {
    secretKey: SANDBOX_SECRET_KEY,
    webhookSecrets: [TEST_WEBHOOK_SECRET],
    environment: "sandbox",
    apiBase: sandbox.origin,
  };
  return {
    settings,
    deps: {
      payments: stripePayments(settings),
      cardEntry: { kind: "sandbox", publishableKey, sandboxUrl: "/sandbox" },
      cardSandbox: { origin: sandbox.origin, publishableKey },
    },
    sandbox,
    sandboxDb: owner,
    deliverTo: (where) => {
      origin = where;
    },
    control: async (path, form = {}, method = "POST") => {
      const response = await fetch(`${sandbox.origin}/sandbox-control/${path}`, {
        method,
        headers: { authorization: `Bearer ${SANDBOX_SECRET_KEY}` },
        ...(method === "POST" && { body: new URLSearchParams(form) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return JSON.parse(text);
    },
  };
}

/** Calls the provider like the card form: with the publishable key, at the browsers' URL. */
export function browserOf({ deps, sandbox }: TestPayments, origin = sandbox.origin) {
  const headers = { authorization: `Bearer ${deps.cardEntry.publishableKey}` };
  const send = (path: string, form: Record<string, string>) =>
    fetch(`${origin}/sandbox/v1/${path}`, { method: "POST", headers, body: new URLSearchParams(form) });

  return {
    /** Returns the card's id. */
    createCard: async (number = "4242424242424242"): Promise<string> => {
      const form = { type: "card", "card[exp_month]": "12", "card[exp_year]": "2040", "card[cvc]": "123" };
      const response = await send("payment_methods", { ...form, "card[number]": number });
      const { id } = (await response.json()) as { id?: string };
      if (!id) throw new Error(`The card sandbox answered ${response.status}`);
      return id;
    },
    /** For setup intents and payment intents. */
    confirm: (clientSecret: string, cardId: string): Promise<Response> => {
      const [intentId = ""] = clientSecret.split("_secret_");
      const path = intentId.startsWith("seti_") ? "setup_intents" : "payment_intents";
      return send(`${path}/${intentId}/confirm`, { client_secret: clientSecret, payment_method: cardId });
    },
  };
}

/** Saves a customer's card directly at the provider, bypassing our API. */
export async function saveCard(payments: TestPayments, customerId: string): Promise<string> {
  const browser = browserOf(payments);
  const cardId = await browser.createCard();
  const setup = await payments.deps.payments.createSetupIntent({ key: crypto.randomUUID(), customerId });
  const response = await browser.confirm(setup.clientSecret ?? "", cardId);
  if (!response.ok) throw new Error(await response.text());
  return cardId;
}
