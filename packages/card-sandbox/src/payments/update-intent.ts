import type Stripe from "stripe";
import type { Context } from "../http/context.ts";
import { changeMetadata, type MetadataChange } from "../http/metadata.ts";
import { unexpectedState } from "../http/refusals.ts";
import { replace } from "../store/store.ts";
import { getCustomer } from "./customers.ts";
import { resolvePaymentMethod } from "./payment-methods.ts";

type Given = {
  amount?: number | undefined;
  customer?: string | undefined;
  description?: string | null | undefined;
  metadata?: MetadataChange | undefined;
  payment_method?: string | undefined;
  receipt_email?: string | null | undefined;
  setup_future_usage?: "off_session" | "on_session" | null | undefined;
  statement_descriptor?: string | undefined;
  statement_descriptor_suffix?: string | undefined;
  transfer_group?: string | undefined;
};

/** What describes the payment may change as long as it lives; what is charged, and to whom, only before it is. */
const DESCRIBING: readonly string[] = ["description", "metadata", "receipt_email", "transfer_group"];
const OPEN = ["requires_payment_method", "requires_confirmation", "requires_action"];

export async function updateIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  given: Given,
): Promise<Stripe.PaymentIntent> {
  const isOpen = OPEN.includes(intent.status);
  const tooLate = Object.entries(given).find(
    ([name, value]) => value !== undefined && !isOpen && !DESCRIBING.includes(name),
  );
  if (tooLate) {
    throw unexpectedState(
      `This PaymentIntent's ${tooLate[0]} could not be updated because it has a status of ${intent.status}. You may ` +
        "only update it when it has one of the following statuses: requires_payment_method, requires_confirmation, requires_action.",
      intent,
    );
  }
  if (given.customer !== undefined) await getCustomer(context, given.customer);
  const { payment_method: chosen, metadata: change, ...plain } = given;
  const changes = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  const method = chosen === undefined ? undefined : await resolvePaymentMethod(context, chosen);
  const updated: Stripe.PaymentIntent = {
    ...intent,
    ...changes,
    ...(method && { payment_method: method.body.id, status: "requires_confirmation", next_action: null }),
    metadata: changeMetadata(intent.metadata, change),
  };
  await replace(context, "payment_intent", updated);
  return updated;
}
