import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import { call, type ForBrowser, named } from "../http/call.ts";
import {
  address,
  changeMetadata,
  flag,
  listOf,
  metadata,
  oneOf,
  refused,
  required,
  shape,
  text,
} from "../http/fields.ts";
import { listDocuments, PAGING_BY_DATE } from "../http/lists.ts";
import { invalid } from "../http/refusals.ts";
import { getIntentForBrowser } from "../payments/confirm-intent.ts";
import { confirmSetup, unexpectedSetupState } from "../payments/confirm-setup.ts";
import { getCustomer, resolvePaymentMethod } from "../payments/payment-methods.ts";
import { get, insert, newClientSecret, newId, replace } from "../store.ts";

const create = call({
  method: "POST",
  path: "/v1/setup_intents",
  params: named<Stripe.SetupIntentCreateParams>()({
    allowed_payment_method_types: listOf(oneOf("card")),
    automatic_payment_methods: shape({ enabled: required(flag()), allow_redirects: oneOf("always", "never") }),
    confirm: flag(),
    customer: text(),
    description: text({ longest: 1_000 }),
    metadata: metadata(),
    on_behalf_of: refused("on_behalf_of"),
    payment_method: text(),
    return_url: address(),
    usage: oneOf("off_session", "on_session"),
  }),
  async run(context, given) {
    if (given.return_url !== undefined && !given.confirm) {
      throw invalid("The parameter return_url cannot be passed unless confirm is set to true.", {
        param: "return_url",
      });
    }
    if (given.customer !== undefined) await getCustomer(context, given.customer);
    const method = given.payment_method && (await resolvePaymentMethod(context, given.payment_method)).body.id;
    const id = newId("seti");
    const isAutomatic = !given.allowed_payment_method_types && given.automatic_payment_methods?.enabled !== false;
    const intent: Stripe.SetupIntent = {
      id,
      object: "setup_intent",
      allowed_payment_method_types: given.allowed_payment_method_types ?? null,
      application: null,
      automatic_payment_methods: isAutomatic
        ? { enabled: true, allow_redirects: given.automatic_payment_methods?.allow_redirects ?? "always" }
        : null,
      cancellation_reason: null,
      client_secret: newClientSecret(id),
      created: context.now,
      customer: given.customer ?? null,
      description: given.description ?? null,
      excluded_payment_method_types: null,
      last_setup_error: null,
      latest_attempt: null,
      livemode: false,
      mandate: null,
      metadata: changeMetadata({}, given.metadata),
      next_action: null,
      on_behalf_of: null,
      payment_method: method ?? null,
      payment_method_configuration_details: null,
      payment_method_options: null,
      payment_method_types: ["card"],
      single_use_mandate: null,
      status: method === undefined ? "requires_payment_method" : "requires_confirmation",
      usage: given.usage ?? "off_session",
    };
    const facts = { returnUrl: given.return_url ?? null };
    await insert(context, "setup_intent", intent, facts);
    await emit(context, "setup_intent.created", intent);
    return given.confirm ? confirmSetup(context, { body: intent, facts }, {}) : intent;
  },
});

const retrieve = call({
  method: "GET",
  path: "/v1/setup_intents/:id",
  key: "publishable",
  params: named<Stripe.SetupIntentRetrieveParams>()({ client_secret: text() }),
  run: async (context, { client_secret: secret }, { id }) =>
    (await getIntentForBrowser(context, id, secret, "setup_intent")).body,
});

const confirm = call({
  method: "POST",
  path: "/v1/setup_intents/:id/confirm",
  key: "publishable",
  params: named<Stripe.SetupIntentConfirmParams & ForBrowser>()({
    client_secret: text(),
    payment_method: text(),
    return_url: address(),
  }),
  async run(context, given, { id }) {
    const stored = await getIntentForBrowser(context, id, given.client_secret, "setup_intent");
    return confirmSetup(context, stored, { paymentMethod: given.payment_method, returnUrl: given.return_url });
  },
});

const update = call({
  method: "POST",
  path: "/v1/setup_intents/:id",
  params: named<Stripe.SetupIntentUpdateParams>()({ metadata: metadata(), description: text({ longest: 1_000 }) }),
  async run(context, given, { id }) {
    const { body } = await get(context, "setup_intent", id);
    const updated = {
      ...body,
      description: given.description ?? body.description,
      metadata: changeMetadata(body.metadata, given.metadata),
    };
    await replace(context, "setup_intent", updated);
    return updated;
  },
});

const cancel = call({
  method: "POST",
  path: "/v1/setup_intents/:id/cancel",
  params: named<Stripe.SetupIntentCancelParams>()({
    cancellation_reason: oneOf("abandoned", "duplicate", "requested_by_customer"),
  }),
  async run(context, { cancellation_reason: reason }, { id }) {
    const { body } = await get(context, "setup_intent", id);
    if (body.status === "succeeded" || body.status === "canceled") {
      throw unexpectedSetupState(`You cannot cancel this SetupIntent because it has a status of ${body.status}.`, body);
    }
    const canceled: Stripe.SetupIntent = {
      ...body,
      status: "canceled",
      cancellation_reason: reason ?? null,
      next_action: null,
    };
    await replace(context, "setup_intent", canceled);
    await emit(context, "setup_intent.canceled", canceled);
    return canceled;
  },
});

const list = call({
  method: "GET",
  path: "/v1/setup_intents",
  params: named<Stripe.SetupIntentListParams>()({ ...PAGING_BY_DATE, customer: text(), payment_method: text() }),
  run: (context, { customer, payment_method, ...paging }) =>
    listDocuments(context, "setup_intent", "/v1/setup_intents", paging, { customer, payment_method }),
});

export const setupIntentCalls = [create, retrieve, confirm, update, cancel, list];
