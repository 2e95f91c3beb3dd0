import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import { call, named } from "../http/call.ts";
import { changeMetadata, clearable, metadata, oneOf, required, shape, text } from "../http/fields.ts";
import { listDocuments, PAGING_BY_DATE } from "../http/lists.ts";
import { getBody, replace } from "../store.ts";

const retrieveCharge = call({
  method: "GET",
  path: "/v1/charges/:id",
  params: {},
  run: (context, _given, { id }) => getBody(context, "charge", id),
});

const update = call({
  method: "POST",
  path: "/v1/charges/:id",
  params: named<Stripe.ChargeUpdateParams>()({
    description: clearable(text({ longest: 1_000 })),
    fraud_details: shape({ user_report: required(clearable(oneOf("fraudulent", "safe"))) }),
    metadata: metadata(),
    transfer_group: text({ longest: 500 }),
  }),
  async run(context, given, { id }) {
    const before = await getBody(context, "charge", id);
    const report = given.fraud_details?.user_report;
    const charge = {
      ...before,
      ...(given.description !== undefined && { description: given.description }),
      ...(report !== undefined && { fraud_details: report === null ? {} : { user_report: report } }),
      ...(given.transfer_group !== undefined && { transfer_group: given.transfer_group }),
      metadata: changeMetadata(before.metadata, given.metadata),
    };
    await replace(context, "charge", charge);
    await emit(context, "charge.updated", charge);
    return charge;
  },
});

const listCharges = call({
  method: "GET",
  path: "/v1/charges",
  params: named<Stripe.ChargeListParams>()({
    ...PAGING_BY_DATE,
    customer: text(),
    payment_intent: text(),
    transfer_group: text(),
  }),
  run: (context, { customer, payment_intent, transfer_group, ...paging }) =>
    listDocuments(context, "charge", "/v1/charges", paging, { customer, payment_intent, transfer_group }),
});

export const chargeCalls = [retrieveCharge, update, listCharges];

const PATH = "/v1/radar/early_fraud_warnings";

const retrieveWarning = call({
  method: "GET",
  path: `${PATH}/:id`,
  params: {},
  run: (context, _given, { id }) => getBody(context, "radar.early_fraud_warning", id),
});

const listWarnings = call({
  method: "GET",
  path: PATH,
  params: named<Stripe.Radar.EarlyFraudWarningListParams>()({
    ...PAGING_BY_DATE,
    charge: text(),
    payment_intent: text(),
  }),
  run: (context, { charge, payment_intent, ...paging }) =>
    listDocuments(context, "radar.early_fraud_warning", PATH, paging, { charge, payment_intent }),
});

export const earlyFraudWarningCalls = [retrieveWarning, listWarnings];
