import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import type { Context } from "../http/call.ts";
import { changeMetadata, type MetadataChange } from "../http/fields.ts";
import { invalid, unexpectedState } from "../http/refusals.ts";
import { find, get, getBody, newClientSecret, newId, replace } from "../store.ts";
import { releaseHold } from "./capture.ts";
import { findDecline } from "./charge-intent.ts";
import { cardError, getCustomer, idOf, requiredIdOf, resolvePaymentMethod } from "./payment-methods.ts";

type IntentChanges = {
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

/** Descriptive fields can change in any status; all others only while the intent is open. */
const DESCRIPTIVE_FIELDS: readonly string[] = ["description", "metadata", "receipt_email", "transfer_group"];
const OPEN_STATUSES = ["requires_payment_method", "requires_confirmation", "requires_action"];

export async function updateIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  given: IntentChanges,
): Promise<Stripe.PaymentIntent> {
  const isOpen = OPEN_STATUSES.includes(intent.status);
  const tooLate = Object.entries(given).find(
    ([name, value]) => value !== undefined && !isOpen && !DESCRIPTIVE_FIELDS.includes(name),
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

type Reason = NonNullable<Stripe.PaymentIntent["cancellation_reason"]>;

/** Cancels the intent and releases its hold, if there is one. */
export async function cancelIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  { reason, isExpired = false }: { reason: Reason | null; isExpired?: boolean },
): Promise<Stripe.PaymentIntent> {
  const charge = idOf(intent.latest_charge);
  if (intent.status === "requires_capture" && charge !== null) {
    const held = await getBody(context, "charge", charge);
    const released = await releaseHold(context, held, held.amount);
    await replace(context, "charge", released);
    await emit(context, isExpired ? "charge.expired" : "charge.refunded", released);
  }
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: "canceled",
    amount_capturable: 0,
    canceled_at: context.now,
    cancellation_reason: reason,
    next_action: null,
  };
  await replace(context, "payment_intent", canceled);
  await emit(context, "payment_intent.canceled", canceled);
  return canceled;
}

/** The authorization has expired; nothing to do when the intent was captured or canceled in time. */
export async function expireAuthorization(context: Context, intentId: string): Promise<void> {
  const found = await find(context, "payment_intent", intentId);
  if (found?.body.status !== "requires_capture") return;
  await cancelIntent(context, found.body, { reason: "automatic", isExpired: true });
}

type NewIntent = {
  now: number;
  amount: number;
  /** True if the hold may have to grow before it is captured. */
  isIncrementRequested: boolean;
  automaticMethods: Stripe.PaymentIntent.AutomaticPaymentMethods | null;
  captureMethod: Stripe.PaymentIntent.CaptureMethod;
  confirmationMethod: Stripe.PaymentIntent.ConfirmationMethod;
  customer: string | null;
  description: string | null;
  metadata: Record<string, string>;
  paymentMethod: string | null;
  receiptEmail: string | null;
  setupFutureUsage: Stripe.PaymentIntent.SetupFutureUsage | null;
  statementDescriptor: string | null;
  statementDescriptorSuffix: string | null;
  transferGroup: string | null;
};

export function presentNewIntent(given: NewIntent): Stripe.PaymentIntent {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: given.automaticMethods === null ? ["card"] : null,
    amount: given.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: given.automaticMethods,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: given.captureMethod,
    client_secret: newClientSecret(id),
    confirmation_method: given.confirmationMethod,
    created: given.now,
    currency: "usd",
    customer: given.customer,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: given.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: "automatic",
        ...(given.isIncrementRequested && { request_incremental_authorization: "if_available" as const }),
      },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: given.receiptEmail,
    review: null,
    setup_future_usage: given.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: given.statementDescriptor,
    statement_descriptor_suffix: given.statementDescriptorSuffix,
    status: given.paymentMethod === null ? "requires_payment_method" : "requires_confirmation",
    transfer_data: null,
    transfer_group: given.transferGroup,
  };
}

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
