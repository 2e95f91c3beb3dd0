import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import { type Context, call, named } from "../http/call.ts";
import { amount, changeMetadata, clearable, metadata, oneOf, refused, required, shape, text } from "../http/fields.ts";
import { listDocuments, PAGING_BY_DATE } from "../http/lists.ts";
import { invalid, unexpectedState } from "../http/refusals.ts";
import { idOf } from "../payments/payment-methods.ts";
import { refundCharge } from "../payments/refund-charge.ts";
import { get, getBody, type Kept, replace } from "../store.ts";

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

async function chargeToRefund(
  context: Context,
  given: { charge?: string | undefined; payment_intent?: string | undefined },
): Promise<Kept<"charge">> {
  if (given.payment_intent !== undefined) {
    const intent = await getBody(context, "payment_intent", given.payment_intent, "payment_intent");
    const charge = idOf(intent.latest_charge);
    if (charge === null || intent.status !== "succeeded") {
      throw unexpectedState(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, intent);
    }
    return get(context, "charge", charge);
  }
  if (given.charge === undefined) {
    throw invalid("One of the following params should be provided for this request: payment_intent or charge.", {
      code: "parameter_missing",
    });
  }
  const stored = await get(context, "charge", given.charge, "charge");
  if (stored.body.captured && stored.body.payment_intent !== null) return stored;
  throw invalid(`Charge ${given.charge} cannot be refunded.`, { code: "charge_not_refundable", param: "charge" });
}

const create = call({
  method: "POST",
  path: "/v1/refunds",
  params: named<Stripe.RefundCreateParams>()({
    amount: amount(),
    charge: text(),
    metadata: metadata(),
    payment_intent: text(),
    refund_application_fee: refused("application_fee"),
    reverse_transfer: refused("destination_charge"),
    reason: oneOf("duplicate", "fraudulent", "requested_by_customer"),
  }),
  async run(context, given) {
    const charge = await chargeToRefund(context, given);
    const change = changeMetadata({}, given.metadata);
    return refundCharge(context, charge, { amount: given.amount, reason: given.reason, metadata: change });
  },
});

const retrieve = call({
  method: "GET",
  path: "/v1/refunds/:id",
  params: {},
  run: (context, _given, { id }) => getBody(context, "refund", id),
});

const updateRefund = call({
  method: "POST",
  path: "/v1/refunds/:id",
  params: named<Stripe.RefundUpdateParams>()({ metadata: metadata() }),
  async run(context, given, { id }) {
    const before = await getBody(context, "refund", id);
    const refund: Stripe.Refund = { ...before, metadata: changeMetadata(before.metadata, given.metadata) };
    await replace(context, "refund", refund);
    await emit(context, "refund.updated", refund, { metadata: before.metadata });
    return refund;
  },
});

const list = call({
  method: "GET",
  path: "/v1/refunds",
  params: named<Stripe.RefundListParams>()({ ...PAGING_BY_DATE, charge: text(), payment_intent: text() }),
  run: (context, { charge, payment_intent, ...paging }) =>
    listDocuments(context, "refund", "/v1/refunds", paging, { charge, payment_intent }),
});

export const refundCalls = [create, retrieve, updateRefund, list];
