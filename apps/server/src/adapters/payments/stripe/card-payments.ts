import type Stripe from "stripe";
import {
  type CardSetup,
  PaymentProblem,
  type PaymentsPort,
  type ProviderCharge,
  type ProviderPayment,
  type ProviderPaymentStatus,
  type SavedCard,
} from "../payments.port.ts";
import {
  CURRENCY,
  callStripe,
  expanded,
  idOf,
  instantOf,
  keyed,
  MAX_PER_PAGE,
  movementOf,
  TAGS,
} from "./stripe-client.ts";

/** Expansions that presentPayment requires. */
const PAYMENT_PARTS = ["latest_charge.balance_transaction"];

const STATUSES: Record<string, ProviderPaymentStatus> = {
  requires_payment_method: "needs_card",
  requires_confirmation: "needs_confirmation",
  requires_action: "needs_action",
  processing: "processing",
  requires_capture: "authorized",
  succeeded: "captured",
  canceled: "canceled",
};

function presentPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const status = STATUSES[intent.status];
  if (!status) throw new Error(`A payment of unknown status: ${intent.status}`);
  const charge = expanded(intent.latest_charge);
  return {
    id: intent.id,
    paymentId: intent.metadata[TAGS.payment] ?? null,
    status,
    amountCents: intent.amount,
    authorizedCents: intent.amount_capturable,
    capturedCents: intent.amount_received,
    clientSecret: intent.client_secret,
    cardId: idOf(intent.payment_method),
    failure: failureOf(intent.last_payment_error),
    charge: charge && charge.status !== "failed" ? presentCharge(charge) : null,
  };
}

function failureOf(error: Stripe.PaymentIntent.LastPaymentError | null): ProviderPayment["failure"] {
  if (!error) return null;
  const reason = error.decline_code ?? error.code ?? error.type;
  const needsAuthentication = error.code === "authentication_required" || reason === "authentication_required";
  const kind = needsAuthentication ? "authentication_required" : "card_declined";
  return { kind, reason, chargeId: error.charge ?? null };
}

function presentCharge(charge: Stripe.Charge): ProviderCharge {
  const card = charge.payment_method_details?.card;
  return {
    id: charge.id,
    holdEndsAt: card?.capture_before === undefined ? null : instantOf(card.capture_before),
    risk: { level: charge.outcome?.risk_level ?? null, score: charge.outcome?.risk_score ?? null },
    checks: {
      cvc: card?.checks?.cvc_check ?? null,
      postalCode: card?.checks?.address_postal_code_check ?? null,
    },
    card: card
      ? { brand: card.brand, last4: card.last4, funding: card.funding, fingerprint: card.fingerprint ?? null }
      : null,
    movement: charge.captured ? movementOf(charge.balance_transaction) : null,
  };
}

type CardPayments = Pick<
  PaymentsPort,
  | "createPayment"
  | "confirmPayment"
  | "capturePayment"
  | "cancelPayment"
  | "fetchPayment"
  | "findPayment"
  | "fetchPaymentOfCharge"
  | "listOpenAuthorizations"
>;

const PARTS_OF_EACH = PAYMENT_PARTS.map((part) => `data.${part}`);

export function cardPayments(stripe: Stripe): CardPayments {
  const { paymentIntents } = stripe;
  const fetchPayment = async (id: string) =>
    presentPayment(await callStripe("read", paymentIntents.retrieve(id, { expand: PAYMENT_PARTS })));
  const search = (params: Stripe.PaymentIntentSearchParams) =>
    callStripe("read", paymentIntents.search({ ...params, limit: MAX_PER_PAGE, expand: PARTS_OF_EACH }));

  return {
    fetchPayment,
    createPayment: async ({ key, paymentId, bookingId, ...payment }) => {
      const params: Stripe.PaymentIntentCreateParams = {
        amount: payment.amountCents,
        currency: CURRENCY,
        customer: payment.customerId,
        allowed_payment_method_types: ["card"],
        capture_method: payment.capture,
        ...(payment.savesCard && { setup_future_usage: "off_session" }),
        description: payment.description,
        statement_descriptor_suffix: payment.statementSuffix,
        transfer_group: transferGroup(bookingId),
        metadata: { [TAGS.payment]: paymentId, booking: bookingId },
        expand: PAYMENT_PARTS,
      };
      return presentPayment(await callStripe("write", paymentIntents.create(params, keyed(key))));
    },
    confirmPayment: async ({ key, id, cardId, isOffSession, returnUrl }) => {
      const params: Stripe.PaymentIntentConfirmParams = {
        payment_method: cardId,
        ...(isOffSession && { off_session: true }),
        ...(returnUrl !== undefined && { return_url: returnUrl }),
        expand: PAYMENT_PARTS,
      };
      return presentPayment(await callStripe("write", paymentIntents.confirm(id, params, keyed(key))));
    },
    capturePayment: async ({ key, id, amountCents }) => {
      const params = { amount_to_capture: amountCents, expand: PAYMENT_PARTS };
      return presentPayment(await callStripe("write", paymentIntents.capture(id, params, keyed(key))));
    },
    cancelPayment: async ({ key, id }) =>
      presentPayment(await callStripe("write", paymentIntents.cancel(id, { expand: PAYMENT_PARTS }, keyed(key)))),
    findPayment: async (paymentId) => {
      const { data } = await search({ query: `metadata['${TAGS.payment}']:'${paymentId}'` });
      if (data.length > 1) throw new PaymentProblem("invalid", "payment_made_twice");
      return data[0] ? presentPayment(data[0]) : null;
    },
    fetchPaymentOfCharge: async (chargeId) => {
      const charge = await callStripe("read", stripe.charges.retrieve(chargeId));
      const id = idOf(charge.payment_intent);
      return id === null ? null : fetchPayment(id);
    },
    listOpenAuthorizations: async (cursor) => {
      const query = { query: "status:'requires_capture'", ...(cursor !== undefined && { page: cursor }) };
      const { data, next_page } = await search(query);
      return { items: data.map(presentPayment), nextCursor: next_page ?? null };
    },
  };
}

/** Groups a booking's payments and transfers in the provider's reports. */
export const transferGroup = (bookingId: string): string => `booking:${bookingId}`;

type Customers = Pick<
  PaymentsPort,
  "createCustomer" | "createSetupIntent" | "fetchSetupIntent" | "listCards" | "fetchCard" | "detachCard"
>;

const SETUP_STATUSES: Record<string, CardSetup["status"]> = {
  requires_payment_method: "needs_card",
  requires_confirmation: "needs_card",
  requires_action: "needs_action",
  processing: "processing",
  succeeded: "succeeded",
  canceled: "canceled",
};

const presentSetup = (intent: Stripe.SetupIntent): CardSetup => ({
  id: intent.id,
  clientSecret: intent.client_secret,
  status: SETUP_STATUSES[intent.status] ?? "processing",
  cardId: idOf(intent.payment_method),
});

const presentCard = ({ id, customer, card }: Stripe.PaymentMethod): SavedCard => ({
  id,
  customerId: idOf(customer),
  brand: card?.brand ?? "unknown",
  last4: card?.last4 ?? "",
  expiresMonth: card?.exp_month ?? 0,
  expiresYear: card?.exp_year ?? 0,
});

export const customers = (stripe: Stripe): Customers => ({
  createCustomer: async ({ key, personId, email, name }) => {
    const params = { email, name, metadata: { [TAGS.person]: personId } };
    const { id } = await callStripe("write", stripe.customers.create(params, keyed(key)));
    return { id };
  },
  createSetupIntent: async ({ key, customerId }) => {
    const params: Stripe.SetupIntentCreateParams = {
      customer: customerId,
      allowed_payment_method_types: ["card"],
      usage: "off_session",
    };
    return presentSetup(await callStripe("write", stripe.setupIntents.create(params, keyed(key))));
  },
  fetchSetupIntent: async (id) => presentSetup(await callStripe("read", stripe.setupIntents.retrieve(id))),
  listCards: async (customerId) => {
    const params = { customer: customerId, type: "card" as const, limit: MAX_PER_PAGE };
    const { data } = await callStripe("read", stripe.paymentMethods.list(params));
    return data.map(presentCard);
  },
  fetchCard: async (cardId) => presentCard(await callStripe("read", stripe.paymentMethods.retrieve(cardId))),
  detachCard: async ({ key, cardId }) => {
    await callStripe("write", stripe.paymentMethods.detach(cardId, {}, keyed(key)));
  },
});
