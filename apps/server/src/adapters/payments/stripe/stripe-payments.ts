import Stripe from "stripe";
import { z } from "zod";
import { ForgedEvent, type PaymentsPort, type ProviderEvent } from "../payments.port.ts";
import { cardPayments, customers } from "./card-payments.ts";
import { disputes, refunds } from "./refunds.ts";
import { after, callStripe, instantOf, MAX_PER_PAGE, pageOf, within } from "./stripe-client.ts";
import { balance, payoutAccounts, transfers } from "./transfers.ts";

type Events = Pick<PaymentsPort, "readEvent" | "listEvents">;

/** Maximum difference between a signature's timestamp and our clock, in seconds, either way. */
const TOLERANCE = 300;
const SIGNED_AT = /(?:^|,)t=(\d{1,12})(?:,|$)/;

const eventShape = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  account: z.string().nullish(),
  data: z.object({ object: z.object({ id: z.string().optional(), object: z.string() }) }),
});

/** Null for a shape we don't know, such as a thin event, so that one event can't block those after it. */
function presentEvent(event: unknown): ProviderEvent | null {
  const { data: known } = eventShape.safeParse(event);
  if (!known) return null;
  const { object } = known.data;
  return {
    id: known.id,
    type: known.type,
    objectType: object.object,
    // Objects without an id, such as a balance, use the event's id.
    objectId: object.id ?? known.id,
    accountId: known.account ?? null,
    occurredAt: instantOf(known.created),
  };
}

/** The library rejects only old signatures. */
function rejectFuture(signature: string): void {
  const seconds = Number(SIGNED_AT.exec(signature)?.[1] ?? Number.NaN);
  if (!(seconds - Date.now() / 1000 <= TOLERANCE)) throw new ForgedEvent("The signature is from the future");
}

/** Tries every secret: events of payout accounts are signed with a separate one. */
function verifySignature(stripe: Stripe, body: Buffer, signature: string, secrets: readonly string[]): void {
  for (const secret of secrets) {
    try {
      stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE);
      return;
    } catch (error) {
      // Any other error is about the content, which the library reads only after it has verified the signature.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return;
    }
  }
  throw new ForgedEvent("The signature is invalid");
}

function parseObject(body: Buffer): object {
  try {
    const content: unknown = JSON.parse(body.toString());
    if (typeof content === "object" && content !== null && !Array.isArray(content)) return content;
  } catch (error) {
    throw new ForgedEvent("Not JSON", { cause: error });
  }
  throw new ForgedEvent("Not an event");
}

const events = (stripe: Stripe, webhookSecrets: readonly string[]): Events => ({
  readEvent: (body, signature) => {
    rejectFuture(signature);
    verifySignature(stripe, body, signature, webhookSecrets);
    return presentEvent(parseObject(body));
  },
  listEvents: async (range, cursor) => {
    const params = { ...within(range), ...after(cursor), limit: MAX_PER_PAGE };
    const { items, nextCursor } = pageOf(await callStripe("read", stripe.events.list(params)), presentEvent);
    return { items: items.filter((event) => event !== null), nextCursor };
  },
});

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
