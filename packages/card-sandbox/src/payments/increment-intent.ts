import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import type { Context } from "../http/call.ts";
import { changeMetadata, type MetadataChange } from "../http/fields.ts";
import { invalid, unexpectedState } from "../http/refusals.ts";
import { get, replace } from "../store.ts";
import { findDecline } from "./charge-intent.ts";
import { requiredIdOf } from "./parts.ts";
import { cardError } from "./payment-methods.ts";

type Increment = {
  amount: number;
  description?: string | undefined;
  metadata?: MetadataChange | undefined;
  statement_descriptor?: string | undefined;
};

const MAX_ATTEMPTS = 10;

function assertIncrementable(intent: Stripe.PaymentIntent, charge: Stripe.Charge, amount: number): void {
  if (charge.payment_method_details?.card?.incremental_authorization?.status !== "available") {
    throw invalid(
      "This PaymentIntent cannot be incremented. Request it with payment_method_options[card]" +
        "[request_incremental_authorization]=if_available, and use a card whose network supports it.",
      { code: "payment_intent_incremental_authorization_unavailable", payment_intent: intent },
    );
  }
  if (amount > intent.amount) return;
  throw invalid("The new amount must be greater than the amount that is currently authorized.", { param: "amount" });
}

/** Raises the amount of a hold. After a decline, the hold stays as it was; its deadline never changes. */
export async function incrementIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  given: Increment,
): Promise<Stripe.PaymentIntent> {
  if (intent.status !== "requires_capture") {
    throw unexpectedState(
      `This PaymentIntent's authorization could not be incremented because it has a status of ${intent.status}. Only a ` +
        "PaymentIntent with one of the following statuses may be incremented: requires_capture.",
      intent,
    );
  }
  const { body: charge, facts } = await get(context, "charge", requiredIdOf(intent.latest_charge));
  assertIncrementable(intent, charge, given.amount);
  const attempts = (facts.increments ?? 0) + 1;
  if (attempts > MAX_ATTEMPTS) {
    throw invalid(`A PaymentIntent can be incremented at most ${MAX_ATTEMPTS} times.`, { payment_intent: intent });
  }
  await replace(context, "charge", charge, { ...facts, increments: attempts });
  const decline = facts.card && (await findDecline(context, facts.card));
  if (decline) throw cardError(decline, { charge: charge.id, payment_intent: intent });

  const raised = withAmount(charge, given.amount);
  await replace(context, "charge", raised);
  const incremented: Stripe.PaymentIntent = {
    ...intent,
    amount: given.amount,
    amount_capturable: given.amount,
    metadata: changeMetadata(intent.metadata, given.metadata),
    ...(given.description !== undefined && { description: given.description }),
    ...(given.statement_descriptor !== undefined && { statement_descriptor: given.statement_descriptor }),
  };
  await replace(context, "payment_intent", incremented);
  await emit(context, "charge.updated", raised, { amount: charge.amount });
  await emit(context, "payment_intent.amount_capturable_updated", incremented);
  return incremented;
}

function withAmount(charge: Stripe.Charge, amount: number): Stripe.Charge {
  const { payment_method_details: details } = charge;
  if (!details?.card) return { ...charge, amount };
  const card: Stripe.Charge.PaymentMethodDetails.Card = {
    ...details.card,
    amount_authorized: amount,
    overcapture: { maximum_amount_capturable: amount, status: "unavailable" },
  };
  return { ...charge, amount, payment_method_details: { ...details, card } };
}
