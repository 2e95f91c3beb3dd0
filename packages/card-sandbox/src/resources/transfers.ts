import type Stripe from "stripe";
import { createTransfer, reverseTransfer } from "../connect/transfers.ts";
import { emit } from "../events/emit.ts";
import { call, named } from "../http/call.ts";
import { amount, changeMetadata, clearable, currency, metadata, required, text, unsupported } from "../http/fields.ts";
import { listDocuments, PAGING, PAGING_BY_DATE } from "../http/lists.ts";
import { noSuch } from "../http/refusals.ts";
import { getBody, replace } from "../store.ts";

const create = call({
  method: "POST",
  path: "/v1/transfers",
  params: named<Stripe.TransferCreateParams>()({
    amount: amount(),
    currency: required(currency()),
    description: text({ longest: 1_000 }),
    destination: required(text()),
    metadata: metadata(),
    source_transaction: text(),
    transfer_group: text({ longest: 500 }),
  }),
  run: (context, given) =>
    createTransfer(context, {
      amount: given.amount,
      description: given.description ?? null,
      destination: given.destination,
      metadata: changeMetadata({}, given.metadata),
      sourceTransaction: given.source_transaction ?? null,
      transferGroup: given.transfer_group ?? null,
    }),
});

const retrieve = call({
  method: "GET",
  path: "/v1/transfers/:id",
  params: {},
  run: (context, _given, { id }) => getBody(context, "transfer", id),
});

const update = call({
  method: "POST",
  path: "/v1/transfers/:id",
  params: named<Stripe.TransferUpdateParams>()({
    description: clearable(text({ longest: 1_000 })),
    metadata: metadata(),
  }),
  async run(context, given, { id }) {
    const before = await getBody(context, "transfer", id);
    const transfer = {
      ...before,
      ...(given.description !== undefined && { description: given.description }),
      metadata: changeMetadata(before.metadata, given.metadata),
    };
    await replace(context, "transfer", transfer);
    await emit(context, "transfer.updated", transfer);
    return transfer;
  },
});

const list = call({
  method: "GET",
  path: "/v1/transfers",
  params: named<Stripe.TransferListParams>()({ ...PAGING_BY_DATE, destination: text(), transfer_group: text() }),
  run: (context, { destination, transfer_group, ...paging }) =>
    listDocuments(context, "transfer", "/v1/transfers", paging, { destination, transfer_group }),
});

const reverse = call({
  method: "POST",
  path: "/v1/transfers/:id/reversals",
  params: named<Stripe.TransferCreateReversalParams>()({ amount: amount(), metadata: metadata() }),
  run: (context, given, { id }) =>
    reverseTransfer(context, id, { amount: given.amount, metadata: changeMetadata({}, given.metadata) }),
});

const retrieveReversal = call({
  method: "GET",
  path: "/v1/transfers/:id/reversals/:inner",
  params: {},
  async run(context, _given, { id, inner }) {
    const reversal = await getBody(context, "transfer_reversal", inner);
    if (reversal.transfer !== id) throw noSuch("transfer_reversal", inner);
    return reversal;
  },
});

const listReversals = call({
  method: "GET",
  path: "/v1/transfers/:id/reversals",
  params: named<Stripe.TransferListReversalsParams>()(PAGING),
  async run(context, paging, { id }) {
    await getBody(context, "transfer", id);
    return listDocuments(context, "transfer_reversal", `/v1/transfers/${id}/reversals`, paging, { transfer: id });
  },
});

export const transferCalls = [create, retrieve, update, list, reverse, retrieveReversal, listReversals];

const refuseFees = (method: "GET" | "POST", path: string) =>
  call({
    method,
    path,
    params: {},
    run: async () => {
      throw unsupported("application_fee");
    },
  });

/** Answered with a reason, because Stripe has these calls. */
export const REFUSED_CALLS = [
  refuseFees("GET", "/v1/application_fees"),
  refuseFees("GET", "/v1/application_fees/:id"),
  refuseFees("GET", "/v1/application_fees/:id/refunds"),
  refuseFees("POST", "/v1/application_fees/:id/refunds"),
];
