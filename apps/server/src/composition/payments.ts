import { createHmac } from "node:crypto";
import { SANDBOX_PUBLISHABLE_KEY, startCardSandbox } from "@nexby/card-sandbox";
import type { CardEntry, PaymentsPort } from "../adapters/payments/payments.port.ts";
import type { CardSandboxPages } from "../adapters/payments/serve-card-sandbox.ts";
import { stripePayments } from "../adapters/payments/stripe-payments.ts";
import { readClock } from "../platform/clock/clock.ts";
import type { Config } from "../platform/config/config.ts";
import type { Db } from "../platform/db/db.ts";

type Payments = {
  payments: PaymentsPort;
  cardEntry: CardEntry;
  /** To be served under /sandbox, when the card sandbox is the one in use. */
  cardSandbox: CardSandboxPages | null;
  /** Tells the sandbox where the product is; before that it delivers no webhooks. A worker leaves that to a server. */
  reachedAt(origin: string): void;
  close(): Promise<void>;
};

type Settings = Pick<Config, "stripe" | "secret" | "publicUrl">;
type Surroundings = {
  /** The sandbox makes its own tables, of which the application's role has none: as little as of Stripe's. */
  sandboxDatabaseUrl: string;
  db: Db;
  onFault: (error: unknown) => void;
};

const WEBHOOK_PATH = "/api/webhooks/stripe";

/** Stripe when its keys are set; else the card sandbox, on a loopback port of its own. It refuses production itself. */
export async function choosePayments(
  settings: Settings,
  { sandboxDatabaseUrl, db, onFault }: Surroundings,
): Promise<Payments> {
  const { stripe, secret, publicUrl } = settings;
  if (stripe) {
    return {
      payments: stripePayments(stripe),
      cardEntry: { kind: "stripe", publishableKey: stripe.publishableKey, sandboxUrl: null },
      cardSandbox: null,
      reachedAt: () => undefined,
      close: async () => undefined,
    };
  }
  const ownKey = (use: string) => createHmac("sha256", secret).update(`card sandbox: ${use}`).digest("hex");
  const [secretKey, webhookSecret] = [`sk_test_${ownKey("secret key")}`, `whsec_${ownKey("webhooks")}`];
  let origin: string | null = null;
  const sandbox = await startCardSandbox({
    databaseUrl: sandboxDatabaseUrl,
    now: () => readClock(db),
    webhookUrl: () => origin && origin + WEBHOOK_PATH,
    webhookSecret,
    publicOrigin: () => (publicUrl && new URL(publicUrl).origin) ?? origin ?? "",
    secretKey,
    onError: onFault,
  });
  const publishableKey = SANDBOX_PUBLISHABLE_KEY;
  return {
    payments: stripePayments({
      secretKey,
      webhookSecrets: [webhookSecret],
      environment: "sandbox",
      sandboxPort: sandbox.port,
    }),
    cardEntry: { kind: "sandbox", publishableKey, sandboxUrl: "/sandbox" },
    cardSandbox: { origin: sandbox.origin, publishableKey },
    reachedAt: (where) => {
      origin = where;
    },
    close: sandbox.close,
  };
}
