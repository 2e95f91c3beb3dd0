import type { CardDetails } from "./card-details.ts";
import { digitsOf, expiryOf } from "./card-details.ts";
import { type CardResult, DECLINED, type IntentKind, UNREACHABLE } from "./card-result.ts";

export type SandboxSettings = { publishableKey: string; sandboxUrl: string };

type Fetch = typeof fetch;

type Failure = { message?: string; code?: string };

/** As much of an intent as a browser needs. */
type Intent = {
  status: string;
  next_action: { redirect_to_url?: { url?: string }; use_stripe_sdk?: { stripe_js?: string } } | null;
  last_setup_error?: Failure | null;
  last_payment_error?: Failure | null;
};

type Answer<Body> = Body & { error?: Failure };

/** What is left to do, or how it ended. */
export type Step = CardResult | { status: "challenged"; url: string };

const PATHS: Record<IntentKind, string> = { setup: "setup_intents", payment: "payment_intents" };

/**
 * The sandbox as the provider's own library would talk to it: the number goes there, with a key that everybody may know
 * and without our session, and nowhere else.
 */
export class SandboxProvider {
  readonly #settings: SandboxSettings;
  readonly #fetch: Fetch;

  constructor(settings: SandboxSettings, send: Fetch = (...request) => fetch(...request)) {
    this.#settings = settings;
    this.#fetch = send;
  }

  /** With a card that is typed in, or with a saved one by its id. */
  async confirm(kind: IntentKind, clientSecret: string, card: CardDetails | string): Promise<Step> {
    return guarded(async () => {
      const method = typeof card === "string" ? { id: card } : await this.#createMethod(card);
      if (method.error) return { status: "declined", message: method.error.message ?? DECLINED };
      const form = { client_secret: clientSecret, payment_method: method.id };
      const intent = await this.#send<Intent>(`${this.#pathOf(kind, clientSecret)}/confirm`, "POST", form);
      return intent.error ? { status: "declined", message: intent.error.message ?? DECLINED } : stepOf(intent);
    });
  }

  /** How far it is, after the cardholder has been at the bank's page. */
  async look(kind: IntentKind, clientSecret: string): Promise<Step> {
    return guarded(async () => {
      const query = new URLSearchParams({ client_secret: clientSecret });
      return stepOf(await this.#send<Intent>(`${this.#pathOf(kind, clientSecret)}?${query}`, "GET"));
    });
  }

  #createMethod(card: CardDetails): Promise<Answer<{ id: string }>> {
    return this.#send("payment_methods", "POST", formOf(card));
  }

  #pathOf(kind: IntentKind, clientSecret: string): string {
    return `${PATHS[kind]}/${clientSecret.split("_secret_")[0]}`;
  }

  async #send<Body>(path: string, method: "GET" | "POST", form?: Record<string, string>): Promise<Answer<Body>> {
    const { sandboxUrl, publishableKey } = this.#settings;
    const response = await this.#fetch(`${sandboxUrl}/v1/${path}`, {
      method,
      credentials: "omit",
      headers: { authorization: `Bearer ${publishableKey}` },
      ...(form && { body: new URLSearchParams(form) }),
    });
    const answer = (await response.json()) as Answer<Body>;
    // A card's refusal is an answer; anything else that is no success is a fault, of which the message is not for people.
    if (!response.ok && response.status !== 402) throw new Error(`The card sandbox answered ${response.status}`);
    return answer;
  }
}

async function guarded(act: () => Promise<Step>): Promise<Step> {
  try {
    return await act();
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
