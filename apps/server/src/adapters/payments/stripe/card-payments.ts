import type Stripe from "stripe";
import { PaymentProblem, type PaymentsPort } from "../payments.port.ts";
import { ask } from "./ask.ts";
import { PAYMENT_PARTS, presentPayment } from "./present-payment.ts";
import { CURRENCY, idOf, keyed, MOST_PER_PAGE, TAGS } from "./shared.ts";

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
    presentPayment(await ask("read", paymentIntents.retrieve(id, { expand: PAYMENT_PARTS })));
  const search = (given: Stripe.PaymentIntentSearchParams) =>
    ask("read", paymentIntents.search({ ...given, limit: MOST_PER_PAGE, expand: PARTS_OF_EACH }));

  return {
    fetchPayment,
    createPayment: async ({ key, paymentId, bookingId, ...payment }) => {
      const given: Stripe.PaymentIntentCreateParams = {
        amount: payment.amountCents,
        currency: CURRENCY,
        customer: payment.customerId,
        allowed_payment_method_types: ["card"],
        capture_method: payment.capture,
        ...(payment.savesCard && { setup_future_usage: "off_session" }),
        description: payment.description,
        transfer_group: transferGroup(bookingId),
        metadata: { [TAGS.payment]: paymentId, booking: bookingId },
        expand: PAYMENT_PARTS,
      };
      return presentPayment(await ask("write", paymentIntents.create(given, keyed(key))));
    },
    confirmPayment: async ({ key, id, cardId, isOffSession, returnUrl }) => {
      const given: Stripe.PaymentIntentConfirmParams = {
        payment_method: cardId,
        ...(isOffSession && { off_session: true }),
        ...(returnUrl !== undefined && { return_url: returnUrl }),
        expand: PAYMENT_PARTS,
      };
      return presentPayment(await ask("write", paymentIntents.confirm(id, given, keyed(key))));
    },
    capturePayment: async ({ key, id, amountCents }) => {
      const given = { amount_to_capture: amountCents, expand: PAYMENT_PARTS };
      return presentPayment(await ask("write", paymentIntents.capture(id, given, keyed(key))));
    },
    cancelPayment: async ({ key, id }) =>
      presentPayment(await ask("write", paymentIntents.cancel(id, { expand: PAYMENT_PARTS }, keyed(key)))),
    findPayment: async (paymentId) => {
      const { data } = await search({ query: `metadata['${TAGS.payment}']:'${paymentId}'` });
      if (data.length > 1) throw new PaymentProblem("invalid", "payment_made_twice");
      return data[0] ? presentPayment(data[0]) : null;
    },
    fetchPaymentOfCharge: async (chargeId) => {
      const charge = await ask("read", stripe.charges.retrieve(chargeId));
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

/** Keeps what belongs to one booking together in the provider's own reports. */
export const transferGroup = (bookingId: string): string => `booking:${bookingId}`;
