import type Stripe from "stripe";
import type { CardSetup, PaymentsPort, SavedCard } from "../payments.port.ts";
import { callStripe, idOf, keyed, MAX_PER_PAGE, TAGS } from "./stripe-client.ts";

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
