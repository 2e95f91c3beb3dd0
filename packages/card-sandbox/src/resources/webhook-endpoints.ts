import type Stripe from "stripe";
import { API_VERSIONS } from "../events/emit.ts";
import { call, named } from "../http/call.ts";
import {
  address,
  changeMetadata,
  clearable,
  type Field,
  flag,
  listOf,
  metadata,
  oneOf,
  required,
  text,
} from "../http/fields.ts";
import { listDocuments, PAGING } from "../http/lists.ts";
import { invalid } from "../http/refusals.ts";
import { get, getBody, insert, newId, randomText, replace } from "../store.ts";

const eventType = (): Field<string> => ({
  isRequired: false,
  read(raw, name) {
    const value = text({ longest: 100 }).read(raw, name);
    if (value === "*" || /^[a-z_]+(\.[a-z_]+)+$/.test(value)) return value;
    throw invalid(`Invalid event type: ${value}`, { param: name });
  },
});

const DETAILS = {
  description: clearable(text({ longest: 5_000 })),
  enabled_events: listOf(eventType(), { most: 300 }),
  metadata: metadata(),
  url: address(),
};

const create = call({
  method: "POST",
  path: "/v1/webhook_endpoints",
  params: named<Stripe.WebhookEndpointCreateParams>()({
    ...DETAILS,
    api_version: oneOf(...API_VERSIONS),
    connect: flag(),
    enabled_events: required(DETAILS.enabled_events),
    url: required(DETAILS.url),
  }),
  async run(context, given) {
    const endpoint: Stripe.WebhookEndpoint = {
      id: newId("we"),
      object: "webhook_endpoint",
      api_version: given.api_version ?? null,
      application: null,
      created: context.now,
      description: given.description ?? null,
      enabled_events: given.enabled_events,
      livemode: false,
      metadata: changeMetadata({}, given.metadata),
      status: "enabled",
      url: given.url,
    };
    const secret = `whsec_${randomText(32)}`;
    await insert(context, "webhook_endpoint", endpoint, { secret, isConnect: given.connect ?? false });
    // Stripe tells the secret once.
    return { ...endpoint, secret };
  },
});

const retrieve = call({
  method: "GET",
  path: "/v1/webhook_endpoints/:id",
  params: {},
  run: (context, _given, { id }) => getBody(context, "webhook_endpoint", id),
});

const update = call({
  method: "POST",
  path: "/v1/webhook_endpoints/:id",
  params: named<Stripe.WebhookEndpointUpdateParams>()({ ...DETAILS, disabled: flag() }),
  async run(context, given, { id }) {
    const before = await getBody(context, "webhook_endpoint", id);
    const endpoint: Stripe.WebhookEndpoint = {
      ...before,
      ...(given.description !== undefined && { description: given.description }),
      ...(given.enabled_events && { enabled_events: given.enabled_events }),
      ...(given.url !== undefined && { url: given.url }),
      ...(given.disabled !== undefined && { status: given.disabled ? "disabled" : "enabled" }),
      metadata: changeMetadata(before.metadata, given.metadata),
    };
    await replace(context, "webhook_endpoint", endpoint);
    return endpoint;
  },
});

/** What is still pending for it is dropped at the next attempt. */
const remove = call({
  method: "DELETE",
  path: "/v1/webhook_endpoints/:id",
  params: {},
  async run(context, _given, { id }) {
    await get(context, "webhook_endpoint", id);
    await context.db.query("delete from card_sandbox.documents where id = $1 and kind = 'webhook_endpoint'", [id]);
    return { id, object: "webhook_endpoint", deleted: true };
  },
});

const list = call({
  method: "GET",
  path: "/v1/webhook_endpoints",
  params: named<Stripe.WebhookEndpointListParams>()(PAGING),
  run: (context, paging) => listDocuments(context, "webhook_endpoint", "/v1/webhook_endpoints", paging),
});

export const webhookEndpointCalls = [create, retrieve, update, remove, list];
