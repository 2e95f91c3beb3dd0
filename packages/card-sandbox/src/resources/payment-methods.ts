import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import { call, named } from "../http/call.ts";
import {
  changeMetadata,
  clearable,
  email,
  type Field,
  integer,
  metadata,
  oneOf,
  required,
  shape,
  text,
} from "../http/fields.ts";
import { listDocuments, PAGING } from "../http/lists.ts";
import { invalid, Refusal } from "../http/refusals.ts";
import {
  attachPaymentMethod,
  createPaymentMethod,
  getCustomer,
  resolvePaymentMethod,
} from "../payments/payment-methods.ts";
import { get, getBody, replace } from "../store.ts";
import { findCardByNumber, type TestCardName } from "../test-cards.ts";

const NOT_A_TEST_CARD =
  "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, " +
  "visit: https://stripe.com/docs/testing.";

/** Maps a number to its test card. Any other number is rejected here and goes no further, not even into a message. */
const testCardNumber = (): Field<TestCardName> => ({
  isRequired: false,
  read(raw, name) {
    const card = typeof raw === "string" ? findCardByNumber(raw) : null;
    if (card !== null) return card;
    const isNumber = typeof raw === "string" && /^[\d\s-]{12,23}$/.test(raw);
    throw new Refusal(402, {
      type: "card_error",
      code: isNumber ? "card_declined" : "incorrect_number",
      ...(isNumber && { decline_code: "test_mode_live_card" }),
      message: isNumber ? NOT_A_TEST_CARD : "Your card number is incorrect.",
      param: name,
    });
  },
});

const securityCode = (): Field<true> => ({
  isRequired: false,
  read(raw, name) {
    if (typeof raw === "string" && /^\d{3,4}$/.test(raw)) return true;
    const message = "Your card's security code is invalid.";
    throw new Refusal(402, { type: "card_error", code: "invalid_cvc", message, param: name });
  },
});

const BILLING = shape({
  address: shape({
    city: clearable(text()),
    country: clearable(text({ longest: 2 })),
    line1: clearable(text()),
    line2: clearable(text()),
    postal_code: clearable(text({ longest: 20 })),
    state: clearable(text()),
  }),
  email: clearable(email({ longest: 512 })),
  name: clearable(text()),
  phone: clearable(text({ longest: 20 })),
});

function presentBilling(given: ReturnType<typeof BILLING.read> | undefined) {
  const { address, email, name, phone } = given ?? {};
  const { city, country, line1, line2, postal_code, state } = address ?? {};
  const orNull = (value: string | null | undefined) => value ?? null;
  const billing: Stripe.PaymentMethod.BillingDetails = {
    address: {
      city: orNull(city),
      country: orNull(country),
      line1: orNull(line1),
      line2: orNull(line2),
      postal_code: orNull(postal_code),
      state: orNull(state),
    },
    email: orNull(email),
    name: orNull(name),
    phone: orNull(phone),
    tax_id: null,
  };
  return billing;
}

/** Lets a browser exchange a card number for an id that a server may know. */
const create = call({
  method: "POST",
  path: "/v1/payment_methods",
  key: "publishable",
  params: named<Stripe.PaymentMethodCreateParams>()({
    type: required(oneOf("card")),
    billing_details: BILLING,
    card: required(
      shape({
        number: required(testCardNumber()),
        exp_month: required(integer({ from: 1, to: 12 })),
        exp_year: required(integer({ from: 0, to: 9999 })),
        cvc: securityCode(),
      }),
    ),
    metadata: metadata(),
  }),
  async run(context, { card, billing_details, metadata: change }) {
    const expYear = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year;
    if (Date.UTC(expYear, card.exp_month) / 1000 <= context.now) {
      const message = "Your card's expiration year is invalid.";
      throw new Refusal(402, { type: "card_error", code: "invalid_expiry_year", message, param: "card[exp_year]" });
    }
    const { body } = await createPaymentMethod(context, card.number, {
      expMonth: card.exp_month,
      expYear,
      billing: presentBilling(billing_details),
      metadata: changeMetadata({}, change),
    });
    return body;
  },
});

const retrieve = call({
  method: "GET",
  path: "/v1/payment_methods/:id",
  params: {},
  run: (context, _given, { id }) => getBody(context, "payment_method", id),
});

const update = call({
  method: "POST",
  path: "/v1/payment_methods/:id",
  params: named<Stripe.PaymentMethodUpdateParams>()({ metadata: metadata() }),
  async run(context, given, { id }) {
    const before = await getBody(context, "payment_method", id);
    const method = { ...before, metadata: changeMetadata(before.metadata, given.metadata) };
    await replace(context, "payment_method", method);
    return method;
  },
});

const attach = call({
  method: "POST",
  path: "/v1/payment_methods/:id/attach",
  params: named<Stripe.PaymentMethodAttachParams>()({ customer: required(text()) }),
  async run(context, { customer }, { id }) {
    await getCustomer(context, customer);
    const { body } = await attachPaymentMethod(context, await resolvePaymentMethod(context, id, "id"), customer);
    return body;
  },
});

const detach = call({
  method: "POST",
  path: "/v1/payment_methods/:id/detach",
  params: {},
  async run(context, _given, { id }) {
    const { body, facts } = await get(context, "payment_method", id);
    if (body.customer === null) {
      throw invalid("The payment method you provided is not attached to a customer so detachment is impossible.", {
        code: "payment_method_unexpected_state",
      });
    }
    const detached: Stripe.PaymentMethod = { ...body, customer: null };
    await replace(context, "payment_method", detached, { ...facts, isSpent: true });
    await emit(context, "payment_method.detached", detached, { customer: body.customer });
    return detached;
  },
});

const list = call({
  method: "GET",
  path: "/v1/payment_methods",
  params: named<Stripe.PaymentMethodListParams>()({ ...PAGING, customer: text(), type: oneOf("card") }),
  async run(context, { customer, type, ...paging }) {
    if (customer !== undefined) await getCustomer(context, customer);
    return listDocuments(context, "payment_method", "/v1/payment_methods", paging, { customer, type });
  },
});

export const paymentMethodCalls = [create, retrieve, update, attach, detach, list];
