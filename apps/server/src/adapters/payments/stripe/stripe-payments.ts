import Stripe from "stripe";
import type { PaymentsPort } from "../payments.port.ts";
import { cardPayments } from "./card-payments.ts";
import { customers } from "./customers.ts";
import { events } from "./events.ts";
import { disputes, refunds } from "./refunds.ts";
import { balance, payoutAccounts, transfers } from "./transfers.ts";

export type StripeSettings = {
  secretKey: string;
  /** Of the endpoint for our own account and, where there is one, of that for payout accounts. */
  webhookSecrets: readonly string[];
  environment: PaymentsPort["environment"];
  /** Of a server that speaks Stripe's protocol on this machine, instead of Stripe's own. */
  sandboxPort?: number;
  timeoutMs?: number;
};

const TIMEOUT_MS = 20_000;

/**
 * Stripe, or what speaks like it. Who tries again is a job, with the key that was stored before the first try; the
 * library does so only after a connection broke, once, and with that key too.
 */
export function stripePayments({ environment, webhookSecrets, ...settings }: StripeSettings): PaymentsPort {
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: 0,
    timeout: settings.timeoutMs ?? TIMEOUT_MS,
    telemetry: false,
    ...(settings.sandboxPort !== undefined && { host: "127.0.0.1", port: settings.sandboxPort, protocol: "http" }),
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
