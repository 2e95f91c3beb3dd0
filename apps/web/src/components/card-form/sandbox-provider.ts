import type { CardDetails } from "./card-details.ts";
import { digitsOf, expiryOf } from "./card-details.ts";
import { type CardResult, DECLINED, type IntentKind, UNREACHABLE } from "./card-result.ts";

export type SandboxSettings = { publishableKey: string; sandboxUrl: string };

type Fetch = typeof fetch;

type Failure = { message?: string; code?: string };

/** The part of an intent that the browser needs. */
type Intent = {
  status: string;
  next_action: { redirect_to_url?: { url?: string }; use_stripe_sdk?: { stripe_js?: string } } | null;
  last_setup_error?: Failure | null;
  last_payment_error?: Failure | null;
};

type SandboxResponse<Body> = Body & { error?: Failure };

/** Outcome, or the bank's challenge still to be passed. */
export type Step = CardResult | { status: "challenged"; url: string };

const PATHS: Record<IntentKind, string> = { setup: "setup_intents", payment: "payment_intents" };

/**
 * Talks to the sandbox like the provider's own library: card numbers go only there, with a publishable key and
 * without our session.
 */
export class SandboxProvider {
  readonly #settings: SandboxSettings;
  readonly #fetch: Fetch;

  constructor(settings: SandboxSettings, send: Fetch = (...request) => fetch(...request)) {
    this.#settings = settings;
    this.#fetch = send;
  }

  /** `card` is either typed details or the id of a saved card. */
  async confirm(kind: IntentKind, clientSecret: string, card: CardDetails | string): Promise<Step> {
    return guarded(async () => {
      const method = typeof card === "string" ? { id: card } : await this.#createMethod(card);
      if (method.error) return { status: "declined", message: method.error.message ?? DECLINED };
      const form = { client_secret: clientSecret, payment_method: method.id };
      const intent = await this.#send<Intent>(`${this.#pathOf(kind, clientSecret)}/confirm`, "POST", form);
      return intent.error ? { status: "declined", message: intent.error.message ?? DECLINED } : stepOf(intent);
    });
  }

  /** Reads the intent's status after the cardholder has been to the bank's page. */
  async readStatus(kind: IntentKind, clientSecret: string): Promise<Step> {
    return guarded(async () => {
      const query = new URLSearchParams({ client_secret: clientSecret });
      return stepOf(await this.#send<Intent>(`${this.#pathOf(kind, clientSecret)}?${query}`, "GET"));
    });
  }

  #createMethod(card: CardDetails): Promise<SandboxResponse<{ id: string }>> {
    return this.#send("payment_methods", "POST", formOf(card));
  }

  #pathOf(kind: IntentKind, clientSecret: string): string {
    return `${PATHS[kind]}/${clientSecret.split("_secret_")[0]}`;
  }

  async #send<Body>(
    path: string,
    method: "GET" | "POST",
    form?: Record<string, string>,
  ): Promise<SandboxResponse<Body>> {
    const { sandboxUrl, publishableKey } = this.#settings;
    const response = await this.#fetch(`${sandboxUrl}/v1/${path}`, {
      method,
      credentials: "omit",
      headers: { authorization: `Bearer ${publishableKey}` },
      ...(form && { body: new URLSearchParams(form) }),
    });
    const body = (await response.json()) as SandboxResponse<Body>;
    // A 402 is a decline with a message for the user. Any other error is a fault whose message must not be shown.
    if (!response.ok && response.status !== 402) throw new Error(`The card sandbox answered ${response.status}`);
    return body;
  }
}

async function guarded(call: () => Promise<Step>): Promise<Step> {
  try {
    return await call();
  } catch {
    return UNREACHABLE;
  }
}

function formOf({ number, expiry, code, zip }: CardDetails): Record<string, string> {
  const date = expiryOf(expiry);
  return {
    type: "card",
    "card[number]": digitsOf(number),
    "card[exp_month]": String(date?.month ?? ""),
    "card[exp_year]": String(date?.year ?? ""),
    "card[cvc]": code,
    "billing_details[address][postal_code]": zip.trim(),
  };
}

function stepOf({ status, next_action: next, last_setup_error, last_payment_error }: Intent): Step {
  switch (status) {
    case "succeeded":
    case "requires_capture":
      return { status: "succeeded" };
    case "processing":
      return { status: "processing" };
    case "requires_action": {
      const url = next?.use_stripe_sdk?.stripe_js ?? next?.redirect_to_url?.url;
      return url ? { status: "challenged", url } : UNREACHABLE;
    }
    default:
      return { status: "declined", message: (last_setup_error ?? last_payment_error)?.message ?? DECLINED };
  }
}
