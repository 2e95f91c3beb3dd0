import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import type { Context } from "../http/call.ts";
import { takeDecline } from "../settings.ts";
import { insert, type Kept, replace, schedule } from "../store.ts";
import { type Decline, GENERIC_DECLINE, type TestCard, type TestCardName, testCard } from "../test-cards.ts";
import { captureCharge } from "./capture.ts";
import { attachPaymentMethod, cardError, idOf } from "./payment-methods.ts";
import { presentCharge } from "./present-charge.ts";

const HOUR = 3_600;
const WEEK = 7 * 24 * HOUR;

/** How long an authorization lasts. Only Visa's are shorter when the customer was not there to confirm. */
const authorizationSeconds = (brand: TestCard["brand"], mandate: "customer" | "merchant"): number =>
  brand === "visa" && mandate === "merchant" ? 4 * 24 * HOUR + 18 * HOUR : WEEK;

/**
 * Authorizes the payment and, unless capture is manual, captures it. A decline stays on record and is thrown as the
 * card's error.
 */
export async function chargeIntent(
  context: Context,
  stored: Kept<"payment_intent">,
  method: Kept<"payment_method">,
  { isAuthenticated }: { isAuthenticated: boolean },
): Promise<Stripe.PaymentIntent> {
  const { brand } = testCard(method.facts.card);
  const decline = await findDecline(context, method.facts.card);
  const intent = { ...stored.body, next_action: null, last_payment_error: null };
  if (decline) return declineIntent(context, intent, method, decline);

  const isManual = intent.capture_method === "manual";
  const captureBefore = isManual ? context.now + authorizationSeconds(brand, stored.facts.mandate) : null;
  const used = await usePaymentMethod(context, intent, method, isAuthenticated);
  const attempt = { intent, method: used.body, card: used.facts.card, isAuthenticated, captureBefore, decline };
  const charge = presentCharge(context, attempt);
  await insert(context, "charge", charge, { card: used.facts.card });
  const authorized: Stripe.PaymentIntent = { ...intent, latest_charge: charge.id, payment_method: used.body.id };

  if (captureBefore === null) {
    const isAsynchronous = intent.capture_method === "automatic_async";
    const captured = await captureCharge(context, charge, charge.amount, { isAsynchronous });
    await emit(context, "charge.succeeded", captured);
    const succeeded: Stripe.PaymentIntent = { ...authorized, status: "succeeded", amount_received: charge.amount };
    await replace(context, "payment_intent", succeeded, stored.facts);
    await emit(context, "payment_intent.succeeded", succeeded);
    return succeeded;
  }
  await schedule(context, { due: captureBefore, kind: "authorization_expiry", subject: intent.id });
  await emit(context, "charge.succeeded", charge);
  const held: Stripe.PaymentIntent = { ...authorized, status: "requires_capture", amount_capturable: charge.amount };
  await replace(context, "payment_intent", held, stored.facts);
  await emit(context, "payment_intent.amount_capturable_updated", held);
  return held;
}

/** Saves the card with its customer for later, or marks it as used up. */
async function usePaymentMethod(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Kept<"payment_method">,
  isAuthenticated: boolean,
): Promise<Kept<"payment_method">> {
  const customer = idOf(intent.customer);
  if (intent.setup_future_usage !== null && customer !== null) {
    const isOffSession = intent.setup_future_usage === "off_session";
    const isSetUpForLater = method.facts.isSetUpForLater || (isOffSession && isAuthenticated);
    return attachPaymentMethod(context, method, customer, { isSetUpForLater });
  }
  if (method.body.customer !== null) return method;
  const spent = { ...method, facts: { ...method.facts, isSpent: true } };
  await replace(context, "payment_method", spent.body, spent.facts);
  return spent;
}

/** The bank declines by the card's own behavior, or because a test asked for it. */
export async function findDecline({ db }: Pick<Context, "db">, card: TestCardName): Promise<Decline | null> {
  const { decline } = testCard(card);
  return decline ?? ((await takeDecline(db)) ? GENERIC_DECLINE : null);
}

async function declineIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Kept<"payment_method">,
  decline: Decline,
): Promise<never> {
  const { card } = method.facts;
  const attempt = { intent, method: method.body, card, isAuthenticated: false, captureBefore: null, decline };
  const charge = presentCharge(context, attempt);
  await insert(context, "charge", charge, { card });
  await emit(context, "charge.failed", charge);
  return failIntent(context, { ...intent, latest_charge: charge.id }, method.body, decline);
}

/** Resets the intent to requires_payment_method with the reason, as Stripe does; the error carries the intent. */
export async function failIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): Promise<never> {
  const charge = idOf(intent.latest_charge);
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: "card_error",
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      payment_method: method,
      ...(charge !== null && { charge }),
    },
  };
  await replace(context, "payment_intent", failed);
  await emit(context, "payment_intent.payment_failed", failed);
  throw cardError(decline, {
    ...(charge !== null && { charge }),
    payment_intent: failed,
    payment_method: method,
  });
}
