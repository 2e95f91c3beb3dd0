import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import type { Context } from "../http/call.ts";
import { invalid, unexpectedState } from "../http/refusals.ts";
import { get, type Kept, replace } from "../store.ts";
import { testCard } from "../test-cards.ts";
import { chargeIntent, failIntent } from "./charge-intent.ts";
import { alreadySpent, idOf, nextAction, resolvePaymentMethod } from "./payment-methods.ts";

export type Confirmation = {
  paymentMethod?: string | undefined;
  returnUrl?: string | undefined;
  isOffSession?: boolean | undefined;
  isActionDisallowed?: boolean | undefined;
  isAuthenticationRequested?: boolean | undefined;
};

const CONFIRMABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];

const AUTHENTICATION_REQUIRED = {
  code: "authentication_required",
  declineCode: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};

export async function confirmIntent(
  context: Context,
  { body, facts }: Kept<"payment_intent">,
  given: Confirmation,
): Promise<Stripe.PaymentIntent> {
  assertConfirmable(body, given);
  const chosen = given.paymentMethod ?? idOf(body.payment_method);
  if (chosen === null) {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
        "PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment " +
        "method or ConfirmationToken.",
      body,
    );
  }
  const method = await resolvePaymentMethod(context, chosen);
  assertPaymentMethodUsable(body, method);

  const intent: Stripe.PaymentIntent = { ...body, payment_method: method.body.id, last_payment_error: null };
  const returnUrl = given.returnUrl ?? facts.returnUrl;
  const stored: Kept<"payment_intent"> = {
    body: intent,
    facts: { returnUrl, mandate: given.isOffSession ? "merchant" : "customer" },
  };
  await replace(context, "payment_intent", stored.body, stored.facts);
  if (!needsAuthentication(method, given)) return chargeIntent(context, stored, method, { isAuthenticated: false });
  if (given.isOffSession || given.isActionDisallowed) {
    return failIntent(context, intent, method.body, AUTHENTICATION_REQUIRED);
  }
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: "requires_action",
    next_action: nextAction(context, intent.client_secret, returnUrl),
  };
  await replace(context, "payment_intent", waiting);
  await emit(context, "payment_intent.requires_action", waiting);
  return waiting;
}

function assertConfirmable(intent: Stripe.PaymentIntent, given: Confirmation): void {
  if (!CONFIRMABLE.includes(intent.status)) {
    const reason =
      intent.status === "succeeded"
        ? "because it has already succeeded after being previously confirmed."
        : `because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ` +
          `confirmed: ${CONFIRMABLE.join(", ")}.`;
    throw unexpectedState(`You cannot confirm this PaymentIntent ${reason}`, intent);
  }
  if (given.isOffSession && intent.setup_future_usage !== null) {
    throw invalid("You cannot use `setup_future_usage` when `off_session` is true.", { param: "setup_future_usage" });
  }
  const { automatic_payment_methods: automatic } = intent;
  const mayRedirect = automatic?.enabled === true && automatic.allow_redirects !== "never";
  if (mayRedirect && !given.isOffSession && given.returnUrl === undefined) {
    throw invalid(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these " +
        "payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't " +
        "want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and " +
        "`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    );
  }
}

function assertPaymentMethodUsable(intent: Stripe.PaymentIntent, { body, facts }: Kept<"payment_method">): void {
  const owner = idOf(body.customer);
  if (owner === null) {
    if (facts.isSpent) throw alreadySpent();
    return;
  }
  if (owner === intent.customer) return;
  throw invalid(
    intent.customer === null
      ? `The customer associated with this payment method is ${owner}. Please provide it as the customer.`
      : "The provided PaymentMethod belongs to another Customer.",
    { param: "payment_method" },
  );
}

function needsAuthentication(
  { facts }: Kept<"payment_method">,
  { isOffSession = false, isAuthenticationRequested = false }: Confirmation,
): boolean {
  const { authentication } = testCard(facts.card);
  if (authentication === "always") return true;
  if (authentication === "never") return false;
  if (authentication === "on_session") return !isOffSession;
  if (authentication === "unless_set_up") return !(isOffSession && facts.isSetUpForLater);
  return isAuthenticationRequested;
}

/** A browser proves with the client secret that the intent is its own; a server need not. */
export async function getIntentForBrowser<K extends "payment_intent" | "setup_intent">(
  context: Context,
  id: string,
  clientSecret: string | undefined,
  kind: K,
): Promise<Kept<K>> {
  const stored = await get(context, kind, id);
  const isWrong = clientSecret !== undefined && clientSecret !== stored.body.client_secret;
  if (!isWrong && (context.isServer || clientSecret !== undefined)) return stored;
  throw invalid(
    clientSecret === undefined
      ? "Missing required param: client_secret."
      : "The client_secret provided does not match any associated intent on this account.",
    { code: clientSecret === undefined ? "parameter_missing" : "resource_missing", param: "client_secret" },
  );
}
