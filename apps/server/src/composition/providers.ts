import { createHmac } from "node:crypto";
import { SANDBOX_PUBLISHABLE_KEY, startCardSandbox } from "@nexby/card-sandbox";
import type { CardEntry, PaymentsPort } from "../adapters/payments/payments.port.ts";
import type { CardSandboxPages } from "../adapters/payments/serve-card-sandbox.ts";
import { stripePayments } from "../adapters/payments/stripe/stripe-payments.ts";
import { embeddedSignIn } from "../adapters/sign-in/embedded/embedded-sign-in.ts";
import { type EmbeddedProvider, embeddedProvider } from "../adapters/sign-in/embedded/provider.ts";
import { openIdProvider } from "../adapters/sign-in/openid-provider.ts";
import type { SignInProviderPort } from "../adapters/sign-in/sign-in-provider.port.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "../demo/people.ts";
import { syncAccount } from "../features/payments/payout-accounts.sync.ts";
import { PAYMENT_SUBJECTS, type Subjects } from "../features/payments/provider-events.ts";
import { readClock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Db } from "../platform/db/db.ts";

type SignIn = {
  signInProvider: SignInProviderPort | null;
  /** Served under /oidc when the demo's own provider is in use. */
  embeddedProvider: EmbeddedProvider | null;
};

type SignInSettings = Pick<Config, "openId" | "signInProviderName" | "isDemo" | "secret">;

const DEMO_NAME = "Nexby ID";
const DEMO_NOTE = `The first time, Nexby asks for the demo accounts' password: ${DEMO_PASSWORD}.`;

/** The configured provider; otherwise our own in demo mode, or none. */
export function chooseSignInProvider(settings: SignInSettings, db: Db, onFault: (error: unknown) => void): SignIn {
  const { openId, isDemo, secret } = settings;
  if (openId) return { signInProvider: openIdProvider(openId), embeddedProvider: null };
  if (!isDemo) return { signInProvider: null, embeddedProvider: null };
  const people = DEMO_PEOPLE.map(({ key, firstName, lastName, email }) => ({
    subject: key,
    firstName,
    lastName,
    email,
  }));
  const name = settings.signInProviderName ?? DEMO_NAME;
  const provider = embeddedProvider({ db, secret, people, name, note: DEMO_NOTE, onFault });
  return {
    signInProvider: embeddedSignIn({ name, provider, secret }),
    embeddedProvider: provider,
  };
}

type Payments = {
  payments: PaymentsPort;
  cardEntry: CardEntry;
  /** Served under /sandbox when the card sandbox is in use. */
  cardSandbox: CardSandboxPages | null;
  /** Sets the origin for the sandbox's webhooks, which are not delivered before. A worker leaves this to a server. */
  setOrigin(origin: string): void;
  close(): Promise<void>;
};

type PaymentsSettings = Pick<Config, "stripe" | "secret" | "publicUrl">;
type SandboxContext = {
  /** The sandbox creates its own tables, which the application's role cannot access, just like Stripe's data. */
  sandboxDatabaseUrl: string;
  db: Db;
  onFault: (error: unknown) => void;
};

const WEBHOOK_PATH = "/api/webhooks/stripe";

/**
 * Stripe when its keys are configured; otherwise the card sandbox on its own loopback port. The sandbox itself refuses
 * to run in production.
 */
export async function choosePayments(
  settings: PaymentsSettings,
  { sandboxDatabaseUrl, db, onFault }: SandboxContext,
): Promise<Payments> {
  const { stripe, secret, publicUrl } = settings;
  if (stripe) {
    return {
      payments: stripePayments(stripe),
      cardEntry: { kind: "stripe", publishableKey: stripe.publishableKey, sandboxUrl: null },
      cardSandbox: null,
      setOrigin: () => undefined,
      close: async () => undefined,
    };
  }
  const deriveKey = (use: string) => createHmac("sha256", secret).update(`card sandbox: ${use}`).digest("hex");
  const [secretKey, webhookSecret] = [`sk_test_${deriveKey("secret key")}`, `whsec_${deriveKey("webhooks")}`];
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
      apiBase: sandbox.origin,
    }),
    cardEntry: { kind: "sandbox", publishableKey, sandboxUrl: "/sandbox" },
    cardSandbox: { origin: sandbox.origin, publishableKey },
    setOrigin: (newOrigin) => {
      origin = newOrigin;
    },
    close: sandbox.close,
  };
}

/** Sync handlers by the object type of a provider event. */
export const PROVIDER_SUBJECTS: Subjects = {
  ...PAYMENT_SUBJECTS,
  // An owner's payout says whether their bank account works.
  payout: async (deps, subject) =>
    subject.accountId === null
      ? (PAYMENT_SUBJECTS.payout?.(deps, subject) ?? false)
      : syncAccount(deps.db, deps.payments, subject.accountId),
  account: ({ db, payments }, { objectId, accountId }) => syncAccount(db, payments, accountId ?? objectId),
  // A deauthorization event names the application; the account that disconnected is its sender.
  application: async ({ db, payments }, { accountId }) => accountId === null || syncAccount(db, payments, accountId),
};
