import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import type { Context } from "../http/call.ts";
import { invalid } from "../http/refusals.ts";
import { type Kept, replace } from "../store.ts";
import { testCard } from "../test-cards.ts";
import { attachPaymentMethod, cardError, idOf, nextAction, resolvePaymentMethod } from "./payment-methods.ts";

type Confirmation = { paymentMethod?: string | undefined; returnUrl?: string | undefined };

const CONFIRMABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];

export const unexpectedSetupState = (message: string, intent: Stripe.SetupIntent) =>
  invalid(message, { code: "setup_intent_unexpected_state", setup_intent: intent });

export async function confirmSetup(
  context: Context,
  { body, facts }: Kept<"setup_intent">,
  given: Confirmation,
): Promise<Stripe.SetupIntent> {
  if (!CONFIRMABLE.includes(body.status)) {
    throw unexpectedSetupState(`You cannot confirm this SetupIntent because it has a status of ${body.status}.`, body);
  }
  const chosen = given.paymentMethod ?? idOf(body.payment_method);
  if (chosen === null) {
    throw unexpectedSetupState("You cannot confirm this SetupIntent because it's missing a payment method.", body);
  }
  const method = await resolvePaymentMethod(context, chosen);
  const returnUrl = given.returnUrl ?? facts.returnUrl;
  const intent: Stripe.SetupIntent = { ...body, payment_method: method.body.id, last_setup_error: null };
  const stored: Kept<"setup_intent"> = { body: intent, facts: { returnUrl } };
  await replace(context, "setup_intent", stored.body, stored.facts);
  const { authentication } = testCard(method.facts.card);
  const needsAuthentication = authentication === "always" || authentication === "unless_set_up";
  if (!needsAuthentication) return finishSetup(context, stored, method);

  const waiting: Stripe.SetupIntent = {
    ...intent,
    status: "requires_action",
    next_action: nextAction(context, intent.client_secret, returnUrl),
  };
  await replace(context, "setup_intent", waiting);
  await emit(context, "setup_intent.requires_action", waiting);
  return waiting;
}

/** Completes the setup, unless the card's bank declines it. */
export async function finishSetup(
  context: Context,
  { body }: Kept<"setup_intent">,
  method: Kept<"payment_method">,
): Promise<Stripe.SetupIntent> {
  const { decline, isDeclinedWhenSaved } = testCard(method.facts.card);
  if (decline && isDeclinedWhenSaved) return failSetup(context, body, method.body, decline);
  const customer = idOf(body.customer);
  if (customer !== null) await attachPaymentMethod(context, method, customer, { isSetUpForLater: true });
  const succeeded: Stripe.SetupIntent = { ...body, status: "succeeded", next_action: null };
  await replace(context, "setup_intent", succeeded);
  await emit(context, "setup_intent.succeeded", succeeded);
  return succeeded;
}

export async function failSetup(
  context: Context,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  decline: { code: string; declineCode: string; message: string },
): Promise<never> {
  const failed: Stripe.SetupIntent = {
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_setup_error: {
      type: "card_error",
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      payment_method: method,
    },
  };
  await replace(context, "setup_intent", failed);
  await emit(context, "setup_intent.setup_failed", failed);
  throw cardError(decline, { setup_intent: failed, payment_method: method });
}
