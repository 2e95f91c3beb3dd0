import Stripe from "stripe";
import type { PaymentsPort } from "../payments.port.ts";
import { cardPayments } from "./card-payments.ts";
import { customers } from "./customers.ts";
import { events } from "./events.ts";
import { disputes, refunds } from "./refunds.ts";
import { balance, payoutAccounts, transfers } from "./transfers.ts";

export type StripeSettings = {
  secretKey: string;
  /** Secrets of the webhook endpoints: our own account's and, if configured, the payout accounts'. */
  webhookSecrets: readonly string[];
  environment: PaymentsPort["environment"];
  /** Origin of a server that implements Stripe's API, used instead of Stripe. */
  apiBase?: string | undefined;
  timeoutMs?: number;
};

const TIMEOUT_MS = 20_000;

/**
 * Stripe or a compatible server. Jobs retry with the key stored before the first attempt; the library retries only
 * once, after a broken connection, with the same key.
 */
export function stripePayments({ environment, webhookSecrets, ...settings }: StripeSettings): PaymentsPort {
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: 0,
    timeout: settings.timeoutMs ?? TIMEOUT_MS,
    telemetry: false,
    ...(settings.apiBase !== undefined && addressOf(settings.apiBase)),
  });
  return {
    environment,
    ...customers(stripe),
    ...cardPayments(stripe),
    ...refunds(stripe),
    ...payoutAccounts(stripe),
    ...transfers(stripe),
    ...balance(stripe),
    ...disputes(stripe),
    ...events(stripe, webhookSecrets),
  };
}

function addressOf(apiBase: string) {
  const { hostname: host, port, protocol } = new URL(apiBase);
  const isPlain = protocol === "http:";
  return { host, port: port || (isPlain ? 80 : 443), protocol: isPlain ? ("http" as const) : ("https" as const) };
}
