import type Stripe from "stripe";

type ErrorBody = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  setup_intent?: Stripe.SetupIntent;
  doc_url?: string;
};

/** An error response in Stripe's format. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** True if the call's changes so far must stay, such as a declined charge. */
  readonly isEffectKept: boolean;

  constructor(status: number, body: ErrorBody, { isEffectKept = false } = {}) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.isEffectKept = isEffectKept;
  }
}

type Details = Omit<ErrorBody, "type" | "message">;

export const invalid = (message: string, details: Details = {}): Refusal =>
  new Refusal(400, {
    type: "invalid_request_error",
    message,
    ...details,
    ...(details.code && { doc_url: `https://stripe.com/docs/error-codes/${details.code.replaceAll("_", "-")}` }),
  });

export const noSuch = (what: string, id: string, param = "id"): Refusal =>
  new Refusal(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    doc_url: "https://stripe.com/docs/error-codes/resource-missing",
    message: `No such ${what}: '${id}'`,
    param,
  });

export const notAuthorized = (message: string): Refusal => new Refusal(401, { type: "invalid_request_error", message });

export const noAccess = (account: string): Refusal =>
  new Refusal(403, {
    type: "invalid_request_error",
    code: "account_invalid",
    message: `The provided key does not have access to account '${account}' (or that account does not exist).`,
  });

export const unexpectedState = (message: string, intent: Stripe.PaymentIntent): Refusal =>
  invalid(message, { code: "payment_intent_unexpected_state", payment_intent: intent });

export const balanceInsufficient = (message: string): Refusal => invalid(message, { code: "balance_insufficient" });

export const dollars = (cents: number): string => `${cents < 0 ? "-" : ""}$${(Math.abs(cents) / 100).toFixed(2)}`;
