import type Stripe from "stripe";
import { cancelPayout, createPayout } from "../connect/payouts.ts";
import { emit } from "../events/emit.ts";
import { call, named } from "../http/call.ts";
import { amount, changeMetadata, currency, metadata, oneOf, required, text } from "../http/fields.ts";
import { listDocuments, PAGING_BY_DATE } from "../http/lists.ts";
import { getBody, replace } from "../store.ts";

const create = call({
  method: "POST",
  path: "/v1/payouts",
  params: named<Stripe.PayoutCreateParams>()({
    amount: required(amount()),
    currency: required(currency()),
    description: text({ longest: 1_000 }),
    metadata: metadata(),
    method: oneOf("standard"),
    statement_descriptor: text({ longest: 22 }),
  }),
  run: (context, given) =>
    createPayout(context, {
      amount: given.amount,
      description: given.description ?? null,
      metadata: changeMetadata({}, given.metadata),
      statementDescriptor: given.statement_descriptor ?? null,
      isAutomatic: false,
    }),
});

const retrieve = call({
  method: "GET",
  path: "/v1/payouts/:id",
  params: {},
  run: (context, _given, { id }) => getBody(context, "payout", id),
});

const update = call({
  method: "POST",
  path: "/v1/payouts/:id",
  params: named<Stripe.PayoutUpdateParams>()({ metadata: metadata() }),
  async run(context, given, { id }) {
    const before = await getBody(context, "payout", id);
    const payout = { ...before, metadata: changeMetadata(before.metadata, given.metadata) };
    await replace(context, "payout", payout);
    await emit(context, "payout.updated", payout);
    return payout;
  },
});

const cancel = call({
  method: "POST",
  path: "/v1/payouts/:id/cancel",
  params: {},
  run: async (context, _given, { id }) => cancelPayout(context, await getBody(context, "payout", id)),
});

const list = call({
  method: "GET",
  path: "/v1/payouts",
  params: named<Stripe.PayoutListParams>()({
    ...PAGING_BY_DATE,
    status: oneOf("canceled", "failed", "in_transit", "paid", "pending"),
  }),
  run: (context, { status, ...paging }) => listDocuments(context, "payout", "/v1/payouts", paging, { status }),
});

export const payoutCalls = [create, retrieve, update, cancel, list];
