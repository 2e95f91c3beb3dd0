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
