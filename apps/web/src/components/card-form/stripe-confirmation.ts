import type { Stripe, StripeCardElement, StripeError } from "@stripe/stripe-js";
import { type CardResult, DECLINED, type IntentKind, UNREACHABLE } from "./card-result.ts";

/** With what is typed in, or with a saved card by its id. Stripe takes only cards of the payer's own customer. */
export async function confirmAtStripe(
  stripe: Stripe,
  kind: IntentKind,
  clientSecret: string,
  card: string | { card: StripeCardElement },
): Promise<CardResult> {
  if (kind === "setup") {
    const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, { payment_method: card });
    return error ? resultOfError(error) : resultOf(setupIntent.status);
  }
  const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, { payment_method: card });
  return error ? resultOfError(error) : resultOf(paymentIntent.status);
}

function resultOf(status: string): CardResult {
  if (status === "succeeded" || status === "requires_capture") return { status: "succeeded" };
  return status === "processing" ? { status: "processing" } : { status: "declined", message: DECLINED };
}

function resultOfError({ type, message }: StripeError): CardResult {
  if (type === "card_error" || type === "validation_error" || type === "invalid_request_error") {
    return { status: "declined", message: message ?? DECLINED };
  }
  return UNREACHABLE;
}
