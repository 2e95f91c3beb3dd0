import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import { type Context, call, type ForBrowser, named } from "../http/call.ts";
import {
  address,
  amount,
  changeMetadata,
  chargeAmount,
  clearable,
  currency,
  email,
  flag,
  listOf,
  metadata,
  oneOf,
  type Parsed,
  refused,
  required,
  shape,
  text,
} from "../http/fields.ts";
import { listDocuments, PAGING_BY_DATE } from "../http/lists.ts";
import { invalid, unexpectedState } from "../http/refusals.ts";
import { captureIntent } from "../payments/capture.ts";
import { type Confirmation, confirmIntent, getIntentForBrowser } from "../payments/confirm-intent.ts";
import { getCustomer, resolvePaymentMethod } from "../payments/payment-methods.ts";
import { cancelIntent, incrementIntent, presentNewIntent, updateIntent } from "../payments/update-intent.ts";
import { get, insert } from "../store.ts";

const CARD_OPTIONS = shape({
  card: shape({
    request_incremental_authorization: oneOf("if_available", "never"),
    request_three_d_secure: oneOf("any", "automatic", "challenge"),
  }),
});

const isIncrementRequested = (options: ReturnType<typeof CARD_OPTIONS.read> | undefined): boolean =>
  options?.card?.request_incremental_authorization === "if_available";

const CONFIRMATION = {
  error_on_requires_action: flag(),
  off_session: flag(),
  payment_method: text(),
  payment_method_options: CARD_OPTIONS,
  return_url: address(),
};

function withIncrements(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const { payment_method_options: options } = intent;
  if (!options?.card) return intent;
  const card = { ...options.card, request_incremental_authorization: "if_available" as const };
  return { ...intent, payment_method_options: { ...options, card } };
}

const confirmationFrom = (given: Parsed<typeof CONFIRMATION>): Confirmation => ({
  paymentMethod: given.payment_method,
  returnUrl: given.return_url,
  isOffSession: given.off_session,
  isActionDisallowed: given.error_on_requires_action,
  isAuthenticationRequested: ["any", "challenge"].includes(
    given.payment_method_options?.card?.request_three_d_secure ?? "",
  ),
});

/** Parameters of Connect's other ways to charge. */
const OTHER_CHARGES = {
  application_fee_amount: refused("application_fee"),
  transfer_data: refused("destination_charge"),
};

const CREATION = {
  ...CONFIRMATION,
  ...OTHER_CHARGES,
  allowed_payment_method_types: listOf(oneOf("card")),
  amount: required(chargeAmount()),
  automatic_payment_methods: shape({ enabled: required(flag()), allow_redirects: oneOf("always", "never") }),
  capture_method: oneOf("automatic", "automatic_async", "manual"),
  confirm: flag(),
  confirmation_method: oneOf("automatic", "manual"),
  currency: required(currency()),
  customer: text(),
  description: text({ longest: 1_000 }),
  metadata: metadata(),
  on_behalf_of: refused("on_behalf_of"),
  receipt_email: email(),
  setup_future_usage: oneOf("off_session", "on_session"),
  statement_descriptor: text({ longest: 22 }),
  statement_descriptor_suffix: text({ longest: 22 }),
  transfer_group: text({ longest: 500 }),
};

/** Defaults to the dashboard's payment methods unless card payments are requested by name. */
function automaticMethods(given: Parsed<typeof CREATION>): Stripe.PaymentIntent.AutomaticPaymentMethods | null {
  const { automatic_payment_methods: automatic, allowed_payment_method_types: types } = given;
  if (automatic?.enabled && types) {
    throw invalid(
      "You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.",
    );
  }
  if (types || automatic?.enabled === false) return null;
  return { enabled: true, allow_redirects: automatic?.allow_redirects ?? "always" };
}

async function newIntent(context: Context, given: Parsed<typeof CREATION>): Promise<Stripe.PaymentIntent> {
  if (given.customer !== undefined) await getCustomer(context, given.customer);
  const method = given.payment_method && (await resolvePaymentMethod(context, given.payment_method)).body.id;
  return presentNewIntent({
    now: context.now,
    amount: given.amount,
    isIncrementRequested: isIncrementRequested(given.payment_method_options),
    automaticMethods: automaticMethods(given),
    captureMethod: given.capture_method ?? "automatic_async",
    confirmationMethod: given.confirmation_method ?? "automatic",
    customer: given.customer ?? null,
    description: given.description ?? null,
    metadata: changeMetadata({}, given.metadata),
    paymentMethod: method ?? null,
    receiptEmail: given.receipt_email ?? null,
    setupFutureUsage: given.setup_future_usage ?? null,
    statementDescriptor: given.statement_descriptor ?? null,
    statementDescriptorSuffix: given.statement_descriptor_suffix ?? null,
    transferGroup: given.transfer_group ?? null,
  });
}

const create = call({
  method: "POST",
  path: "/v1/payment_intents",
  params: named<Stripe.PaymentIntentCreateParams>()(CREATION),
  async run(context, given) {
    for (const name of ["off_session", "return_url", "error_on_requires_action"] as const) {
      if (given[name] !== undefined && !given.confirm) {
        throw invalid(
          `The parameter ${name} cannot be passed when creating a PaymentIntent unless confirm is set to true.`,
          {
            param: name,
          },
        );
      }
    }
    const intent = await newIntent(context, given);
    const facts = { returnUrl: given.return_url ?? null, mandate: "customer" as const };
    await insert(context, "payment_intent", intent, facts);
    await emit(context, "payment_intent.created", intent);
    if (!given.confirm) return intent;
    const confirmation = { ...confirmationFrom(given), paymentMethod: undefined };
    return confirmIntent(context, { body: intent, facts }, confirmation);
  },
});

const retrieve = call({
  method: "GET",
  path: "/v1/payment_intents/:id",
  key: "publishable",
  params: named<Stripe.PaymentIntentRetrieveParams>()({ client_secret: text() }),
  run: async (context, { client_secret }, { id }) =>
    (await getIntentForBrowser(context, id, client_secret, "payment_intent")).body,
});

const confirm = call({
  method: "POST",
  path: "/v1/payment_intents/:id/confirm",
  key: "publishable",
  params: named<Stripe.PaymentIntentConfirmParams & ForBrowser>()({
    ...CONFIRMATION,
    client_secret: text(),
    receipt_email: clearable(email()),
    setup_future_usage: clearable(oneOf("off_session", "on_session")),
  }),
  async run(context, given, { id }) {
    const { body, facts } = await getIntentForBrowser(context, id, given.client_secret, "payment_intent");
    const intent: Stripe.PaymentIntent = {
      ...body,
      ...(given.receipt_email !== undefined && { receipt_email: given.receipt_email }),
      ...(given.setup_future_usage !== undefined && { setup_future_usage: given.setup_future_usage }),
    };
    const requested = isIncrementRequested(given.payment_method_options) ? withIncrements(intent) : intent;
    return confirmIntent(context, { body: requested, facts }, confirmationFrom(given));
  },
});

const capture = call({
  method: "POST",
  path: "/v1/payment_intents/:id/capture",
  params: named<Stripe.PaymentIntentCaptureParams>()({
    ...OTHER_CHARGES,
    amount_to_capture: amount(),
    metadata: metadata(),
    statement_descriptor: text({ longest: 22 }),
    statement_descriptor_suffix: text({ longest: 22 }),
  }),
  run: async (context, given, { id }) => captureIntent(context, (await get(context, "payment_intent", id)).body, given),
});

const increment = call({
  method: "POST",
  path: "/v1/payment_intents/:id/increment_authorization",
  params: named<Stripe.PaymentIntentIncrementAuthorizationParams>()({
    ...OTHER_CHARGES,
    amount: required(chargeAmount()),
    description: text({ longest: 1_000 }),
    metadata: metadata(),
    statement_descriptor: text({ longest: 22 }),
  }),
  run: async (context, given, { id }) =>
    incrementIntent(context, (await get(context, "payment_intent", id)).body, given),
});

const CANCELABLE = ["requires_payment_method", "requires_capture", "requires_confirmation", "requires_action"];

const cancel = call({
  method: "POST",
  path: "/v1/payment_intents/:id/cancel",
  params: named<Stripe.PaymentIntentCancelParams>()({
    cancellation_reason: oneOf("duplicate", "fraudulent", "requested_by_customer", "abandoned"),
  }),
  async run(context, { cancellation_reason: reason }, { id }) {
    const { body } = await get(context, "payment_intent", id);
    if (!CANCELABLE.includes(body.status)) {
      throw unexpectedState(
        `You cannot cancel this PaymentIntent because it has a status of ${body.status}. Only a PaymentIntent with one ` +
          `of the following statuses may be canceled: ${CANCELABLE.join(", ")}.`,
        body,
      );
    }
    return cancelIntent(context, body, { reason: reason ?? null });
  },
});

const update = call({
  method: "POST",
  path: "/v1/payment_intents/:id",
  params: named<Stripe.PaymentIntentUpdateParams>()({
    ...OTHER_CHARGES,
    amount: chargeAmount(),
    customer: text(),
    description: clearable(text({ longest: 1_000 })),
    metadata: metadata(),
    payment_method: text(),
    receipt_email: clearable(email()),
    setup_future_usage: clearable(oneOf("off_session", "on_session")),
    statement_descriptor: text({ longest: 22 }),
    statement_descriptor_suffix: text({ longest: 22 }),
    transfer_group: text({ longest: 500 }),
  }),
  run: async (context, given, { id }) => updateIntent(context, (await get(context, "payment_intent", id)).body, given),
});

const list = call({
  method: "GET",
  path: "/v1/payment_intents",
  params: named<Stripe.PaymentIntentListParams>()({ ...PAGING_BY_DATE, customer: text() }),
  run: (context, { customer, ...paging }) =>
    listDocuments(context, "payment_intent", "/v1/payment_intents", paging, { customer }),
});

export const paymentIntentCalls = [create, retrieve, confirm, capture, increment, cancel, update, list];
