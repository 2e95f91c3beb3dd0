import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import type { Context } from "../http/context.ts";
import { changeMetadata, type MetadataChange } from "../http/metadata.ts";
import { dollars, invalid, unexpectedState } from "../http/refusals.ts";
import { getBody, replace } from "../store/store.ts";
import { captureCharge } from "./capture-charge.ts";
import { requiredIdOf } from "./parts.ts";

type Given = {
  amount_to_capture?: number | undefined;
  metadata?: MetadataChange | undefined;
  statement_descriptor?: string | undefined;
  statement_descriptor_suffix?: string | undefined;
};

/** Once, and whatever was held beyond the amount is let go. */
export async function captureIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  given: Given,
): Promise<Stripe.PaymentIntent> {
  if (intent.status !== "requires_capture") {
    throw unexpectedState(
      intent.status === "succeeded"
        ? "This PaymentIntent could not be captured because it has already been captured."
        : `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent ` +
            "with one of the following statuses may be captured: requires_capture.",
      intent,
    );
  }
  const amount = given.amount_to_capture ?? intent.amount_capturable;
  if (amount > intent.amount_capturable) {
    throw invalid(
      `The provided capture amount is greater than the amount that can be captured (${dollars(intent.amount_capturable)}).`,
      { code: "amount_too_large", param: "amount_to_capture", payment_intent: intent },
    );
  }
  const charge = await getBody(context, "charge", requiredIdOf(intent.latest_charge));
  const captured = await captureCharge(context, charge, amount, { isAsynchronous: false });
  await emit(context, "charge.captured", captured);
  const { statement_descriptor: descriptor, statement_descriptor_suffix: suffix } = given;
  const succeeded: Stripe.PaymentIntent = {
    ...intent,
    status: "succeeded",
    amount_capturable: 0,
    amount_received: amount,
    metadata: changeMetadata(intent.metadata, given.metadata),
    ...(descriptor !== undefined && { statement_descriptor: descriptor }),
    ...(suffix !== undefined && { statement_descriptor_suffix: suffix }),
  };
  await replace(context, "payment_intent", succeeded);
  await emit(context, "payment_intent.succeeded", succeeded);
  return succeeded;
}
