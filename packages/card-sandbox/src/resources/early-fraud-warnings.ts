import type Stripe from "stripe";
import { call, named } from "../http/call.ts";
import { text } from "../http/fields.ts";
import { listDocuments, PAGING_BY_DATE } from "../http/lists.ts";
import { getBody } from "../store/store.ts";

const PATH = "/v1/radar/early_fraud_warnings";

const retrieve = call({
  method: "GET",
  path: `${PATH}/:id`,
  params: {},
  run: (context, _given, { id }) => getBody(context, "radar.early_fraud_warning", id),
});

const list = call({
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

export const earlyFraudWarningCalls = [retrieve, list];
