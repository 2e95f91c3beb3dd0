import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import { call, named } from "../http/call.ts";
import { changeMetadata, clearable, email, metadata, oneOf, shape, text } from "../http/fields.ts";
import { listDocuments, PAGING, PAGING_BY_DATE } from "../http/lists.ts";
import { noSuch } from "../http/refusals.ts";
import { attachPaymentMethod, getCustomer, resolvePaymentMethod } from "../payments/payment-methods.ts";
import { getBody, insert, newId, replace } from "../store.ts";

const DETAILS = {
  description: clearable(text()),
  email: clearable(email({ longest: 512 })),
  metadata: metadata(),
  name: clearable(text({ longest: 256 })),
  phone: clearable(text({ longest: 20 })),
  invoice_settings: shape({ default_payment_method: clearable(text()) }),
};

const create = call({
  method: "POST",
  path: "/v1/customers",
  params: named<Stripe.CustomerCreateParams>()({ ...DETAILS, payment_method: text() }),
  async run(context, given) {
    const customer: Stripe.Customer = {
      id: newId("cus"),
      object: "customer",
      balance: 0,
      created: context.now,
      default_source: null,
      description: given.description ?? null,
      email: given.email ?? null,
      invoice_settings: {
        custom_fields: null,
        default_payment_method: given.invoice_settings?.default_payment_method ?? null,
        footer: null,
        rendering_options: null,
      },
      livemode: false,
      metadata: changeMetadata({}, given.metadata),
      name: given.name ?? null,
      phone: given.phone ?? null,
      shipping: null,
    };
    await insert(context, "customer", customer, {});
    if (given.payment_method !== undefined) {
      await attachPaymentMethod(context, await resolvePaymentMethod(context, given.payment_method), customer.id);
    }
    await emit(context, "customer.created", customer);
    return customer;
  },
});

const retrieve = call({
  method: "GET",
  path: "/v1/customers/:id",
  params: {},
  run: (context, _given, { id }) => getBody(context, "customer", id),
});

const update = call({
  method: "POST",
  path: "/v1/customers/:id",
  params: named<Stripe.CustomerUpdateParams>()(DETAILS),
  async run(context, given, { id }) {
    const before = await getCustomer(context, id, "id");
    const { invoice_settings: invoicing, metadata: change, ...details } = given;
    const changes = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
    const customer: Stripe.Customer = {
      ...before,
      ...changes,
      metadata: changeMetadata(before.metadata, change),
      invoice_settings: {
        ...before.invoice_settings,
        ...(invoicing?.default_payment_method !== undefined && {
          default_payment_method: invoicing.default_payment_method,
        }),
      },
    };
    await replace(context, "customer", customer);
    await emit(context, "customer.updated", customer);
    return customer;
  },
});

const remove = call({
  method: "DELETE",
  path: "/v1/customers/:id",
  params: {},
  async run(context, _given, { id }) {
    const customer = await getCustomer(context, id, "id");
    const deleted: Stripe.DeletedCustomer = { id, object: "customer", deleted: true };
    await replace(context, "customer", deleted);
    await emit(context, "customer.deleted", customer);
    return deleted;
  },
});

const list = call({
  method: "GET",
  path: "/v1/customers",
  params: named<Stripe.CustomerListParams>()({ ...PAGING_BY_DATE, email: text() }),
  run: (context, { email, ...paging }) => listDocuments(context, "customer", "/v1/customers", paging, { email }),
});

const listMethods = call({
  method: "GET",
  path: "/v1/customers/:id/payment_methods",
  params: named<Stripe.CustomerListPaymentMethodsParams>()({ ...PAGING, type: oneOf("card") }),
  async run(context, { type, ...paging }, { id }) {
    await getCustomer(context, id, "id");
    const url = `/v1/customers/${id}/payment_methods`;
    return listDocuments(context, "payment_method", url, paging, { customer: id, type });
  },
});

const retrieveMethod = call({
  method: "GET",
  path: "/v1/customers/:id/payment_methods/:inner",
  params: {},
  async run(context, _given, { id, inner }) {
    await getCustomer(context, id, "id");
    const method = await getBody(context, "payment_method", inner);
    if (method.customer !== id) throw noSuch("PaymentMethod", inner);
    return method;
  },
});

export const customerCalls = [create, retrieve, update, remove, list, listMethods, retrieveMethod];
